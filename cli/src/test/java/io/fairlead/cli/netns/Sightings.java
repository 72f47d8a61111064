package io.fairlead.cli.netns;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the nodes of a group said of themselves, and whether two of them were primary at once. */
final class Sightings {

    /**
     * One answer.
     *
     * @param node whose agent was asked
     * @param asked when, in ns
     * @param answered when its answer was there; what it says was true at some moment between the two
     * @param token of a primary, 0 for a standby, -1 where nobody answered
     */
    record Sighting(String node, long asked, long answered, long token) {
        boolean isPrimary() {
            return token > 0;
        }
    }

    private Sightings() {}

    /** Reads what the probers have written, by node; a line that is being written is left out. */
    static List<Sighting> read(Map<String, Path> files) {
        List<Sighting> all = new ArrayList<>();
        files.forEach((node, file) -> lines(file).forEach(line -> {
            String[] words = line.split(" ", -1);
            all.add(new Sighting(
                    node, Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2].strip())));
        }));
        return all;
    }

    private static List<String> lines(Path file) {
        if (!Files.exists(file)) {
            return List.of();
        }
        try {
            String text = Files.readString(file);
            return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What contradicts the promise, in words: one node at a time, each token one node's, and a role that was laid down
     * comes back under no token that was known. Nothing is claimed of a moment that no answer speaks of, so whatever is found
     * is certain.
     */
    static List<String> contradictions(List<Sighting> all) {
        List<String> found = new ArrayList<>();
        SortedMap<Long, Span> spans = new TreeMap<>();
        for (Sighting seen : all) {
            if (seen.isPrimary()) {
                Span span = spans.computeIfAbsent(seen.token(), token -> new Span(seen));
                if (!span.node.equals(seen.node())) {
                    found.add("token " + seen.token() + " was " + span.node + "'s and " + seen.node() + "'s");
                }
                span.add(seen);
            }
        }
        Span highest = null;
        for (Span span : spans.values()) {
            highest = highest == null ? span : highest;
            if (span.token > highest.token) {
                if (highest.lastAsked > span.firstAnswered) {
                    found.add("%s worked under %d for %d ms after %s had begun under %d"
                            .formatted(
                                    highest.node,
                                    highest.token,
                                    (highest.lastAsked - span.firstAnswered) / 1_000_000,
                                    span.node,
                                    span.token));
                }
                highest = span.lastAsked > highest.lastAsked ? span : highest;
            }
        }
        found.addAll(resurrections(all));
        return found.stream().distinct().toList();
    }

    private static List<String> resurrections(List<Sighting> all) {
        List<String> found = new ArrayList<>();
        Map<String, Long> laidDown = new TreeMap<>();
        Map<String, Long> held = new TreeMap<>();
        for (Sighting seen :
                all.stream().sorted(Comparator.comparingLong(Sighting::asked)).toList()) {
            if (seen.isPrimary()) {
                if (laidDown.getOrDefault(seen.node(), 0L) >= seen.token()) {
                    found.add(seen.node() + " had laid down the role of token " + seen.token() + " and had it again");
                }
                held.put(seen.node(), seen.token());
            } else if (seen.token() == 0 && held.containsKey(seen.node())) {
                laidDown.put(seen.node(), held.get(seen.node()));
            }
        }
        return found;
    }

    /** The time in which a node was seen as primary under one token. */
    private static final class Span {
        private final String node;
        private final long token;
        private long firstAnswered;
        private long lastAsked;

        Span(Sighting first) {
            node = first.node();
            token = first.token();
            firstAnswered = first.answered();
            lastAsked = first.asked();
        }

        void add(Sighting seen) {
            firstAnswered = Math.min(firstAnswered, seen.answered());
            lastAsked = Math.max(lastAsked, seen.asked());
        }
    }
}
