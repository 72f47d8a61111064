package io.fairlead.manager.journal;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.MemberMemory;
import io.fairlead.manager.loop.StandingOrders;
import io.fairlead.primary.Decision;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.util.Map;
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
    private static final int GRANTED = 9;
    private static final int STEPPED = 10;
    private static final int LISTED = 11;
    private static final int DRILLED = 12;

    private FactCodec() {}

    static void write(Writer out, Fact fact) {
        if (fact instanceof Fact.Decided decided) {
            begin(out, DECIDED, fact);
            DecidedCodec.write(out, decided);
        } else if (fact instanceof Fact.Adopted adopted) {
            begin(out, ADOPTED, fact);
            out.node(adopted.node()).optional(adopted.life(), out::text).whole(adopted.token());
        } else if (fact instanceof Fact.Renewed renewed) {
            begin(out, RENEWED, fact);
            out.whole(renewed.token());
        } else if (fact instanceof Fact.Stepped stepped) {
            begin(out, STEPPED, fact);
            HandoverCodec.write(out, stepped.state());
            out.optional(stepped.wanted(), decision -> DecidedCodec.decision(out, decision));
        } else if (fact instanceof Fact.Listed listed) {
            begin(out, LISTED, fact);
            HandoverCodec.write(out, listed.list());
        } else if (fact instanceof Fact.Drilled drilled) {
            begin(out, DRILLED, fact);
            HandoverCodec.write(out, drilled.drill());
        } else if (fact instanceof Fact.Joined joined) {
            begin(out, JOINED, fact);
            member(out, joined.member());
        } else if (fact instanceof Fact.Removed removed) {
            begin(out, REMOVED, fact);
            out.text(removed.node().value());
            act(out, removed.act());
        } else if (fact instanceof Fact.Ordered ordered) {
            begin(out, ORDERED, fact);
            orders(out, ordered.orders());
            act(out, ordered.act());
        } else if (fact instanceof Fact.Unmeasured) {
            begin(out, UNMEASURED, fact);
        } else if (fact instanceof Fact.Granted granted) {
            begin(out, GRANTED, fact);
            out.time(granted.silence());
        } else {
            begin(out, FORGOTTEN, fact);
        }
    }

    static Fact read(Reader in) {
        int kind = in.small();
        GroupId group = new GroupId(in.text());
        return switch (kind) {
            case DECIDED -> DecidedCodec.read(in, group);
            case ADOPTED -> new Fact.Adopted(group, in.node(), in.optionalText(), in.wholeLong());
            case RENEWED -> new Fact.Renewed(group, in.wholeLong());
            case JOINED -> new Fact.Joined(group, member(in));
            case REMOVED -> new Fact.Removed(group, new NodeId(in.text()), act(in));
            case ORDERED -> new Fact.Ordered(group, orders(in), act(in));
            case STEPPED ->
                new Fact.Stepped(group, HandoverCodec.read(in), in.optional(() -> DecidedCodec.decision(in)));
            case LISTED -> new Fact.Listed(group, HandoverCodec.list(in));
            case DRILLED -> new Fact.Drilled(group, HandoverCodec.drill(in));
            case GRANTED -> new Fact.Granted(group, in.time());
            case UNMEASURED -> new Fact.Unmeasured(group);
            case FORGOTTEN -> new Fact.Forgotten(group);
            default -> throw new IllegalArgumentException("a fact of the unknown kind " + kind);
        };
    }

    /**
     * What the index of a file has to know of a fact.
     *
     * @param group the group
     * @param round the round of a decision
     * @param decision the decision
     * @param token the group's newest fencing token after it
     */
    record Heading(GroupId group, long round, Decision decision, long token) {}

    /** The heading of a decision, or null for any other fact. Much quicker than reading all of it. */
    static @Nullable Heading heading(Reader in) {
        int kind = in.small();
        GroupId group = new GroupId(in.text());
        return kind == DECIDED ? new Heading(group, in.wholeLong(), DecidedCodec.decision(in), in.wholeLong()) : null;
    }

    private static void begin(Writer out, int kind, Fact fact) {
        out.small(kind).text(fact.group().value());
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

    static void act(Writer out, Act act) {
        out.whole(act.number())
                .whole(act.wallMillis())
                .text(act.by().who())
                .text(act.by().reason())
                .text(act.verb())
                .text(act.group().value())
                .node(act.node())
                .text(act.before())
                .text(act.after())
                .optional(act.refused(), out::constant);
    }

    static Act act(Reader in) {
        return new Act(
                in.wholeLong(),
                in.wholeLong(),
                Act.By.of(in.text(), in.text()),
                in.text(),
                new GroupId(in.text()),
                in.node(),
                in.text(),
                in.text(),
                in.optional(() -> in.constant(Act.Refused.class)));
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
