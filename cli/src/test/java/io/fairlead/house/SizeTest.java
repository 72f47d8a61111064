package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Small stays small. A file above the limit needs a reason in {@code sizes.txt}, and may not grow. */
class SizeTest {
    private static final int AIM = 200;
    private static final int LIMIT = 400;
    private static final int PARAMETERS = 4;

    @Test
    void noMainFileIsLargerThanItMayBe() {
        Map<String, Integer> sizes = new TreeMap<>();
        Repository.textFiles("[^/]+/src/main/java/.*\\.java")
                .forEach((path, text) -> sizes.put(path, (int) text.lines().count()));
        sizes.forEach((path, lines) -> {
            if (lines > AIM) {
                System.out.println("over the aim of " + AIM + " lines: " + path + " has " + lines);
            }
        });
        assertThat(tooLarge(sizes, Repository.rows("sizes.txt"))).isEmpty();
    }

    @Test
    void aFileAboveTheLimitNeedsAReasonAndMayNotGrow() {
        Map<String, Integer> sizes = Map.of("A.java", LIMIT + 1);
        assertThat(tooLarge(sizes, List.of())).hasSize(1);
        assertThat(tooLarge(sizes, List.of(List.of("A.java", "401", "one table of constants"))))
                .isEmpty();
        assertThat(tooLarge(sizes, List.of(List.of("A.java", "401", "")))).hasSize(1);
        assertThat(tooLarge(Map.of("A.java", LIMIT + 2), List.of(List.of("A.java", "401", "one table"))))
                .hasSize(1);
    }

    @Test
    void aReasonThatIsNoLongerNeededGoes() {
        assertThat(tooLarge(Map.of("A.java", LIMIT), List.of(List.of("A.java", "450", "one table"))))
                .hasSize(1);
        assertThat(tooLarge(Map.of(), List.of(List.of("A.java", "450", "one table"))))
                .hasSize(1);
    }

    /** A record's components are its data; a method's parameters are what a reader must keep apart at every call. */
    @Test
    void noMethodTakesMoreThanFourParameters() {
        Set<String> found = new TreeSet<>();
        Set<String> unused = new TreeSet<>();
        Repository.rows("parameters.txt").forEach(row -> unused.add(row.get(0)));
        for (JavaClass product : ProductClasses.all()) {
            for (JavaCodeUnit codeUnit : product.getCodeUnits()) {
                String name = codeUnit.getOwner().getName() + "." + codeUnit.getName();
                if (parameters(codeUnit) > PARAMETERS && !unused.remove(name)) {
                    found.add(codeUnit.getFullName());
                }
            }
        }
        assertThat(found)
                .as("methods and constructors with more than " + PARAMETERS + " parameters")
                .isEmpty();
        assertThat(unused).as("lines of parameters.txt that nothing needs").isEmpty();
    }

    private static int parameters(JavaCodeUnit codeUnit) {
        JavaClass owner = codeUnit.getOwner();
        int count = codeUnit.getRawParameterTypes().size();
        if (codeUnit.getModifiers().contains(JavaModifier.SYNTHETIC)
                || codeUnit.getName().startsWith("lambda$")
                || (owner.isRecord() && codeUnit.isConstructor())) {
            return 0;
        }
        // The compiler adds an enum constant's name and number, and an inner object's outer one.
        return codeUnit.isConstructor() ? count - (owner.isEnum() ? 2 : 0) - (owner.isInnerClass() ? 1 : 0) : count;
    }

    private static Set<String> tooLarge(Map<String, Integer> sizes, List<List<String>> exceptions) {
        Set<String> complaints = new TreeSet<>();
        Map<String, Integer> maximum = new TreeMap<>();
        for (List<String> row : exceptions) {
            String path = row.get(0);
            maximum.put(path, Integer.parseInt(row.get(1)));
            if (row.size() < 3 || row.get(2).isBlank()) {
                complaints.add(path + " is listed in sizes.txt without a reason");
            }
            if (sizes.getOrDefault(path, 0) <= LIMIT) {
                complaints.add(path + " is listed in sizes.txt and no longer needs to be: take the line out");
            }
        }
        sizes.forEach((path, lines) -> {
            if (lines > maximum.getOrDefault(path, LIMIT)) {
                complaints.add(path + " has " + lines + " lines, above its limit of "
                        + maximum.getOrDefault(path, LIMIT) + ": divide it");
            }
        });
        return complaints;
    }
}
