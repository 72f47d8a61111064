package io.fairlead.manager.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fairlead.Question;
import io.fairlead.manager.loop.NodeView;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Cause;
import io.fairlead.primary.PrimaryQuestion;
import io.fairlead.primary.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The dashboard's words: none is missing in either language. */
final class DashboardWordsTest {

    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
    private static final Pattern USED = Pattern.compile("\\bt\\('(\\w+)'");

    private final JsonNode english = catalogue("words-en.json");
    private final JsonNode chinese = catalogue("words-zh-CN.json");

    private static String text(String name) {
        try (InputStream in = DashboardWordsTest.class.getResourceAsStream("/dashboard/" + name)) {
            assertThat(in).as(name).isNotNull();
            return new String(in.readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static JsonNode catalogue(String name) {
        try {
            return new ObjectMapper().readTree(text(name));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Set<String> names(JsonNode node) {
        Set<String> names = new TreeSet<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    private static Set<String> names(Object[] constants) {
        return new TreeSet<>(Arrays.stream(constants).map(Object::toString).toList());
    }

    /** In English the manager says them: there they stand beside the constant and cannot be missing. */
    @Test
    void everyReasonQuestionAlarmAndCauseIsSaidInChinese() {
        assertThat(names(chinese.get("reasons"))).isEqualTo(names(Reason.values()));
        assertThat(names(chinese.get("questions"))).isEqualTo(names(PrimaryQuestion.values()));
        assertThat(names(chinese.get("alarms"))).isEqualTo(names(Alarm.Kind.values()));
        assertThat(names(chinese.get("causes"))).isEqualTo(names(Cause.values()));
        assertThat(names(chinese.get("units"))).containsAll(lower(Question.Unit.values()));
        assertThat(names(chinese.get("relations"))).containsAll(lower(Question.Relation.values()));
        assertThat(names(chinese.get("states"))).containsAll(lower(NodeView.Life.values()));
    }

    private static Set<String> lower(Object[] constants) {
        Set<String> lower = new TreeSet<>();
        names(constants).forEach(name -> lower.add(name.toLowerCase(Locale.ROOT)));
        return lower;
    }

    @Test
    void bothLanguagesHaveTheSameTextsWithTheSameNumbersInThem() {
        Set<String> englishOnly = names(english.get("page"));
        englishOnly.removeIf(name -> name.endsWith("_one"));
        assertThat(names(chinese.get("page"))).isEqualTo(englishOnly);
        for (String name : englishOnly) {
            assertThat(places(chinese.get("page").get(name).textValue()))
                    .as("what is filled in at %s", name)
                    .isEqualTo(places(english.get("page").get(name).textValue()));
        }
    }

    @Test
    void whyAnInstanceTakesNoRoomsIsSaidInBothLanguages() {
        assertThat(names(chinese.get("refusals"))).isNotEmpty().isEqualTo(names(english.get("refusals")));
    }

    private static Set<String> places(String text) {
        Set<String> places = new TreeSet<>();
        PLACE.matcher(text).results().map((MatchResult place) -> place.group(1)).forEach(places::add);
        return places;
    }

    @Test
    void everyTextThatThePageAsksForIsThere() {
        for (String script : List.of(
                "main.js",
                "words.js",
                "token.js",
                "overview.js",
                "group.js",
                "nodes.js",
                "chart.js",
                "decisions.js",
                "services.js")) {
            USED.matcher(text(script))
                    .results()
                    .forEach(used ->
                            assertThat(names(english.get("page"))).as(script).contains(used.group(1)));
        }
    }
}
