package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.handover.Handover;
import io.fairlead.handover.HandoverEvent;
import io.fairlead.handover.HandoverEvent.Report;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.handover.Holding;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.MemberList;
import io.fairlead.manager.loop.StandingOrders;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.GroupState;
import io.fairlead.primary.Reason;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What a journal and a snapshot keep of a change of primary and of the list of members is what was written. */
final class HandoverCodecTest {

    private static final GroupId LINE = new GroupId("line-1");
    private static final List<NodeId> NODES = List.of(new NodeId("n0"), new NodeId("n1"), new NodeId("n2"));
    private static final int WALKS = 300;
    private static final int EVENTS = 60;

    /** What random walks have passed through; a property of states that never occur would say nothing. */
    private static final class Passed {
        final Set<HandoverStep> steps = EnumSet.noneOf(HandoverStep.class);
        final Set<HandoverKind> kinds = EnumSet.noneOf(HandoverKind.class);
        int barred;
        int unstopped;
        int flawed;
        long highestNumber;

        void note(HandoverState state) {
            HandoverState.Course course = state.course();
            steps.add(course.step());
            kinds.add(course.kind());
            barred += state.bars().isEmpty() ? 0 : 1;
            unstopped += state.holdings().values().stream().anyMatch(Holding::unstopped) ? 1 : 0;
            flawed += course.flawed() ? 1 : 0;
            highestNumber = Math.max(highestNumber, course.number());
        }
    }

    @Test
    void whateverAChangeHasComeToIsReadAsItWasWrittenFromTheJournalAndFromASnapshot() {
        Passed passed = new Passed();
        for (int seed = 0; seed < WALKS; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            HandoverMode mode = random.nextBoolean() ? HandoverMode.OVERLAP : HandoverMode.EXCLUSIVE;
            Handover steps = new Handover(HandoverSettings.of(mode));
            HandoverState state = HandoverState.initial();
            for (int i = 0; i < EVENTS; i++) {
                Duration at = Duration.ofSeconds(5L * i).plusNanos(random.nextInt(1_000_000_000));
                HandoverEvent event = random.nextBoolean() ? expected(state, random, at) : anything(random, state, at);
                state = steps.on(state, event).next();
                passed.note(state);
                Decision wanted = random.nextBoolean() ? decision(random) : null;
                Fact fact = new Fact.Stepped(LINE, state, wanted);
                assertThat(throughTheJournal(fact))
                        .as("seed %s, event %s", seed, i)
                        .isEqualTo(fact);
                GroupMemory memory = memory(state, wanted, list(random));
                assertThat(throughASnapshot(memory))
                        .as("seed %s, event %s", seed, i)
                        .isEqualTo(memory);
            }
        }
        assertThat(passed.steps).containsExactlyInAnyOrder(HandoverStep.values());
        assertThat(passed.kinds).containsExactlyInAnyOrder(HandoverKind.values());
        assertThat(List.of(passed.barred, passed.unstopped, passed.flawed))
                .allSatisfy(times -> assertThat(times).isGreaterThan(50));
        assertThat(passed.highestNumber).isGreaterThan(5);
    }

    @Test
    void aListOfMembersIsReadWithItsVersionItsNodesItsPrimaryAndWhatThatKnows() {
        for (int seed = 0; seed < WALKS; seed++) {
            MemberList list = list(new SplittableRandom(seed));
            Fact fact = new Fact.Listed(LINE, list);
            assertThat(throughTheJournal(fact)).as("seed %s", seed).isEqualTo(fact);
            GroupMemory memory = memory(HandoverState.initial(), null, list);
            MemberList read = throughASnapshot(memory).list();
            assertThat(read).as("seed %s", seed).isEqualTo(list);
            assertThat(read.hash()).isEqualTo(list.hash());
        }
    }

    private static Fact throughTheJournal(Fact fact) {
        Writer out = new Writer();
        FactCodec.write(out, fact);
        ByteBuffer bytes = ByteBuffer.wrap(out.bytes());
        Fact read = FactCodec.read(new Reader(bytes));
        assertThat(bytes.remaining()).as("bytes that nobody read").isZero();
        return read;
    }

