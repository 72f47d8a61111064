package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.lang.ProcessBuilder.Redirect;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a JVM knows of its own load. */
final class ProcessLoadTest {

    private static final long MS = 1_000_000;

    /** A clock that a test sets. */
    private static final class HandClock implements ProcessLoad.CpuClock {
        long cpu;
        long now;

        @Override
        public long cpuNanos() {
            return cpu;
        }

        @Override
        public long nanos() {
            return now;
        }

        @Override
        public int processors() {
            return 4;
        }
    }

    private final HandClock clock = new HandClock();

    private static OptionalDouble cpu(InstanceLoad load) {
        return load.metrics().value("cpu");
    }

    @Test
    void cpuIsTheShareOfAllProcessorsSinceTheLastReadingAndUnknownBeforeThat() {
        ProcessLoad load = new ProcessLoad(clock);
        clock.now += 499 * MS;
        clock.cpu += 499 * MS;
        assertThat(cpu(load.read())).isEmpty();
        clock.now += 501 * MS;
        clock.cpu += 501 * MS;
        assertThat(cpu(load.read())).hasValue(25);
        clock.now += 100 * MS;
        clock.cpu += 400 * MS;
        assertThat(cpu(load.read())).as("too short a span: the value before").hasValue(25);
        clock.now += 900 * MS;
        clock.cpu += 1_600 * MS;
        assertThat(cpu(load.read())).hasValue(50);
        assertThat(load.read().capacity()).hasValue(4);
    }

    @Test
    void anIdleProcessHasZeroAndOneThatDoesNotKnowHasNothing() {
        ProcessLoad load = new ProcessLoad(clock);
        clock.now += 1_000 * MS;
        assertThat(cpu(load.read())).hasValue(0);
        clock.now += 1_000 * MS;
        clock.cpu = -1;
        assertThat(cpu(load.read())).isEmpty();
        clock.now += 1_000 * MS;
        clock.cpu = 5_000 * MS;
        assertThat(cpu(load.read())).as("no span to judge by").isEmpty();
    }

    @Test
    void memoryIsWhatTheHeapHoldsAfterACollectionAndUnknownWithoutOne() {
        MemoryUsage used = new MemoryUsage(0, 30, 50, 100);
        assertThat(HeapMemory.percent(Map.of("old", used, "eden", used, "Metaspace", used), Set.of("old", "eden"), 200))
                .hasValue(30);
        assertThat(HeapMemory.percent(Map.of("Metaspace", used), Set.of("old"), 200))
                .isEmpty();
    }

    @Test
    void aJvmThatHasCollectedNothingYetCountsAllThatIsOnItsHeap() throws Exception {
        List<String> said = said("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC");
        assertThat(said.get(0)).isEqualTo("collections 0 held 67108864");
        assertThat(Double.parseDouble(said.get(1)))
                .as("percent of 512 MiB, 64 MiB of them held")
                .isBetween(12.0, 40.0);
    }

    @Test
    void thisProcessIsReadForReal() {
        ProcessLoad load = new ProcessLoad();
        System.gc();
        InstanceLoad read = load.read();
        assertThat(read.metrics().value("memory").orElseThrow()).isBetween(0.01, 100.0);
        assertThat(read.capacity()).hasValue(Runtime.getRuntime().availableProcessors());
    }

    /** What a JVM of its own says, with the given options. */
    private static List<String> said(String... options) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElseThrow());
        command.addAll(List.of(options));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), YoungJvm.class.getName()));
        Process young =
                new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
        try (BufferedReader out = young.inputReader()) {
            return out.lines().toList();
        } finally {
            young.destroyForcibly();
        }
    }

    /** A program that holds 64 MiB and says how often it collected, and how full its heap is. */
    static final class YoungJvm {
        private YoungJvm() {}

        public static void main(String[] args) {
            byte[] held = new byte[64 << 20];
            OptionalDouble memory = new ProcessLoad().read().metrics().value("memory");
            long collections = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(GarbageCollectorMXBean::getCollectionCount)
                    .sum();
            System.out.println("collections " + collections + " held " + held.length);
            System.out.println(memory.isPresent() ? memory.getAsDouble() : "unknown");
        }
    }
}
