package io.fairlead.cli.rest;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One placement as its manager tells it.
 *
 * @param room the room, or an empty text
 * @param instance where it goes
 * @param endpoint where clients connect
 * @param words where it goes and on what that rests, in one sentence
 * @param basis on what it rests, as a constant's name
 * @param claim the home of the room, or empty if it has no name
 * @param offers what each instance offered; empty where the room lived somewhere already
 * @param checks every condition that was tested, in the order of testing
 */
public record PlacementShown(
        String room,
        String instance,
        String endpoint,
        String words,
        String basis,
        Optional<ClaimShown> claim,
        List<OfferShown> offers,
        List<CheckedShown> checks) {

    /**
     * The home of a room.
     *
     * @param epoch the epoch under which the instance has it
     * @param origin {@code created}, {@code moved} or {@code kept}
     */
    public record ClaimShown(long epoch, String origin) {}

    /**
     * What one instance offered.
     *
     * @param instance the instance
     * @param margins resource to distance from its ceiling in points; empty if its load is not known
     * @param margin the least of them, 0 or less at a ceiling or above; NaN if it is not known
     * @param binding the resource that is nearest to its ceiling, or an empty text
     * @param weight its weight in the draw; NaN if it is not known
     * @param failed the question that kept it out of the draw by weight, or an empty text
     */
    public record OfferShown(
            String instance, Map<String, Double> margins, double margin, String binding, double weight, String failed) {

        private static OfferShown of(Document json) {
            return new OfferShown(
                    json.text("instance", "?"),
                    json.object("margins").map(Document::numbers).orElse(Map.of()),
                    json.numberOrUnknown("margin"),
                    json.text("binding", ""),
                    json.numberOrUnknown("weight"),
                    json.text("failed", ""));
        }
    }

    /**
     * One condition that was tested.
     *
     * @param instance the instance it was asked of, or an empty text
     * @param passed whether it passed
     * @param words the check in one line, without whether it passed
     */
    public record CheckedShown(String instance, boolean passed, String words) {

        private static CheckedShown of(Document json) {
            return new CheckedShown(
                    json.text("instance", ""), json.isTrue("passed"), Explanation.bare(json.text("words", "?")));
        }

        /** The words without the instance that they begin with. */
        String withoutInstance() {
            String prefix = instance + ": ";
            return words.startsWith(prefix) ? words.substring(prefix.length()) : words;
        }
    }

    /** Why an instance took no part in the draw by weight: the first check that failed for it; empty if it took part. */
    public String leftOut(String id) {
        return checks.stream()
                .filter(check -> !check.passed() && check.instance().equals(id))
                .map(CheckedShown::withoutInstance)
                .findFirst()
                .orElse("");
    }

    /** Reads a placement as the manager writes it. */
    public static PlacementShown of(Document json) {
        return new PlacementShown(
                json.text("room", ""),
                json.text("instance", "?"),
                json.text("endpoint", "?"),
                json.text("words", "?"),
                json.text("basis", "?"),
                json.object("claim")
                        .map(claim -> new ClaimShown(claim.integer("epoch").orElse(0), claim.text("origin", "?"))),
                json.objects("offers").stream().map(OfferShown::of).toList(),
                json.objects("checks").stream().map(CheckedShown::of).toList());
    }
}
