package io.fairlead.manager.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Question;
import io.fairlead.manager.loop.DrillRecord;
import io.fairlead.manager.loop.Held;
import io.fairlead.placement.Basis;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The OpenAPI document says what the interface does. */
final class OpenApiTest {

    private static Served served;
    private static Map<?, ?> document;

    @BeforeAll
    static void read() throws Exception {
        served = new Served();
        String text = served.get("/openapi.yaml").body();
        document = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(text);
    }

    @AfterAll
    static void close() {
        served.close();
    }

    @Test
    void everyRequestThatIsAnsweredIsInItAndNoOther() throws Exception {
        SortedSet<String> answered = new TreeSet<>();
        served.get("/v1")
                .body()
                .lines()
                .filter(line -> line.contains(" /"))
                .forEach(line -> answered.add(line.strip().replaceAll(" +", " ")));
        SortedSet<String> described = new TreeSet<>();
        ((Map<?, ?>) at("paths")).forEach((path, methods) -> {
            if (methods instanceof Map<?, ?> known) {
                known.keySet()
                        .forEach(method -> described.add(method.toString().toUpperCase(Locale.ROOT) + " " + path));
            }
        });
        assertThat(answered).hasSizeGreaterThan(20);
        assertThat(described).isEqualTo(answered);
    }

    @Test
    void everyRequestIsDescribedWithTheRolesThatItIsFor() {
        Map<String, List<String>> described = new TreeMap<>();
        ((Map<?, ?>) at("paths"))
                .forEach((path, methods) -> ((Map<?, ?>) Objects.requireNonNull(methods))
                        .keySet()
                        .forEach(method ->
                                described.put(method.toString().toUpperCase(Locale.ROOT) + " " + path, roles((List<?>)
                                        at("paths", path.toString(), method.toString(), "security")))));
        Map<String, List<String>> let = new TreeMap<>();
        served.access().forEach((request, access) -> let.put(request, access.labels()));
        assertThat(described).isEqualTo(let);
    }

    /** One list of one role for each that is let in. */
    private static List<String> roles(List<?> security) {
        return security.stream()
                .map(one -> ((Map<?, ?>) one).get("token"))
                .map(role -> String.valueOf(((List<?>) Objects.requireNonNull(role)).get(0)))
                .toList();
    }

    @Test
    void everyNameInItIsOneThatTheProgramUses() {
        assertThat(names("Problem", "code"))
                .containsExactlyElementsOf(
                        labels(Arrays.stream(Problem.Code.values()).map(Problem.Code::label)));
        assertThat(names("Decision", "kind")).containsExactlyElementsOf(lower(Decision.Kind.values()));
        assertThat(names("Decision", "cause")).containsExactlyElementsOf(and(upper(Cause.values()), "null"));
        assertThat(names("Decision", "held"))
                .containsExactlyInAnyOrderElementsOf(and(
                        lower(Held.values()).stream()
                                .filter(name -> !name.equals("no"))
                                .toList(),
                        "null"));
        assertThat(names("Check", "unit")).containsExactlyInAnyOrderElementsOf(lower(Question.Unit.values()));
        assertThat(names("Check", "relation")).containsExactlyInAnyOrderElementsOf(lower(Question.Relation.values()));
        assertThat(names("Drill", "result")).containsExactlyElementsOf(lower(DrillRecord.Result.values()));
        assertThat(names("Placement", "basis")).containsExactlyElementsOf(upper(Basis.values()));
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        List<String> references = new ArrayList<>();
        collect(document, references);
        assertThat(references).hasSizeGreaterThan(50).allSatisfy(reference -> {
            assertThat(at(reference.substring(2).split("/", -1))).isNotNull();
        });
    }

    private static void collect(Object node, List<String> references) {
        if (node instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (key.equals("$ref")) {
                    references.add(value.toString());
                }
                collect(value, references);
            });
        } else if (node instanceof List<?> list) {
            list.forEach(item -> collect(item, references));
        }
    }

    private static Object at(String... steps) {
        Object at = document;
        for (String step : steps) {
            at = at instanceof Map<?, ?> here ? here.get(step) : null;
        }
        return Objects.requireNonNull(at, () -> String.join("/", steps));
    }

    private static List<String> names(String schema, String property) {
        Object names = at("components", "schemas", schema, "properties", property, "enum");
        return ((List<?>) names).stream().map(String::valueOf).toList();
    }

    private static List<String> labels(Stream<String> names) {
        return names.toList();
    }

    private static List<String> lower(Enum<?>[] constants) {
        return Arrays.stream(constants)
                .map(one -> one.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private static List<String> upper(Enum<?>[] constants) {
        return Arrays.stream(constants).map(Enum::name).toList();
    }

    private static List<String> and(List<String> names, String more) {
        return Stream.concat(names.stream(), Stream.of(more)).toList();
    }
}
