package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** One word has one meaning (GLOSSARY.md); these words have a better one, in main code and in documentation. */
class WordsTest {
    private static final Map<String, String> INSTEAD = Map.of(
            "master", "primary, or active manager",
            "slave", "standby",
            "score", "load, or weight",
            "blackout", "observation period",
            "stickiness", "affinity",
            "headroom", "margin");

    private static final Pattern LETTERS = Pattern.compile("[A-Za-z]+");
    private static final Pattern CAMEL = Pattern.compile("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])");
    private static final Pattern INFLECTED =
            Pattern.compile("(master|slave|score|blackout|headroom)(s|d|less)?|(scor)ing|stickiness");

    @Test
    void mainCodeAndDocsUseTheWordsOfTheGlossary() {
        Map<String, String> texts =
                Repository.textFiles("[^/]+/src/main/.*|[^/]+\\.md|docs/.*|examples/.*|fairlead|scripts/.*");
        List<List<String>> allowed = Repository.rows("allowed-words.txt");
        Set<String> found = new TreeSet<>();
        List<List<String>> unused = new ArrayList<>(allowed);
        texts.forEach((path, text) -> bannedWords(text).forEach((word, line) -> {
            List<List<String>> matching = allowed.stream()
                    .filter(row -> row.get(0).equals(path) && row.get(1).equals(word))
                    .toList();
            unused.removeAll(matching);
            if (matching.isEmpty()) {
                found.add(path + ":" + line + " says '" + word + "'; say " + INSTEAD.get(word));
            }
        }));
        assertThat(found).isEmpty();
        assertThat(unused).as("lines of allowed-words.txt that nothing needs").isEmpty();
        assertThat(allowed)
                .as("each line has a reason")
                .allMatch(row -> row.size() == 3 && !row.get(2).isBlank());
    }

    @Test
    void aBannedWordIsFoundInEveryDisguise() {
        assertThat(bannedWords("one\nMASTER_NODE")).containsEntry("master", 2);
        assertThat(bannedWords("isMasterAlive()")).containsKey("master");
        assertThat(bannedWords("TCPSlave")).containsKey("slave");
        assertThat(bannedWords("cpu-scores, scoring, scored")).containsOnlyKeys("score");
        assertThat(bannedWords("the Headroom of a node")).containsKey("headroom");
        assertThat(bannedWords("a blackout; stickiness")).containsOnlyKeys("blackout", "stickiness");
    }

    @Test
    void aWordThatOnlyContainsOneIsFine() {
        assertThat(bannedWords("an underscore, a masterpiece, a scoreboard, enslaved, webmaster"))
                .isEmpty();
    }

    /** Returns each banned word of a text, in its plain form, with the line where it is first used. */
    private static Map<String, Integer> bannedWords(String text) {
        Map<String, Integer> found = new TreeMap<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            for (MatchResult letters : LETTERS.matcher(lines.get(i)).results().toList()) {
                for (String part : CAMEL.splitAsStream(letters.group()).toList()) {
                    String word = part.toLowerCase(Locale.ROOT);
                    if (INFLECTED.matcher(word).matches()) {
                        found.putIfAbsent(plain(word), i + 1);
                    }
                }
            }
        }
        return found;
    }

    private static String plain(String word) {
        return new TreeSet<>(INSTEAD.keySet())
                .stream()
                        .filter(banned -> word.startsWith(banned.substring(0, 4)))
                        .findFirst()
                        .orElseThrow();
    }
}
