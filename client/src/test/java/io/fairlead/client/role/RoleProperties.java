package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.Directive;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds of a role in virtual time, whatever a network, a manager and a machine do to it. */
final class RoleProperties {

    /** A beat on its way, and what the manager answered to it. */
    private record Flight(Moment sent, HeartbeatAnswer answer, HandoverPoint said) {}

    /**
     * The rules once more, as plainly as they can be said: it looks at the answers that reached the node and knows
     * nothing of how the node keeps its state.
     */
    private static final class Checker {
        private final long start;
        private long highest;
        private long own = -1;
        private long ownUntil;
        private long boundUntil;

        Checker(long start) {
            this.start = start;
            this.boundUntil = start + 4300;
        }

        void answered(Flight flight, long wallMillis) {
            long sent = flight.sent().bootNanos() / 1_000_000;
            if (own >= 0 && wallMillis >= ownUntil) {
                own = -1;
            }
            Told told = flight.answer().steps().orElseThrow().told();
            if (told.what() == Directive.PROMOTE && wallMillis < sent + 3000) {
                if (told.id() > highest && wallMillis >= boundUntil) {
                    own = told.id();
                    ownUntil = sent + 3000;
                } else if (told.id() == own && flight.answer().renewed()) {
                    ownUntil = Math.max(ownUntil, sent + 3000);
                }
                highest = Math.max(highest, told.id());
            } else if (told.what() != Directive.PROMOTE) {
                boolean ended = told.what() == Directive.DEMOTE && told.id() >= own;
                if (ended || flight.answer().token() > own) {
                    own = -1;
                }
                highest = Math.max(highest, flight.answer().token());
            }
        }

        void promised(long until) {
            boundUntil = Math.max(boundUntil, until);
        }

        void failed(long token) {
            if (own == token) {
                own = -1;
            }
        }

        boolean mayBePrimary(long wallMillis) {
            return own >= 0 && wallMillis < ownUntil && wallMillis >= start;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aNodeIsPrimaryNoLongerThanItsAnswersAllowAndNeverByATokenThatItKnew(long seed) {
        Random world = new Random(seed);
        for (int run = 0; run < 300; run++) {
            play(world, seed + "/" + run);
        }
    }

    private static void play(Random world, String name) {
        RoleTerms terms = List.of(RoleBench.SAFE, RoleBench.EXCLUSIVE, RoleBench.SINGLE_WRITER)
                .get(world.nextInt(3));
        RoleBench node = RoleBench.started(terms, 0).event(RoleWalk::begun);
        Checker checker = new Checker(0);
        List<Flight> flights = new ArrayList<>();
        List<StepOrder> steps = new ArrayList<>();
        long wall = 0;
        long token = 1;
        for (int step = 0; step < 200; step++) {
            long pause = world.nextInt(400);
            wall += pause;
            if (world.nextInt(60) == 0) {
                long asleep = world.nextInt(6000);
                wall += asleep;
                node.suspended(asleep);
            }
            node.later(pause);
            check(name, step, node, checker, wall);
            switch (world.nextInt(8)) {
                case 0, 1, 2 -> {
                    token += world.nextInt(8) == 0 ? 1 : 0;
                    long near = Math.max(1, token - world.nextInt(3));
                    flights.add(new Flight(node.now(), answer(world, terms, near), node.point()));
                }
                case 3, 4, 5 -> {
                    if (!flights.isEmpty()) {
                        Flight flight = flights.remove(world.nextInt(flights.size()));
                        Moment sent = flight.sent();
                        int before = node.steps().size();
                        node.event(walk -> walk.answered(flight.answer(), sent, flight.said()));
                        checker.answered(flight, wall);
                        remember(node, before, steps);
                    }
                }
                case 6 -> {
                    if (!steps.isEmpty()) {
                        StepOrder order = steps.remove(world.nextInt(steps.size()));
                        StepEnd end = world.nextInt(4) == 0 ? StepEnd.failed("no") : StepEnd.DONE;
                        boolean stands =
                                node.state().running().filter(order::equals).isPresent();
                        int before = node.steps().size();
                        node.event(walk -> walk.ended(order, end));
                        if (order.step() == RoleStep.PROMOTE && end.failed() && stands) {
                            checker.failed(order.id());
                        }
                        remember(node, before, steps);
                    }
                }
                default -> {
                    if (world.nextInt(10) == 0 && !node.isPrimary()) {
                        long until = wall + 4300;
                        node.event(walk -> walk.promised(
                                new Bond.Promise(RoleBench.OTHER, node.now().plus(Duration.ofMillis(4300)))));
                        checker.promised(until);
                    }
                }
            }
            check(name, step, node, checker, wall);
        }
    }

    private static void remember(RoleBench node, int before, List<StepOrder> steps) {
        for (int i = before; i < node.steps().size(); i++) {
            steps.add(node.order(i));
        }
    }

    private static HeartbeatAnswer answer(Random world, RoleTerms terms, long token) {
        return switch (world.nextInt(10)) {
            case 0 -> RoleBench.told(terms, Directive.PREPARE, 1 + world.nextInt(3), token);
            case 1 -> RoleBench.told(terms, Directive.CLEANUP, 1 + world.nextInt(3), token);
            case 2 -> RoleBench.told(terms, Directive.DEMOTE, Math.max(1, token - world.nextInt(2)), token);
            case 3 -> RoleBench.told(terms, Directive.NONE, 0, token);
            case 4 ->
                RoleBench.answer(terms, Role.PRIMARY, token, new Told(Directive.PROMOTE, token, "", "", ""), false);
            default -> RoleBench.promote(terms, token);
        };
    }

    /** A node may be less than it is allowed to be, and never more. */
    private static void check(String name, int step, RoleBench node, Checker checker, long wall) {
        if (node.isPrimary()) {
            assertThat(checker.mayBePrimary(wall))
                    .as("run %s, step %s, at %s ms: %s", name, step, wall, node.state())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void withAnAnswerInEachSecondThePrimaryStaysPrimary(long seed) {
        Random world = new Random(seed);
        RoleBench node = RoleBench.primary(RoleBench.SAFE, 6);
        for (int beat = 0; beat < 1000; beat++) {
            Moment sent = node.now();
            node.later(world.nextInt(500)).answered(t -> RoleBench.promote(t, 6), sent);
            node.later(world.nextInt(1500));
            assertThat(node.isPrimary()).as("beat %s", beat).isTrue();
        }
    }
}
