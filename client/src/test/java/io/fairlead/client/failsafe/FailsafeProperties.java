package io.fairlead.client.failsafe;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nodes in virtual time, with clocks that differ by up to 5 % in speed, messages of any delay, nodes that are restarted and
 * forget, and a manager that promotes at any moment whoever accepts: while a primary has its role by the promises of all
 * others, none of them accepts a promotion.
 */
final class FailsafeProperties {
    private static final int NODES = 4;
    private static final int RUNS = 300;
    private static final int STEPS = 600;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void nobodyAcceptsAPromotionWhileAPrimaryHasItsRoleByPromise(long seed) {
        int held = 0;
        int accepted = 0;
        for (int run = 0; run < RUNS; run++) {
            World world = new World(new Random(seed * 1_000_003 + run));
            for (int step = 0; step < STEPS; step++) {
                world.step("seed " + seed + ", run " + run + ", step " + step);
            }
            held += world.held;
            accepted += world.accepted;
        }
        // A world in which nothing happens proves nothing.
        assertThat(held).as("roles kept by promises").isGreaterThan(RUNS);
        assertThat(accepted).as("promotions accepted").isGreaterThan(RUNS);
    }

    /** What happens at a moment of true time. */
    private record Event(long at, Runnable what) {}

    private static final class World {
        final Random random;
        final Duration lease;
        final List<Node> nodes = new ArrayList<>();
        final PriorityQueue<Event> mail = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
        long truth = 1_000_000_000L;
        long newest = 1;
        int held;
        int accepted;

        World(Random random) {
            this.random = random;
            this.lease = Duration.ofMillis(100 + random.nextInt(random.nextBoolean() ? 500 : 10_000));
            for (int i = 0; i < NODES; i++) {
                nodes.add(new Node(this, "gw-" + i));
            }
        }

        long upTo(double leases) {
            return (long) (random.nextDouble() * leases * lease.toNanos());
        }

        void step(String where) {
            Event next = mail.poll();
            if (next != null && random.nextInt(4) > 0) {
                truth = Math.max(truth, next.at());
                next.what().run();
            } else {
                if (next != null) {
                    mail.add(next);
                }
                truth += upTo(0.05);
                act(nodes.get(random.nextInt(NODES)));
            }
            List<String> holders = nodes.stream()
                    .filter(Node::holdsRole)
                    .map(node -> node.name + " token " + node.roleToken)
                    .toList();
            List<Node> byPromise = nodes.stream()
                    .filter(Node::holdsRole)
                    .filter(n -> n.byPromise)
                    .toList();
            assertThat(byPromise.isEmpty() || holders.size() == 1)
                    .as("%s: lease %s, holders %s", where, lease, holders)
                    .isTrue();
        }

        private void act(Node node) {
            switch (random.nextInt(10)) {
                case 0 -> node.restart();
                // A manager that forgot everything but its tokens: it promotes without a wait.
                case 1, 2 -> promote(node);
                default -> {
                    if (node.holdsRole()) {
                        node.ask();
                    }
                }
            }
        }

        void promote(Node node) {
            boolean somebodyElse = nodes.stream().anyMatch(n -> n != node && n.holdsRole() && !n.byPromise);
            if (!somebodyElse && node.accept(newest + 1)) {
                newest++;
                accepted++;
            }
        }
    }

    /** A node that plays the asker's rules; its answers come from the real book. */
    private static final class Node implements PeerView {
        final World world;
        final String name;
        double speed;
        int start;
        long highest = 1;
        long roleToken;
        long roleUntil;
        boolean byPromise;
        int round;
        PromiseBook book;

        Node(World world, String name) {
            this.world = world;
            this.name = name;
            this.speed = 1 + world.random.nextInt(3) * 0.025;
            this.book = newBook();
        }

        private PromiseBook newBook() {
            return new PromiseBook(self(), this, this::clock, world.lease);
        }

        private Member self() {
            return new Member(new GroupId("line-1"), new NodeId(name), "s" + start);
        }

        /** The fastest clock is 5 % faster than the slowest. */
        private long clock() {
            return (long) (world.truth * speed);
        }

        boolean holdsRole() {
            return roleToken > 0 && clock() < roleUntil;
        }

        void restart() {
            start++;
            round++;
            // Every other restart is that of a node without a disk.
            highest = world.random.nextBoolean() ? highest : 0;
            roleToken = 0;
            book = newBook();
            triedAfter(world.upTo(0.5));
        }

        /** The manager tries at the worst moments: just after a start, and just when a promise is over. */
        private void triedAfter(long nanos) {
            world.mail.add(new Event(world.truth + nanos + 1, () -> world.promote(this)));
        }

        boolean accept(long token) {
            return book.ifFree(() -> {
                highest = token;
                roleToken = token;
                roleUntil = clock() + world.lease.toNanos();
                byPromise = false;
                return true;
            });
        }

        /** Asks all others; the role is kept for one lease from now if all have promised while it still lasts. */
        void ask() {
            int thisRound = ++round;
            long until = clock() + world.lease.toNanos();
            Ask ask = new Ask(self(), roleToken, world.lease);
            List<Node> missing = new ArrayList<>(world.nodes);
            missing.remove(this);
            for (Node other : List.copyOf(missing)) {
                later(() -> {
                    if (other.book.answer(ask, new NodeId(other.name)) == Promise.GRANTED) {
                        later(() -> promised(other, missing, thisRound, until));
                    }
                });
            }
        }

        private void promised(Node by, List<Node> missing, int ofRound, long until) {
            missing.remove(by);
            if (missing.isEmpty() && ofRound == round && holdsRole() && until > roleUntil) {
                roleUntil = until;
                byPromise = true;
                world.held++;
            }
        }

        private void later(Runnable what) {
            boolean lost = world.random.nextInt(20) == 0;
            if (!lost) {
                double most = switch (world.random.nextInt(10)) {
                    case 0 -> 1.5;
                    case 1, 2, 3 -> 0.2;
                    default -> 0;
                };
                long delay = world.upTo(most);
                world.mail.add(new Event(world.truth + delay, what));
            }
        }

        @Override
        public long highestToken() {
            return highest;
        }

        @Override
        public boolean hasAcceptedPromote() {
            return holdsRole();
        }

        @Override
        public void higherToken(long token) {
            highest = token;
            roleToken = 0;
        }

        @Override
        public Duration leaseBefore() {
            return Duration.ZERO;
        }

        @Override
        public void promising(Duration lease) {}

        @Override
        public void promised(NodeId to, Duration forHowLong) {
            assertThat(holdsRole())
                    .as("%s promises to %s while it has the role", name, to)
                    .isFalse();
        }
    }
}
