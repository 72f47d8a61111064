package io.fairlead.placement;

import static io.fairlead.placement.FairBench.at;

import io.fairlead.Check;
import io.fairlead.RoomId;
import java.time.Duration;
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
 * policy fairlead                the policy from here on; without it, safety-margin
 * admission on                   new rooms are refused where there is no room
 * instances a=20/10 b=65/10      the service, in the notation of the bench; answers with what each offers
 * schedulers 4                   how many schedulers place rooms of it
 * learn 20                       the scheduler sees so many reports like these; answers with what a room costs
 * placed a#1 3                   the scheduler has placed rooms that no report shows
 * failed a#1                     somebody could not connect to a process
 * offers                         answers with what each offers now
 * away | away 60                 the store no longer answers, for so many seconds
 * remember a#1 | forget          the home of the room
 * unreachable a#1 | reachable    the process that the caller could not connect to
 * room r-1                       the name of the room
 * cost 5                         what it costs beside the usual one
 * draw 4224 | draw 0.1 0.9       places a room, this number drawn, or these parts of all numbers; answers with the placement
 * why                            answers with the last placement's checks
 * </pre>
 *
 * <p>Answers are indented by four spaces.
 */
final class PlacementPlayer {

    private final List<String> out = new ArrayList<>();
    private PlacementSettings settings = PlacementSettings.safetyMargin();
    private SchedulerState state = SchedulerState.initial();
    private String line = "";
    private ServiceView view = PlacementBench.view("");
    private PlacementRequest request = PlacementRequest.plain();
    private @Nullable Claim remembered;
    private @Nullable Placement last;
    private int looks;

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

    private void command(String text) {
        if (text.isEmpty() || text.startsWith("#")) {
            return;
        }
        String[] words = text.split(" +", 2);
        String rest = words.length == 2 ? words[1] : "";
        switch (words[0]) {
            case "instances" -> {
                line = rest;
                view = PlacementBench.view(rest, ++looks).withSchedulers(view.schedulers());
                offers();
            }
            case "away" -> view = view.outdated(PlacementBench.seconds(rest.isEmpty() ? "0" : rest));
            case "remember" -> remembered = PlacementBench.claim(rest);
            case "forget" -> remembered = null;
            case "unreachable" ->
                request = new PlacementRequest(PlacementBench.owner(rest), request.room(), request.cost());
            case "reachable" -> request = new PlacementRequest(null, request.room(), request.cost());
            case "draw" -> draw(rest.split(" +"));
            case "why" -> {
                for (Check check : Objects.requireNonNull(last).checks()) {
                    out.add("    " + check.words());
                }
            }
            default -> ahead(words[0], rest);
        }
    }

    /** The commands that only the policy {@code fairlead} has a use for. */
    private void ahead(String command, String rest) {
        String[] words = rest.split(" +");
        switch (command) {
            case "policy" -> settings = settings.with(Policy.of(rest).orElseThrow());
            case "admission" -> settings = settings.withAdmission(rest.equals("on"));
            case "schedulers" -> view = view.withSchedulers(Integer.parseInt(rest));
            case "learn" -> {
                for (int i = Integer.parseInt(rest); i > 0; i--) {
                    state = state.learn(PlacementBench.view(line, ++looks), settings, at(3 * looks));
                }
                out.add(String.format(
                        Locale.ROOT,
                        "    a room costs %.3f cores and %.1f MB",
                        state.cost().cores(),
                        state.cost().bytes() / 1e6));
            }
            case "placed" ->
                state = state.placed(
                        PlacementBench.owner(words[0]),
                        Double.parseDouble(words[1]),
                        state.at().plus(Duration.ofSeconds(1)));
            case "failed" ->
                state = state.learn(view, settings, at(3 * looks))
                        .connectFailed(PlacementBench.owner(rest), at(3 * looks));
            case "offers" -> offers();
            case "room" -> request = request.with(new RoomId(rest));
            case "cost" -> request = request.withCost(Double.parseDouble(rest));
            default -> throw new IllegalArgumentException("unknown command: " + command);
        }
    }

    private void offers() {
        new Placer(settings, state).offers(view).forEach(offer -> out.add("    " + words(offer)));
    }

    private void draw(String[] numbers) {
        int[] next = {0};
        Placement placement =
                new Placer(settings, state).place(request, view, remembered, bound -> number(numbers[next[0]++]));
        last = placement;
        out.add("    " + PlacementBench.chosen(placement) + " " + placement.basis() + " (" + placement.words() + ")");
    }

    private static long number(String text) {
        return text.contains(".") ? FairBench.number(Double.parseDouble(text)) : Long.parseLong(text);
    }

    private static String words(Offer offer) {
        String binding = offer.binding();
        String found = binding == null
                ? "margin unknown"
                : String.format(Locale.ROOT, "margin %.2f by %s", offer.points(), binding);
        String left = offer.failed() == null ? "" : ", out by " + offer.failed();
        String ahead = offer.outlook() == null ? "" : ahead(offer.outlook());
        return offer.candidate().id() + " " + found + ", weight " + Math.round(offer.weight()) + left + ahead;
    }

    private static String ahead(Outlook outlook) {
        Outlook.Load load = outlook.load();
        String words = String.format(
                Locale.ROOT,
                "; growth %.1f, in flight %.1f, reserve %.1f, ramp %.2f",
                load.growth(),
                load.inFlight(),
                load.reserve(),
                outlook.ramp());
        StringBuilder all = new StringBuilder(words);
        outlook.left().forEach(omission -> all.append("; ").append(omission.words()));
        return all.toString();
    }
}
