package io.fairlead.manager.journal;

import io.fairlead.Check;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.load.LoadAverage;
import io.fairlead.load.SensorSwings;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.Held;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.GroupState;
import io.fairlead.primary.NodeState;
import io.fairlead.primary.PrimaryQuestion;
import io.fairlead.primary.RoleLoad;
import io.fairlead.primary.Suspicion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A group's memory as bytes, for snapshots. */
final class StateCodec {

    private StateCodec() {}

    static void write(Writer out, GroupMemory group) {
        out.text(group.group().value()).time(group.at()).time(group.roundAt());
        state(out, group.state());
        out.whole(group.token());
        HandoverCodec.write(out, group.handover());
        out.optional(group.wanted(), decision -> DecidedCodec.decision(out, decision))
                .whole(group.highestReported())
                .time(group.granted());
        HandoverCodec.write(out, group.list());
        FactCodec.orders(out, group.orders());
        out.all(group.members(), member -> FactCodec.member(out, member));
        out.all(group.changes(), change -> record(out, change));
        out.all(group.drills(), drill -> HandoverCodec.write(out, drill));
    }

    static GroupMemory read(Reader in) {
        return new GroupMemory(
                new GroupId(in.text()),
                in.time(),
                in.time(),
                state(in),
                in.wholeLong(),
                HandoverCodec.read(in),
                in.optional(() -> DecidedCodec.decision(in)),
                in.wholeLong(),
                in.time(),
                HandoverCodec.list(in),
                FactCodec.orders(in),
                in.all(() -> FactCodec.member(in)),
                in.all(() -> record(in)),
                in.all(() -> HandoverCodec.drill(in)));
    }

    private static void state(Writer out, GroupState state) {
        out.whole(state.round())
                .node(state.primary())
                .optional(state.primaryIncarnation(), out::text)
                .yesNo(state.bootstrapped())
                .optional(state.lastSwitch(), out::time)
                .optional(state.lastShown(), out::time)
                .whole(state.lastChangeRound())
                .whole(state.streak())
                .map(state.nodes(), node -> {
                    out.text(node.getKey().value());
                    node(out, node.getValue());
                });
        roleLoad(out, state.roleLoad());
        out.optional(
                        state.gainWatch(),
                        watch -> out.node(watch.from()).node(watch.to()).whole(watch.dueRound()))
                .whole(state.switchesWithoutGain());
    }

    private static GroupState state(Reader in) {
        return new GroupState(
                in.wholeLong(),
                in.node(),
                in.optionalText(),
                in.yesNo(),
                in.optional(in::time),
                in.optional(in::time),
                in.wholeLong(),
                in.whole(),
                nodes(in),
                roleLoad(in),
                in.optional(() -> new GroupState.GainWatch(known(in.node()), known(in.node()), in.wholeLong())),
                in.wholeLong());
    }

    private static SortedMap<NodeId, NodeState> nodes(Reader in) {
        SortedMap<NodeId, NodeState> nodes = new TreeMap<>();
        in.all(() -> Map.entry(new NodeId(in.text()), node(in)))
                .forEach(node -> nodes.put(node.getKey(), node.getValue()));
        return nodes;
    }

    private static void node(Writer out, NodeState node) {
        LoadAverage average = node.average();
        double[] recent = average.recent();
        SensorSwings swings = node.swings();
        out.text(node.incarnation())
                .whole(node.sequence())
                .number(average.value())
                .all(java.util.Arrays.stream(recent).boxed().toList(), out::number)
                .whole(average.rounds())
                .whole(swings.direction())
                .number(swings.low())
                .number(swings.high())
                .all(swings.rounds(), out::whole)
                .whole(node.stableRounds())
                .yesNo(node.earned())
                .yesNo(node.partial())
                .number(node.capacity())
                .whole(node.lastPrimaryRound())
                .time(node.suspicion().until())
                .whole(node.suspicion().times());
    }

    private static NodeState node(Reader in) {
        return new NodeState(
                in.text(),
                in.wholeLong(),
                average(in),
                new SensorSwings(in.whole(), in.number(), in.number(), in.all(in::wholeLong)),
                in.whole(),
                in.yesNo(),
                in.yesNo(),
                in.number(),
                in.wholeLong(),
                new Suspicion(in.time(), in.whole()));
    }

    private static LoadAverage average(Reader in) {
        double value = in.number();
        double[] recent =
                in.all(in::number).stream().mapToDouble(Double::doubleValue).toArray();
        return LoadAverage.of(value, recent, in.whole());
    }

    private static void roleLoad(Writer out, RoleLoad load) {
        out.all(load.learned(), out::number)
                .number(load.error())
                .all(load.gains(), out::number)
                .number(load.measured())
                .whole(load.measuredRound())
                .optional(
                        load.change(),
                        change -> out.node(change.from())
                                .node(change.to())
                                .whole(change.dueRound())
                                .number(change.fromBefore())
                                .number(change.toBefore()));
    }

    private static RoleLoad roleLoad(Reader in) {
        return new RoleLoad(
                in.all(in::number),
                in.number(),
                in.all(in::number),
                in.number(),
                in.wholeLong(),
                in.optional(() ->
                        new RoleLoad.Change(in.node(), known(in.node()), in.wholeLong(), in.number(), in.number())));
    }

    private static void record(Writer out, DecisionRecord record) {
        out.whole(record.round()).constant(record.moment()).whole(record.wallMillis());
        DecidedCodec.decision(out, record.decision());
        out.all(record.checks(), check -> check(out, check))
                .all(record.alarms(), alarm -> out.constant(alarm.kind()).node(alarm.node()))
                .whole(record.token())
                .constant(record.held());
    }

    private static DecisionRecord record(Reader in) {
        return new DecisionRecord(
                in.wholeLong(),
                in.constant(DecisionRecord.Moment.class),
                in.wholeLong(),
                DecidedCodec.decision(in),
                in.all(() -> check(in)),
                in.all(() -> new Alarm(in.constant(Alarm.Kind.class), in.node())),
                in.wholeLong(),
                in.constant(Held.class));
    }

    private static void check(Writer out, Check check) {
        out.text(check.question().name())
                .node(check.node())
                .number(check.found())
                .number(check.wanted())
                .yesNo(check.passed());
    }

    private static Check check(Reader in) {
        return new Check(PrimaryQuestion.valueOf(in.text()), in.node(), in.number(), in.number(), in.yesNo());
    }

    private static NodeId known(@Nullable NodeId node) {
        return Objects.requireNonNull(node, "a node that is always named");
    }

    static List<GroupMemory> readAll(Reader in) {
        return in.all(() -> read(in));
    }
}
