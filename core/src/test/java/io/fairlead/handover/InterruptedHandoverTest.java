package io.fairlead.handover;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverEvent.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every course of a change, interrupted after every event, goes on from what was stored. */
class InterruptedHandoverTest {

    private static final NodeId OLD = new NodeId("gw-1");
    private static final NodeId NEW = new NodeId("gw-2");
    private static final NodeId THIRD = new NodeId("gw-3");
    private static final Duration BEGIN = Duration.ofHours(1);

    private static HandoverEvent wanted(HandoverKind kind, NodeId to) {
        return new HandoverEvent.Wanted(kind, to, BEGIN);
    }

    private static HandoverEvent says(NodeId node, long token, Report report) {
        return new HandoverEvent.Reported(node, token, report, BEGIN);
    }

    private static HandoverEvent committed(long token) {
        return new HandoverEvent.Committed(token, BEGIN);
    }

    private static HandoverEvent lapsed(NodeId node) {
        return new HandoverEvent.Lapsed(node, BEGIN);
    }

    private static final HandoverEvent REFUSED = new HandoverEvent.NotCommitted(BEGIN);

    private static final Map<String, List<HandoverEvent>> COURSES = Map.of(
            "planned",
            List.of(
                    wanted(HandoverKind.PLANNED, NEW),
                    says(NEW, 7, Report.PREPARED),
                    says(OLD, 7, Report.STOPPED),
                    committed(8),
                    says(NEW, 8, Report.PROMOTED),
                    says(OLD, 8, Report.DRAINED),
                    says(OLD, 8, Report.CLEANED)),
            "forced",
            List.of(
                    wanted(HandoverKind.FORCED, NEW),
                    says(OLD, 7, Report.STOPPED),
                    says(NEW, 7, Report.PREPARED),
                    committed(8),
                    says(NEW, 8, Report.PROMOTED),
                    says(OLD, 8, Report.CLEANED)),
            "a promote that fails",
            List.of(
                    wanted(HandoverKind.PLANNED, NEW),
                    says(NEW, 7, Report.PREPARED),
                    says(OLD, 7, Report.STOPPED),
                    committed(8),
                    says(NEW, 8, Report.PROMOTE_FAILED),
                    wanted(HandoverKind.FAILOVER, THIRD),
                    says(THIRD, 8, Report.PREPARED),
                    says(NEW, 8, Report.STOPPED),
                    committed(9),
                    says(THIRD, 9, Report.PROMOTED)),
            "a demote that fails",
            List.of(
                    wanted(HandoverKind.PLANNED, NEW),
                    says(NEW, 7, Report.PREPARED),
                    says(OLD, 7, Report.STOP_FAILED),
                    committed(8),
                    says(NEW, 8, Report.PROMOTED),
                    lapsed(OLD)),
            "a drill",
            List.of(wanted(HandoverKind.DRILL, NEW), says(NEW, 7, Report.PREPARED), says(NEW, 7, Report.CLEANED)),
            "a drill that fails",
            List.of(
                    wanted(HandoverKind.DRILL, NEW),
                    says(NEW, 7, Report.PREPARE_FAILED),
                    says(NEW, 7, Report.CLEANUP_FAILED)),
            "the primary dies in a drill",
            List.of(
                    wanted(HandoverKind.DRILL, NEW),
                    lapsed(OLD),
                    wanted(HandoverKind.FAILOVER, NEW),
                    says(NEW, 7, Report.PREPARED),
                    committed(8),
                    says(NEW, 8, Report.PROMOTED)),
            "a change is wanted in a drill",
            List.of(
                    wanted(HandoverKind.DRILL, NEW),
                    wanted(HandoverKind.PLANNED, THIRD),
                    says(THIRD, 7, Report.PREPARED),
                    says(OLD, 7, Report.STOPPED),
                    committed(8),
                    says(THIRD, 8, Report.PROMOTED)),
            "the primary dies on the way",
            List.of(
                    wanted(HandoverKind.PLANNED, NEW),
                    lapsed(OLD),
                    says(NEW, 7, Report.PREPARED),
                    REFUSED,
                    wanted(HandoverKind.FAILOVER, THIRD),
                    says(THIRD, 7, Report.PREPARED),
                    committed(8),
                    says(THIRD, 8, Report.PROMOTED)));

    static Stream<Arguments> interrupted() {
        List<Arguments> all = new ArrayList<>();
        COURSES.forEach((name, events) -> {
            for (HandoverMode mode : HandoverMode.values()) {
                for (int length = 0; length <= events.size(); length++) {
                    all.add(Arguments.of(name, mode, length));
                }
            }
        });
        return all.stream();
    }

    /** A checker that knows nothing of steps: it only remembers who was ever told to be primary, and what they said. */
    private static final class Judge {

        private final Handover handover;
        private final HandoverMode mode;
        private HandoverState state = HandoverState.initial().holding(OLD, 7);
        private int openDrills;

        Judge(HandoverMode mode) {
            this.mode = mode;
            this.handover = new Handover(HandoverSettings.of(mode));
        }

