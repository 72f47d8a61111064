package io.fairlead.placement;

import io.fairlead.Check;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Plays one transcript of placements.
 *
 * <pre>
 * # prose
 * instances a=20/10 b=65/10      the service, in the notation of the bench; answers with what each offers
 * away                           the store no longer answers
 * remember a#1 | forget          the home of the room
 * unreachable a#1 | reachable    the process that the caller could not connect to
 * draw 4224                      places a room, this number drawn; answers with the placement
 * why                            answers with the last placement's checks
 * </pre>
 *
 * <p>Answers are indented by four spaces.
 */
final class PlacementPlayer {

    private final List<String> out = new ArrayList<>();
    private ServiceView view = PlacementBench.view("");
    private @Nullable Claim remembered;
    private @Nullable Owner unreachable;
    private @Nullable Placement last;

    private PlacementPlayer() {}

    static String play(String transcript) {
        PlacementPlayer player = new PlacementPlayer();
        for (String line : transcript.lines().toList()) {
            if (!line.startsWith("    ")) {
                player.out.add(line);
                player.command(line.strip());
            }
        }
        return String.join("\n", player.out) + "\n";
    }

    private void command(String line) {
        if (line.isEmpty() || line.startsWith("#")) {
            return;
        }
        String[] words = line.split(" +", 2);
        String rest = words.length == 2 ? words[1] : "";
        switch (words[0]) {
            case "instances" -> {
                view = PlacementBench.view(rest);
                PlacementBench.placer().offers(view).forEach(offer -> out.add("    " + words(offer)));
            }
            case "away" -> view = view.outdated();
            case "remember" -> remembered = PlacementBench.claim(rest);
            case "forget" -> remembered = null;
            case "unreachable" -> unreachable = PlacementBench.owner(rest);
            case "reachable" -> unreachable = null;
            case "draw" -> draw(Long.parseLong(rest));
            case "why" -> {
                for (Check check : Objects.requireNonNull(last).checks()) {
                    out.add("    " + check.words());
                }
            }
            default -> throw new IllegalArgumentException("unknown command: " + line);
        }
    }

    private void draw(long number) {
        Placement placement =
                PlacementBench.placer().place(new PlacementRequest(unreachable), view, remembered, bound -> number);
        last = placement;
        out.add("    " + PlacementBench.chosen(placement) + " " + placement.basis() + " (" + placement.words() + ")");
    }

    private static String words(Offer offer) {
        Margin margin = offer.margin();
        String found = margin == null
                ? "margin unknown"
                : String.format(Locale.ROOT, "margin %.2f by %s", margin.points(), margin.binding());
        String left = offer.failed() == null ? "" : ", out by " + offer.failed();
        return offer.candidate().id() + " " + found + ", weight " + Math.round(offer.weight()) + left;
    }
}