    private static GroupMemory throughASnapshot(GroupMemory memory) {
        Writer out = new Writer();
        StateCodec.write(out, memory);
        ByteBuffer bytes = ByteBuffer.wrap(out.bytes());
        GroupMemory read = StateCodec.read(new Reader(bytes));
        assertThat(bytes.remaining()).as("bytes that nobody read").isZero();
        return read;
    }

    private static GroupMemory memory(HandoverState state, @Nullable Decision wanted, MemberList list) {
        return new GroupMemory(
                LINE,
                Duration.ofSeconds(600),
                Duration.ofSeconds(597),
                GroupState.initial(),
                state.token(),
                state,
                wanted,
                state.token() + 1,
                Duration.ofSeconds(4),
                list,
                StandingOrders.none(),
                List.of(),
                List.of(),
                List.of());
    }

    /** What takes a change further; random messages alone hardly ever bring one to its end. */
    private static HandoverEvent expected(HandoverState state, SplittableRandom random, Duration at) {
        HandoverState.Course course = state.course();
        NodeId to = course.to() == null ? node(random) : course.to();
        NodeId from = course.from() == null ? node(random) : course.from();
        return switch (course.step()) {
            case STEADY -> new HandoverEvent.Wanted(one(random, HandoverKind.values()), node(random), at);
            case PREPARING -> new HandoverEvent.Reported(to, state.token(), Report.PREPARED, at);
            case STOPPING -> new HandoverEvent.Reported(from, state.token(), Report.STOPPED, at);
            case COMMITTING -> new HandoverEvent.Committed(state.token() + 1, at);
            case PROMOTING -> new HandoverEvent.Reported(to, state.token(), Report.PROMOTED, at);
            case DRAINING ->
                new HandoverEvent.Reported(
                        from, state.token(), random.nextBoolean() ? Report.STOPPED : Report.DRAINED, at);
            case CLEANING -> new HandoverEvent.Reported(random.nextBoolean() ? from : to, 0, Report.CLEANED, at);
        };
    }

    /** Messages that nobody would send, too: late, doubled, in any order, about any node and token. */
    private static HandoverEvent anything(SplittableRandom random, HandoverState state, Duration at) {
        NodeId node = node(random);
        NodeId to = state.course().to();
        NodeId likely = to != null && random.nextBoolean() ? to : node;
        return switch (random.nextInt(20)) {
            case 0, 1 -> new HandoverEvent.Wanted(one(random, HandoverKind.values()), node, at);
            case 2 -> new HandoverEvent.Dismissed(at);
            case 3, 4, 5 -> new HandoverEvent.Committed(state.token() + random.nextInt(3), at);
            case 6 -> new HandoverEvent.NotCommitted(at);
            case 7, 8 -> new HandoverEvent.Lapsed(likely, at);
            case 9 -> new HandoverEvent.Looked(at.plusSeconds(30));
            default -> {
                long token = Math.max(0, state.token() - random.nextInt(2));
                yield new HandoverEvent.Reported(likely, token, one(random, Report.values()), at);
            }
        };
    }

    private static Decision decision(SplittableRandom random) {
        return new Decision(
                one(random, Decision.Kind.values()),
                one(random, Reason.values()),
                random.nextBoolean() ? one(random, Cause.values()) : null,
                random.nextBoolean() ? node(random) : null,
                random.nextBoolean() ? node(random) : null,
                new Decision.Comparison(
                        random.nextBoolean() ? node(random) : null,
                        random.nextBoolean() ? random.nextDouble() * 100 : Double.NaN,
                        random.nextDouble() * 10,
                        random.nextInt(9),
                        random.nextInt(9),
                        random.nextInt(9)));
    }

    private static MemberList list(SplittableRandom random) {
        SortedMap<NodeId, String> peers = new TreeMap<>();
        SortedMap<NodeId, String> known = new TreeMap<>();
        for (NodeId node : NODES) {
            if (random.nextBoolean()) {
                peers.put(node, random.nextBoolean() ? node + ":7403" : "");
            }
            if (random.nextBoolean()) {
                known.put(node, random.nextBoolean() ? "" : node + ":7403");
            }
        }
        return new MemberList(random.nextLong(1L << 40), peers, random.nextBoolean() ? node(random) : null, known);
    }

    private static NodeId node(SplittableRandom random) {
        return NODES.get(random.nextInt(NODES.size()));
    }

    private static <T> T one(SplittableRandom random, T[] values) {
        return values[random.nextInt(values.length)];
    }
}
