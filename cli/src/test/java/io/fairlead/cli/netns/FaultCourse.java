package io.fairlead.cli.netns;

import io.fairlead.cli.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Random trouble for a group, the same for the same seed as far as its order goes: links that are cut one way or both, cables
 * that are out, programs that stand still or are killed, clocks that are set, and orders of an operator. Several may last at
 * the same time; at the end everything is mended.
 */
final class FaultCourse {
    private static final List<String> HOSTS = List.of("gw-1", "gw-2", "manager");
    private static final int LONGEST_MILLIS = 8_000;

    private final Pair pair;
    private final Random random;
    private final Map<String, String> environment;
    private final Path clock;
    private final List<String> told = new ArrayList<>();
    private final SortedMap<String, Mending> open = new TreeMap<>();

    private interface Mending {
        void mend() throws IOException;
    }

    private enum Kind {
        CUT,
        PART,
        CABLE,
        FREEZE,
        KILL,
        CLOCK,
        SWITCHOVER
    }

    /**
     * A course that has not begun.
     *
     * @param environment what agents are started with
     * @param clock the file by which the clock of each agent is set
     */
    FaultCourse(Pair pair, long seed, Map<String, String> environment, Path clock) {
        this.pair = pair;
        this.random = new Random(seed);
        this.environment = environment;
        this.clock = clock;
    }

    /** What was done, for people. */
    List<String> told() {
        return told;
    }

    /** Does so many things to the group, and mends everything. */
    void run(int steps) throws IOException {
        for (int step = 0; step < steps; step++) {
            Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
            begin(kind);
            pair.awaitProbing(Duration.ofMillis(200 + random.nextInt(LONGEST_MILLIS)));
            if (random.nextInt(3) > 0) {
                mendAll();
                pair.awaitProbing(Duration.ofMillis(random.nextInt(LONGEST_MILLIS / 4)));
            }
        }
        mendAll();
    }

    private void mendAll() throws IOException {
        for (Map.Entry<String, Mending> one : open.entrySet()) {
            told.add("mend " + one.getKey());
            one.getValue().mend();
        }
        open.clear();
    }

    private void begin(Kind kind) throws IOException {
        int first = random.nextInt(HOSTS.size());
        String one = HOSTS.get(first);
        String other = HOSTS.get((first + 1 + random.nextInt(HOSTS.size() - 1)) % HOSTS.size());
        switch (kind) {
            case CUT -> cut(one, other);
            case PART -> {
                cut(one, other);
                cut(other, one);
            }
            case CABLE -> begin("cable of " + one, () -> pair.hosts.unplug(one), () -> pair.hosts.plug(one));
            case FREEZE -> freeze(one);
            case KILL -> kill(one);
            case CLOCK -> {
                int seconds = random.nextInt(3_600) - 1_800;
                told.add("clock " + seconds + " s");
                Files.writeString(clock, (seconds < 0 ? "" : "+") + seconds + "\n");
            }
            case SWITCHOVER -> {
                told.add("switchover");
                pair.command("switchover", "line-1", "--no-wait");
            }
        }
    }

    private void cut(String from, String to) throws IOException {
        begin("way from " + from + " to " + to, () -> pair.hosts.cut(from, to), () -> pair.hosts.heal(from, to));
    }

    /** One that stands still is not killed as well, and the other way round. */
    private void freeze(String host) throws IOException {
        Child program = host.equals("manager") ? pair.manager() : pair.agent(host);
        if (!open.containsKey(program(host))) {
            told.add("it stands still:");
            begin(program(host), () -> pair.hosts.freeze(program), () -> pair.hosts.thaw(program));
        }
    }

    private void kill(String host) throws IOException {
        if (open.containsKey(program(host))) {
            return;
        }
        told.add("it is killed:");
        if (host.equals("manager")) {
            begin(program(host), pair::killManager, pair::startManagerAgain);
        } else {
            begin(program(host), () -> pair.agent(host).kill(), () -> pair.node(host, environment));
        }
    }

    private static String program(String host) {
        return "program of " + host;
    }

    private void begin(String what, Mending trouble, Mending mending) throws IOException {
        if (!open.containsKey(what)) {
            told.add(what);
            trouble.mend();
            open.put(what, mending);
        }
    }
}
