package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What no source file contains. */
class SourcesTest {
    private static final Pattern UNFINISHED = Pattern.compile("\\b(?:TO" + "DO|FIX" + "ME|XX" + "X)\\b");
    private static final Pattern WILDCARD = Pattern.compile("(?m)^import (?:static )?[\\w.]+\\.\\*;");
    private static final Pattern CATCHES_ALL = Pattern.compile("catch \\((?:final )?Throwable\\b");

    /** Folders of one machine, and the hosts of package registries: whoever builds this brings his own. */
    private static final Pattern ONE_MACHINE = Pattern.compile("/(?:tmp|work)/[\\w.]"
            + "|\\brepo\\d*\\.maven\\b|\\bmaven\\.org\\b|\\bnpmjs\\b|\\bsonatype\\.(?:org|com)\\b"
            + "|\\bdebian\\.org/debian\\b|\\bdeb\\.debian\\b|\\bregistry\\.[a-z]+\\.(?:org|com|io)\\b");

    /** Formats with the machine's own locale: a comma for a point, or other digits. */
    private static final Pattern LOCALE = Pattern.compile("java\\.lang\\.String\\.(format|formatted)"
            + "|java\\.io\\.Print(Stream|Writer)\\.(printf|format)|java\\.util\\.Formatter\\.<init>"
            + "|java\\.text\\.(DecimalFormat\\.<init>|NumberFormat\\.get\\w*Instance)");

    @Test
    void noJavaFileLeavesThingsForLater() {
        assertThat(found(UNFINISHED, "[^/]+/src/.*\\.java")).isEmpty();
        assertThat(UNFINISHED.matcher("// TO" + "DO later").find()).isTrue();
    }

    @Test
    void noJavaFileImportsAWildcard() {
        assertThat(found(WILDCARD, "[^/]+/src/.*\\.java")).isEmpty();
        assertThat(WILDCARD.matcher("x;\nimport java.util.*;").find()).isTrue();
        assertThat(WILDCARD.matcher("x;\nimport static java.util.Map.*;").find())
                .isTrue();
    }

    @Test
    void noJavaFileCatchesThrowable() {
        assertThat(found(CATCHES_ALL, "[^/]+/src/main/java/.*\\.java")).isEmpty();
        assertThat(CATCHES_ALL.matcher("} catch (Throwable t) {").find()).isTrue();
    }

    @Test
    void nothingNamesAFolderOfOneMachineOrARegistry() {
        assertThat(found(ONE_MACHINE, ".*")).isEmpty();
        assertThat(ONE_MACHINE.matcher("see /tm" + "p/x.log").find()).isTrue();
        assertThat(ONE_MACHINE.matcher("https://repo1.mav" + "en.org/").find()).isTrue();
        assertThat(ONE_MACHINE
                        .matcher("<url>https://maven.apache.org/xsd</url>")
                        .find())
                .isFalse();
    }

    @Test
    void numbersAreFormattedInNoParticularCountrysWay() {
        Set<String> found = new TreeSet<>();
        for (JavaClass product : ProductClasses.all()) {
            for (JavaAccess<?> access : product.getAccessesFromSelf()) {
                if (access.getTarget() instanceof AccessTarget.CodeUnitAccessTarget call
                        && usesDefaultLocale(
                                call.getOwner().getName() + "." + call.getName(),
                                call.getRawParameterTypes().stream()
                                        .map(JavaClass::getName)
                                        .toList())) {
                    found.add(access.getDescription());
                }
            }
        }
        assertThat(found)
                .as("calls that format with the machine's locale: pass Locale.ROOT")
                .isEmpty();
        assertThat(usesDefaultLocale("java.lang.String.format", List.of("java.lang.String", "java.lang.Object[]")))
                .isTrue();
        assertThat(usesDefaultLocale("java.lang.String.format", List.of("java.util.Locale", "java.lang.String")))
                .isFalse();
    }

    private static boolean usesDefaultLocale(String method, List<String> parameterTypes) {
        return LOCALE.matcher(method).matches() && !parameterTypes.contains("java.util.Locale");
    }

    private static Set<String> found(Pattern pattern, String pathRegex) {
        Set<String> found = new TreeSet<>();
        for (Map.Entry<String, String> file : Repository.textFiles(pathRegex).entrySet()) {
            Matcher matcher = pattern.matcher(file.getValue());
            if (matcher.find()) {
                long line =
                        file.getValue().substring(0, matcher.start()).lines().count();
                found.add(file.getKey() + ", about line " + Math.max(line, 1) + ": "
                        + matcher.group().strip());
            }
        }
        return found;
    }
}
