package io.fairlead.manager;

import io.fairlead.handover.Timing;
import io.fairlead.manager.journal.BootClock;
import io.fairlead.manager.journal.Journal;
import io.fairlead.manager.loop.GroupSettings;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.HandTimeline;
import io.fairlead.manager.loop.Timeline;
import io.fairlead.manager.rest.Door;
import io.fairlead.manager.rest.RestServer;
import io.fairlead.manager.services.ServiceSettings;
import io.fairlead.manager.services.Services;
import io.fairlead.manager.services.Stores;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * A manager as a process of its own, in which time passes only when it is told so on its standard input: {@code advance
 * MS} lets time pass, {@code wall MS} sets the wall clock forward or back. It answers {@code done} to each.
 */
final class DrivenManager {

    private DrivenManager() {}

    /** Arguments: data folder, time since the machine started in ms, wall clock in ms, length of a round in ms. */
    public static void main(String[] arguments) throws IOException {
        HandTimeline hand = new HandTimeline();
        hand.shiftWallClock(Duration.ofMillis(Long.parseLong(arguments[2]) - hand.wallMillis()));
        Duration round = Duration.ofMillis(Long.parseLong(arguments[3]));
        Timeline timeline = new OneAtATime(hand);
        Journal journal = Journal.open(
                Path.of(arguments[0]), new Clock(hand, Duration.ofMillis(Long.parseLong(arguments[1])), hand.now()));
        Groups groups = new Groups(
                timeline,
                Timing.of(Duration.ofSeconds(13)),
                id -> GroupSettings.of(PrimarySettings.of(Profile.STEADY, round)),
                journal);
        groups.restore(journal.handOver()).toCompletableFuture().join();
        Services services = new Services(
                timeline, Stores.inMemory(), id -> ServiceSettings.standard(), new SplittableRandom(1)::nextLong);
        RestServer server = RestServer.open(
                Door.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
                groups,
                services,
                journal.history());
        System.out.println(server.port());
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ", 2);
            Duration span = Duration.ofMillis(Long.parseLong(words[1]));
            synchronized (hand) {
                if (words[0].equals("advance")) {
                    hand.advance(span);
                } else {
                    hand.shiftWallClock(span);
                }
            }
            System.out.println("done");
        }
        server.close();
        journal.close();
    }

    /** Turns of several threads on a timeline that is driven by hand. */
    private record OneAtATime(HandTimeline hand) implements Timeline {

        @Override
        public Duration now() {
            synchronized (hand) {
                return hand.now();
            }
        }

        @Override
        public long wallMillis() {
            synchronized (hand) {
                return hand.wallMillis();
            }
        }

        @Override
        public void execute(Runnable turn) {
            synchronized (hand) {
                turn.run();
            }
        }

        @Override
        public Runnable every(Duration delay, Duration period, Runnable turn) {
            synchronized (hand) {
                return hand.every(delay, period, turn);
            }
        }
    }

    /** The machine's clock: the same time, on a machine that started earlier. */
    private record Clock(HandTimeline hand, Duration uptimeAtStart, Duration start) implements BootClock {

        @Override
        public String boot() {
            return "run-1";
        }

        @Override
        public Duration uptime() {
            synchronized (hand) {
                return uptimeAtStart.plus(hand.now()).minus(start);
            }
        }

        @Override
        public long wallMillis() {
            synchronized (hand) {
                return hand.wallMillis();
            }
        }
    }
}
