package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Core (all of it but its {@code store} package) only computes. */
class CorePurityTest {
    private static final List<String> PURE = List.of("root", "load", "primary", "handover", "placement");

    @Test
    void coreOnlyComputes() {
        Set<String> violations = new TreeSet<>();
        for (JavaClass product : ProductClasses.all()) {
            if (PURE.contains(ProductClasses.part(product.getPackageName()))) {
                violations.addAll(CorePurity.violations(product));
            }
        }
        assertThat(violations).as("what core must not do").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "currentTimeMillis",
                "Instant.now",
                "LocalDate.now",
                "getenv",
                "identityHashCode",
                "Math.random",
                "Math.exp",
                "randomUUID",
                "ThreadLocalRandom",
                "SecureRandom",
                "RandomGenerator.getDefault",
                "Collections.shuffle",
                "ReentrantLock",
                "java.lang.Thread",
                "synchronized",
                "HashMap",
                "Map.of",
                "Set.copyOf",
                "Collectors.toSet",
                "Collectors.groupingBy",
                "System.out",
                "java.nio.file.Path",
                "Impure.counter",
                "Impure.COUNTER",
                "Impure.CACHE",
                "Impure.TABLE",
            })
    void eachBanBites(String banned) {
        assertThat(violationsOf(Impure.class)).anyMatch(violation -> violation.contains(banned));
    }

    @Test
    void plainComputingPasses() {
        assertThat(violationsOf(Pure.class)).isEmpty();
    }

    private static Set<String> violationsOf(Class<?> sample) {
        return CorePurity.violations(
                new ClassFileImporter().importClasses(sample, Counter.class).get(sample));
    }

    /** Everything that core must not do, to see that the rule notices. */
    @SuppressWarnings("unused")
    static final class Impure {
        static int counter;
        static final Counter COUNTER = new Counter();
        static final Map<String, String> CACHE = new TreeMap<>();
        static final int[] TABLE = {1, 2, 3};
        private final ReentrantLock lock = new ReentrantLock();
        private @Nullable Thread thread;

        synchronized String everything(Stream<String> words, List<String> list) {
            Map<String, Object> found = new HashMap<>(Map.of());
            found.put("time", System.currentTimeMillis());
            found.put("instant", Instant.now());
            found.put("date", LocalDate.now(ZoneOffset.UTC));
            found.put("environment", System.getenv());
            found.put("identity", System.identityHashCode(found));
            found.put("random", Math.random() + Math.exp(1));
            found.put("id", UUID.randomUUID());
            found.put("thread-local", ThreadLocalRandom.current());
            found.put("secure", new SecureRandom());
            found.put("generator", RandomGenerator.getDefault());
            found.put("set", Set.copyOf(list));
            found.put("collected", words.collect(Collectors.toSet()));
            found.put("grouped", list.stream().collect(Collectors.groupingBy(String::length)));
            found.put("path", java.nio.file.Path.of("x"));
            Collections.shuffle(list);
            System.out.println(lock);
            return found.toString() + thread;
        }
    }

    /** Something that changes. */
    @SuppressWarnings("unused")
    static final class Counter {
        private int value;
    }

    /** What core does all day. */
    record Pure(double load, List<Double> samples, Map<String, Double> byNode) {
        static final List<String> NAMES = List.of("a", "b");

        double compute(RandomGenerator random, Instant now) {
            double sum = random.nextDouble() + Math.max(load, 0) + StrictMath.exp(1) + now.toEpochMilli();
            for (double sample : samples) {
                sum += Math.abs(sample) + Math.sqrt(sample) + Math.round(sample) + Math.floor(sample);
            }
            Map<String, Long> ordered =
                    NAMES.stream().collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
            return sum + ordered.size() + byNode.size();
        }

        enum Kind {
            ONE,
            OTHER
        }

        static int branch(Kind kind) {
            return switch (kind) {
                case ONE -> 1;
                case OTHER -> 2;
            };
        }
    }
}
