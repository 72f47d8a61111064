package io.fairlead.client;

import io.fairlead.Incarnation;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** The reporters of one client, whichever way they report on. */
final class Reporters {

    private static final SecureRandom SECURE = new SecureRandom();

    private final Threads threads;
    private final RandomGenerator random;
    private final Consumer<Runnable> hand;
    private final Duration budget;
    private final Set<LoadReporter> open = ConcurrentHashMap.newKeySet();

    /**
     * @param random asked by turns only
     * @param hand ends a future where the application's code that is chained to it holds up nothing
     * @param budget time for a report, and for a goodbye
     */
    Reporters(Threads threads, RandomGenerator random, Consumer<Runnable> hand, Duration budget) {
        this.threads = threads;
        this.random = random;
        this.hand = hand;
        this.budget = budget;
    }

    /** What an instance's reporter reports: what it is, how busy it is, and who hears what becomes of its rooms. */
    record Reported(InstanceSettings instance, LoadSource source, InstanceListener listener) {}

    /** Begins to report an instance as a new process, on the way that is made for it. */
    LoadReporter begin(Reported reported, Function<Incarnation, ReportLine> way) {
        InstanceSettings instance = reported.instance;
        Incarnation incarnation = newIncarnation();
        ReportLine line = way.apply(incarnation);
        HeldRooms rooms = new HeldRooms(threads.timeline::nanos);
        Tidings tidings = new Tidings(instance.service(), reported.listener, threads.lanes);
        ReportLoop loop = new ReportLoop(
                instance,
                incarnation,
                reported.source,
                new ReportLoop.Tools(rooms, line, threads.timeline, random, budget, tidings, threads.lanes));
        LoadReporter reporter = new LoadReporter(
                instance,
                incarnation,
                new LoadReporter.Wiring(rooms, loop, line, threads.timeline, hand, budget, open::remove));
        open.add(reporter);
        reporter.begin();
        return reporter;
    }

    /** A name of a process that no other has. */
    static Incarnation newIncarnation() {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            digits.append(Character.forDigit(SECURE.nextInt(16), 16));
        }
        return new Incarnation(digits.toString());
    }

    /** Lets all say goodbye, and waits for that at most for the budget. */
    void close() {
        LoadReporter.leaveAll(open, budget);
    }
}
