package io.fairlead.manager.journal;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.manager.loop.DecisionRecord.Moment;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.Held;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.GroupFacts;
import io.fairlead.primary.Hindrance;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Orders;
import io.fairlead.primary.Pause;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Decisions as bytes. Round and decision come first: whoever looks for a round need not read what was observed. */
final class DecidedCodec {

    private DecidedCodec() {}

    static void write(Writer out, Fact.Decided fact) {
        Fact.Outcome outcome = fact.outcome();
        out.whole(outcome.round());
        decision(out, outcome.decision());
        out.whole(outcome.token());
        Observation seen = fact.seen();
        Orders orders = seen.orders();
        out.constant(fact.moment())
                .time(seen.at())
                .constant(orders.observe())
                .constant(orders.pause())
                .yesNo(orders.switchover())
                .node(orders.target())
                .node(orders.changingTo())
                .map(seen.nodes(), node -> {
                    out.text(node.getKey().value());
                    observation(out, node.getValue());
                })
                .node(seen.facts().unsure())
                .node(seen.facts().held())
                .yesNo(seen.facts().manySilent())
                .time(seen.facts().patience())
                .whole(fact.wallMillis())
                .constant(fact.held());
    }

    static Fact.Decided read(Reader in, GroupId group) {
        long round = in.wholeLong();
        Decision decision = decision(in);
        Fact.Outcome outcome = new Fact.Outcome(round, decision, in.wholeLong());
        Moment moment = in.constant(Moment.class);
        Duration at = in.time();
        Orders orders = orders(in.constant(Observe.class), in.constant(Pause.class), in.yesNo(), in.node())
                .withChangeTo(in.node());
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        in.all(() -> Map.entry(new NodeId(in.text()), observation(in)))
                .forEach(node -> nodes.put(node.getKey(), node.getValue()));
        Observation seen =
                new Observation(at, nodes, orders, new GroupFacts(in.node(), in.node(), in.yesNo(), in.time()));
        long wallMillis = in.wholeLong();
        Held held = in.constant(Held.class);
        return new Fact.Decided(group, moment, seen, wallMillis, held, outcome);
    }

    private static Orders orders(Observe observe, Pause pause, boolean switchover, @Nullable NodeId target) {
        Orders orders = Orders.none().with(observe).with(pause);
        return switchover ? orders.withSwitchover(target) : orders;
    }

    private static void observation(Writer out, NodeObservation node) {
        out.time(node.heartbeatAge())
                .text(node.incarnation())
                .yesNo(node.maintenance())
                .whole(node.sequence())
                .optional(
                        node.metrics(),
                        metrics -> out.map(
                                metrics.values(),
                                metric -> out.text(metric.getKey()).number(metric.getValue())))
                .number(node.capacity())
                .number(node.roleLoad().orElse(Double.NaN))
                .all(List.copyOf(node.hindrances()), out::constant);
    }

    private static NodeObservation observation(Reader in) {
        return new NodeObservation(
                in.time(),
                in.text(),
                in.yesNo(),
                in.wholeLong(),
                in.optional(() -> metrics(in)),
                in.number(),
                known(in.number()),
                Set.copyOf(in.all(() -> in.constant(Hindrance.class))));
    }

    private static Metrics metrics(Reader in) {
        SortedMap<String, Double> values = new TreeMap<>();
        in.all(() -> Map.entry(in.text(), in.number()))
                .forEach(metric -> values.put(metric.getKey(), metric.getValue()));
        return new Metrics(values);
    }

    private static OptionalDouble known(double value) {
        return Double.isNaN(value) ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    static void decision(Writer out, Decision decision) {
        Decision.Comparison comparison = decision.comparison();
        out.constant(decision.kind())
                .constant(decision.reason())
                .optional(decision.cause(), out::constant)
                .node(decision.from())
                .node(decision.to())
                .node(comparison.candidate())
                .number(comparison.advantage())
                .number(comparison.hysteresis())
                .whole(comparison.k())
                .whole(comparison.streak())
                .whole(comparison.confirmations());
    }

    static Decision decision(Reader in) {
        return new Decision(
                in.constant(Decision.Kind.class),
                in.constant(Reason.class),
                in.optional(() -> in.constant(Cause.class)),
                in.node(),
                in.node(),
                new Decision.Comparison(in.node(), in.number(), in.number(), in.whole(), in.whole(), in.whole()));
    }
}
