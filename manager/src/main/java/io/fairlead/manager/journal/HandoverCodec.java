package io.fairlead.manager.journal;

import io.fairlead.NodeId;
import io.fairlead.handover.Bar;
import io.fairlead.handover.HandoverKind;
import io.fairlead.handover.HandoverNews;
import io.fairlead.handover.HandoverState;
import io.fairlead.handover.HandoverStep;
import io.fairlead.handover.Holding;
import io.fairlead.manager.loop.DrillRecord;
import io.fairlead.manager.loop.MemberList;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** How far a change of primary has come, as bytes. */
final class HandoverCodec {

    private HandoverCodec() {}

    static void write(Writer out, HandoverState state) {
        HandoverState.Course course = state.course();
        out.constant(course.step())
                .constant(course.kind())
                .node(course.from())
                .node(course.to())
                .time(course.since())
                .yesNo(course.flawed())
                .whole(course.number())
                .node(state.primary())
                .whole(state.token())
                .map(
                        state.holdings(),
                        holding -> out.text(holding.getKey().value())
                                .whole(holding.getValue().token())
                                .yesNo(holding.getValue().unstopped()))
                .map(
                        state.bars(),
                        bar -> out.text(bar.getKey().value())
                                .whole(bar.getValue().failures())
                                .time(bar.getValue().until()));
    }

    static HandoverState read(Reader in) {
        HandoverState.Course course = new HandoverState.Course(
                in.constant(HandoverStep.class),
                in.constant(HandoverKind.class),
                in.node(),
                in.node(),
                in.time(),
                in.yesNo(),
                in.wholeLong());
        return new HandoverState(course, in.node(), in.wholeLong(), holdings(in), bars(in));
    }

    private static SortedMap<NodeId, Holding> holdings(Reader in) {
        SortedMap<NodeId, Holding> holdings = new TreeMap<>();
        in.all(() -> Map.entry(new NodeId(in.text()), new Holding(in.wholeLong(), in.yesNo())))
                .forEach(holding -> holdings.put(holding.getKey(), holding.getValue()));
        return holdings;
    }

    private static SortedMap<NodeId, Bar> bars(Reader in) {
        SortedMap<NodeId, Bar> bars = new TreeMap<>();
        in.all(() -> Map.entry(new NodeId(in.text()), new Bar(in.whole(), in.time())))
                .forEach(bar -> bars.put(bar.getKey(), bar.getValue()));
        return bars;
    }

    static void write(Writer out, MemberList list) {
        out.whole(list.version())
                .map(list.peers(), peer -> out.text(peer.getKey().value()).text(peer.getValue()))
                .node(list.primary())
                .map(list.known(), peer -> out.text(peer.getKey().value()).text(peer.getValue()));
    }

    static MemberList list(Reader in) {
        return new MemberList(in.wholeLong(), peers(in), in.node(), peers(in));
    }

    private static SortedMap<NodeId, String> peers(Reader in) {
        SortedMap<NodeId, String> peers = new TreeMap<>();
        in.all(() -> Map.entry(new NodeId(in.text()), in.text()))
                .forEach(peer -> peers.put(peer.getKey(), peer.getValue()));
        return peers;
    }

    static void write(Writer out, DrillRecord drill) {
        out.whole(drill.number())
                .whole(drill.wallMillis())
                .text(drill.node().value())
                .constant(drill.result())
                .optional(drill.step(), out::constant)
                .optional(drill.why(), out::constant)
                .optional(drill.tookMillis(), out::whole);
    }

    static DrillRecord drill(Reader in) {
        return new DrillRecord(
                in.wholeLong(),
                in.wholeLong(),
                new NodeId(in.text()),
                in.constant(DrillRecord.Result.class),
                in.optional(() -> in.constant(HandoverStep.class)),
                in.optional(() -> in.constant(HandoverNews.What.class)),
                in.optional(in::wholeLong));
    }
}