        void on(HandoverEvent event) {
            HandoverState before = state;
            Handover.Progress progress = handover.on(state, event);
            state = progress.next();
            progress.news().forEach(this::count);
            assertThat(openDrills)
                    .as("drills without an outcome")
                    .isBetween(0, before.course().kind() == HandoverKind.DRILL || isDrill() ? 1 : 0);
            assertThat(before.isSteady() || !state.isSteady() || openDrills == 0)
                    .as("one is over, and was told as such")
                    .isTrue();
            assertThat(state.token()).isGreaterThanOrEqualTo(before.token());
            if (state.token() > before.token()) {
                NodeId given = state.primary();
                List<NodeId> others = before.holdings().keySet().stream()
                        .filter(node -> !node.equals(given))
                        .toList();
                boolean planned =
                        mode == HandoverMode.OVERLAP && before.course().kind() == HandoverKind.PLANNED;
                assertThat(others)
                        .isSubsetOf(planned && before.primary() != null ? List.of(before.primary()) : List.of());
            }
            if (!(event instanceof HandoverEvent.Wanted) && !(event instanceof HandoverEvent.Looked)) {
                assertThat(handover.on(state, event).next()).as("a second time").isEqualTo(state);
            }
            long told = Stream.of(OLD, NEW, THIRD)
                    .filter(node -> handover.directive(state, node) == Directive.PROMOTE)
                    .count();
            assertThat(told).isLessThanOrEqualTo(1);
        }

        /** Each drill that begins has one outcome, and no other has one. */
        private void count(HandoverNews news) {
            switch (news.what()) {
                case DRILL_STARTED -> openDrills++;
                case DRILL_PASSED, DRILL_FAILED, DRILL_CUT -> openDrills--;
                default -> {
                    // It is about something else.
                }
            }
        }

        private boolean isDrill() {
            return state.course().kind() == HandoverKind.DRILL;
        }

        /** Nothing is heard any more but what lapses by itself, and time goes by. */
        void silence() {
            Duration at = BEGIN;
            for (int i = 0; i < 20; i++) {
                at = at.plusSeconds(10);
                on(new HandoverEvent.Looked(at));
            }
            List.copyOf(state.holdings().keySet()).forEach(node -> on(lapsed(node)));
            on(new HandoverEvent.NotCommitted(at));
            for (int i = 0; i < 20; i++) {
                at = at.plusSeconds(10);
                on(new HandoverEvent.Looked(at));
            }
        }
    }

    @ParameterizedTest(name = "{0}, {1}, after {2} events")
    @MethodSource("interrupted")
    void itEndsWithoutAnybodyAndAFailoverThenFindsAPrimary(String name, HandoverMode mode, int length) {
        Judge judge = new Judge(mode);
        COURSES.getOrDefault(name, List.of()).subList(0, length).forEach(judge::on);
        judge.silence();
        assertThat(judge.state.isSteady()).isTrue();
        assertThat(judge.state.holdings()).isEmpty();
        assertThat(judge.state.primary()).isNull();
        judge.on(wanted(HandoverKind.FAILOVER, THIRD));
        judge.on(says(THIRD, judge.state.token(), Report.PREPARED));
        judge.on(committed(100));
        judge.on(says(THIRD, 100, Report.PROMOTED));
        assertThat(judge.state.isSteady()).isTrue();
        assertThat(judge.state.primary()).isEqualTo(THIRD);
    }

    @ParameterizedTest(name = "{0}, {1}, after {2} events")
    @MethodSource("interrupted")
    void whatComesLateInAnyOrderBreaksNothing(String name, HandoverMode mode, int length) {
        List<HandoverEvent> events = COURSES.getOrDefault(name, List.of());
        List<HandoverEvent> rest = events.subList(length, events.size());
        for (List<HandoverEvent> order : orders(rest)) {
            Judge judge = new Judge(mode);
            events.subList(0, length).forEach(judge::on);
            order.forEach(judge::on);
            // All of it once more, from the beginning.
            events.forEach(judge::on);
            judge.silence();
            assertThat(judge.state.isSteady()).isTrue();
        }
    }

    /** All orders of up to five events; of more, each one moved to each other place. */
    private static List<List<HandoverEvent>> orders(List<HandoverEvent> events) {
        List<List<HandoverEvent>> all = new ArrayList<>();
        if (events.size() <= 5) {
            permute(events, new ArrayList<>(), all);
            return all;
        }
        for (int from = 0; from < events.size(); from++) {
            for (int to = 0; to < events.size(); to++) {
                List<HandoverEvent> moved = new ArrayList<>(events);
                moved.add(to, moved.remove(from));
                all.add(moved);
            }
        }
        return all;
    }

    private static void permute(List<HandoverEvent> left, List<HandoverEvent> taken, List<List<HandoverEvent>> all) {
        if (left.isEmpty()) {
            all.add(List.copyOf(taken));
            return;
        }
        for (int i = 0; i < left.size(); i++) {
            List<HandoverEvent> rest = new ArrayList<>(left);
            taken.add(rest.remove(i));
            permute(rest, taken, all);
            taken.remove(taken.size() - 1);
        }
    }
}
