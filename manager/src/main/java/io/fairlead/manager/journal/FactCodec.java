package io.fairlead.manager.journal;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.load.Metrics;
import io.fairlead.manager.loop.DecisionRecord.Moment;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.Held;
import io.fairlead.manager.loop.MemberMemory;
import io.fairlead.manager.loop.StandingOrders;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.Observation;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Orders;
import io.fairlead.primary.Pause;
import io.fairlead.primary.Reason;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Facts as bytes. The kinds' numbers are added to, never used again for something else. */
final class FactCodec {

    private static final int DECIDED = 1;
    private static final int ADOPTED = 2;
    private static final int RENEWED = 3;
    private static final int JOINED = 4;
    private static final int REMOVED = 5;
    private static final int ORDERED = 6;
    private static final int UNMEASURED = 7;
    private static final int FORGOTTEN = 8;

    private FactCodec() {}

    static void write(Writer out, Fact fact) {
        if (fact instanceof Fact.Decided decided) {
            begin(out, DECIDED, fact);
            decided(out, decided);
        } else if (fact instanceof Fact.Adopted adopted) {
            begin(out, ADOPTED, fact);
            out.node(adopted.node()).optional(adopted.life(), out::text).whole(adopted.token());
        } else if (fact instanceof Fact.Renewed renewed) {
            begin(out, RENEWED, fact);
            out.whole(renewed.token());
        } else if (fact instanceof Fact.Joined joined) {
            begin(out, JOINED, fact);
            member(out, joined.member());
        } else if (fact instanceof Fact.Removed removed) {
            begin(out, REMOVED, fact);
            out.text(removed.node().value());
        } else if (fact instanceof Fact.Ordered ordered) {
            begin(out, ORDERED, fact);
            orders(out, ordered.orders());
        } else if (fact instanceof Fact.Unmeasured) {
            begin(out, UNMEASURED, fact);
        } else {
            begin(out, FORGOTTEN, fact);
        }
    }

    static Fact read(Reader in) {
        int kind = in.small();
        GroupId group = new GroupId(in.text());
        return switch (kind) {
            case DECIDED -> decided(in, group);
            case ADOPTED -> new Fact.Adopted(group, in.node(), in.optionalText(), in.wholeLong());
            case RENEWED -> new Fact.Renewed(group, in.wholeLong());
            case JOINED -> new Fact.Joined(group, member(in));
            case REMOVED -> new Fact.Removed(group, new NodeId(in.text()));
            case ORDERED -> new Fact.Ordered(group, orders(in));
            case UNMEASURED -> new Fact.Unmeasured(group);
            case FORGOTTEN -> new Fact.Forgotten(group);
            default -> throw new IllegalArgumentException("a fact of the unknown kind " + kind);
        };
    }

    private static void begin(Writer out, int kind, Fact fact) {
        out.small(kind).text(fact.group().value());
    }

    private static void decided(Writer out, Fact.Decided fact) {
        Observation seen = fact.seen();
        Orders orders = seen.orders();
        out.constant(fact.moment())
                .time(seen.at())
                .constant(orders.observe())
                .constant(orders.pause())
                .yesNo(orders.switchover())
                .node(orders.target())
                .map(seen.nodes(), node -> {
                    out.text(node.getKey().value());
                    observation(out, node.getValue());
                })
                .whole(fact.wallMillis())
                .constant(fact.held());
        Fact.Outcome outcome = fact.outcome();
        out.whole(outcome.round()).whole(outcome.token());
        decision(out, outcome.decision());
    }

    private static Fact.Decided decided(Reader in, GroupId group) {
        Moment moment = in.constant(Moment.class);
        Duration at = in.time();
        Orders orders = orders(in.constant(Observe.class), in.constant(Pause.class), in.yesNo(), in.node());
        SortedMap<NodeId, NodeObservation> nodes = new TreeMap<>();
        in.all(() -> Map.entry(new NodeId(in.text()), observation(in)))
                .forEach(node -> nodes.put(node.getKey(), node.getValue()));
        long wallMillis = in.wholeLong();
        Held held = in.constant(Held.class);
        long round = in.wholeLong();
        long token = in.wholeLong();
        return new Fact.Decided(
                group,
                moment,
                new Observation(at, nodes, orders),
                wallMillis,
                held,
                new Fact.Outcome(round, decision(in), token));
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
                .number(node.roleLoad().orElse(Double.NaN));
    }

    private static NodeObservation observation(Reader in) {
        return new NodeObservation(
                in.time(),
                in.text(),
                in.yesNo(),
                in.wholeLong(),
                in.optional(() -> metrics(in)),
                in.number(),
                known(in.number()));
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
        out.constant(decision.kind())
                .constant(decision.reason())
                .optional(decision.cause(), out::constant)
                .node(decision.from())
                .node(decision.to());
        comparison(out, decision.comparison());
    }

    static Decision decision(Reader in) {
        return new Decision(
                in.constant(Decision.Kind.class),
                in.constant(Reason.class),
                in.optional(() -> in.constant(Cause.class)),
                in.node(),
                in.node(),
                comparison(in));
    }

    private static void comparison(Writer out, Decision.Comparison comparison) {
        out.node(comparison.candidate())
                .number(comparison.advantage())
                .number(comparison.hysteresis())
                .whole(comparison.k())
                .whole(comparison.streak())
                .whole(comparison.confirmations());
    }

    private static Decision.Comparison comparison(Reader in) {
        return new Decision.Comparison(in.node(), in.number(), in.number(), in.whole(), in.whole(), in.whole());
    }

    static void member(Writer out, MemberMemory member) {
        out.text(member.node().value())
                .text(member.incarnation())
                .whole(member.lives())
                .optional(member.address(), out::text)
                .text(member.from())
                .number(member.capacity())
                .time(member.interval())
                .yesNo(member.gone())
                .whole(member.sequence())
                .time(member.age());
    }

    static MemberMemory member(Reader in) {
        return new MemberMemory(
                new NodeId(in.text()),
                in.text(),
                in.whole(),
                in.optionalText(),
                in.text(),
                in.number(),
                in.time(),
                in.yesNo(),
                in.wholeLong(),
                in.time());
    }

    static void orders(Writer out, StandingOrders orders) {
        out.optional(orders.observe(), out::constant)
                .constant(orders.pause())
                .map(
                        orders.maintenance(),
                        node -> out.text(node.getKey().value()).yesNo(node.getValue()));
    }

    static StandingOrders orders(Reader in) {
        Observe observe = in.optional(() -> in.constant(Observe.class));
        Pause pause = in.constant(Pause.class);
        SortedMap<NodeId, Boolean> maintenance = new TreeMap<>();
        in.all(() -> Map.entry(new NodeId(in.text()), in.yesNo()))
                .forEach(node -> maintenance.put(node.getKey(), node.getValue()));
        return new StandingOrders(observe, pause, maintenance);
    }
}
