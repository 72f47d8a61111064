package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Who may depend on whom. A new package enters the table here; a new module needs an ADR as well. */
class ArrowsTest {
    private static final List<String> CORE = List.of("root", "load", "primary", "handover", "placement", "store");

    private static final Map<String, List<String>> MAY_USE = Map.ofEntries(
            Map.entry("root", List.of()),
            Map.entry("load", List.of("root")),
            Map.entry("primary", List.of("root", "load")),
            Map.entry("handover", List.of("root")),
            Map.entry("placement", List.of("root", "load")),
            Map.entry("store", List.of("root", "load", "primary", "handover", "placement")),
            Map.entry("redis", CORE),
            Map.entry("simulator", CORE),
            Map.entry("config", List.of()),
            Map.entry("agent", with(CORE, "config", "client")),
            Map.entry("client", CORE),
            Map.entry("manager", with(CORE, "config", "simulator")),
            Map.entry("cli", with(CORE, "config", "simulator", "client", "agent", "manager", "redis")));

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([a-z.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?(io\\.fairlead(?:\\.[a-z]+)*)\\.[A-Z]");

    @Test
    void everyPackageHasItsPlaceInTheTable() {
        Set<String> unknown = new TreeSet<>();
        for (JavaClass product : ProductClasses.all()) {
            if (!MAY_USE.containsKey(ProductClasses.part(product.getPackageName()))) {
                unknown.add(product.getPackageName());
            }
        }
        assertThat(unknown).as("packages without a line in ArrowsTest.MAY_USE").isEmpty();
    }

    @Test
    void everyArrowIsAllowed() {
        Set<String> forbidden = new TreeSet<>();
        for (JavaClass product : ProductClasses.all()) {
            forbidden.addAll(forbiddenArrows(product));
        }
        assertThat(forbidden)
                .as("arrows that ArrowsTest.MAY_USE does not allow")
                .isEmpty();
    }

    /** The class files do not tell the types of local variables; the imports do. */
    @Test
    void everyImportIsAllowed() {
        Set<String> forbidden = new TreeSet<>();
        Repository.textFiles("[^/]+/src/main/java/.*\\.java").forEach((path, text) -> {
            String from = ProductClasses.part(onlyGroup(PACKAGE, text));
            Collection<String> allowed = MAY_USE.getOrDefault(from, List.of());
            IMPORT.matcher(text).results().forEach(imported -> {
                String to = ProductClasses.part(imported.group(1));
                if (!to.equals(from) && !allowed.contains(to)) {
                    forbidden.add(from + " -> " + to + ": " + path + " imports from " + imported.group(1));
                }
            });
        });
        assertThat(forbidden)
                .as("imports that ArrowsTest.MAY_USE does not allow")
                .isEmpty();
    }

    @Test
    void noPackagesDependOnOneAnotherInACircle() {
        Map<String, Set<String>> arrows = new TreeMap<>();
        for (JavaClass product : ProductClasses.all()) {
            for (Dependency dependency : product.getDirectDependenciesFromSelf()) {
                JavaClass target = dependency.getTargetClass().getBaseComponentType();
                if (ProductClasses.isProduct(target) && !target.getPackageName().equals(product.getPackageName())) {
                    arrows.computeIfAbsent(product.getPackageName(), name -> new TreeSet<>())
                            .add(target.getPackageName());
                }
            }
        }
        assertThat(circles(arrows)).as("circles of packages").isEmpty();
    }

    @Test
    void aCircleIsFoundHoweverLongItIs() {
        assertThat(circles(Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("a"), "d", Set.of("a"))))
                .containsExactly("a -> b -> c -> a", "b -> c -> a -> b", "c -> a -> b -> c");
        assertThat(circles(Map.of("a", Set.of("b", "c"), "b", Set.of("c")))).isEmpty();
    }

    private static Set<String> forbiddenArrows(JavaClass product) {
        String from = ProductClasses.part(product.getPackageName());
        Collection<String> allowed = MAY_USE.getOrDefault(from, List.of());
        Set<String> forbidden = new TreeSet<>();
        for (Dependency dependency : product.getDirectDependenciesFromSelf()) {
            JavaClass target = dependency.getTargetClass().getBaseComponentType();
            if (ProductClasses.isProduct(target)) {
                String to = ProductClasses.part(target.getPackageName());
                if (!to.equals(from) && !allowed.contains(to)) {
                    forbidden.add(from + " -> " + to + ": " + dependency.getDescription());
                }
            }
        }
        return forbidden;
    }

    /** Returns the shortest way from each package back to itself, where there is one. */
    private static Set<String> circles(Map<String, Set<String>> arrows) {
        Set<String> circles = new TreeSet<>();
        for (String start : new TreeSet<>(arrows.keySet())) {
            Deque<List<String>> open = new ArrayDeque<>(List.of(List.of(start)));
            Set<String> seen = new TreeSet<>();
            while (!open.isEmpty()) {
                List<String> way = open.remove();
                for (String next : new TreeSet<>(arrows.getOrDefault(way.get(way.size() - 1), Set.of()))) {
                    if (next.equals(start)) {
                        circles.add(String.join(" -> ", with(way, start)));
                        open.clear();
                        break;
                    }
                    if (seen.add(next)) {
                        open.add(with(way, next));
                    }
                }
            }
        }
        return circles;
    }

    private static String onlyGroup(Pattern pattern, String text) {
        return pattern.matcher(text).results().findFirst().orElseThrow().group(1);
    }

    private static List<String> with(List<String> first, String... more) {
        List<String> all = new ArrayList<>(first);
        all.addAll(List.of(more));
        return List.copyOf(all);
    }
}
