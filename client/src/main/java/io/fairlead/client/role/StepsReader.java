package io.fairlead.client.role;

import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import io.fairlead.client.Document;
import io.fairlead.client.role.HeartbeatAnswer.Steps;
import io.fairlead.client.role.HeartbeatAnswer.Told;
import io.fairlead.handover.Directive;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings.Limits;
import io.fairlead.handover.Timing;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the part of an answer that leads a node step by step. */
final class StepsReader {
    private static final long LONGEST_MS = Duration.ofDays(1).toMillis();
    private static final int LONGEST_TEXT = 200;

    private StepsReader() {}

    /** What is said of steps: nothing at all, or all of it. */
    static Optional<Steps> steps(Document json) {
        Optional<Document> directive = json.object("directive");
        Optional<Document> timing = json.object("timing");
        if (directive.isEmpty() && timing.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new Steps(
                terms(timing.orElseThrow(() -> missing("timing")), json.object("handover")),
                told(directive.orElseThrow(() -> missing("directive"))),
                json.truth("renewed").orElseThrow(() -> missing("renewed")),
                json.text("cluster"),
                json.object("members").map(StepsReader::members)));
    }

    /** A role and a directive that contradict one another make no sense together. */
    static void check(Told told, boolean primary, long token) {
        if (primary != (told.what() == Directive.PROMOTE)) {
            throw new IllegalArgumentException("role and directive contradict one another");
        }
        if (primary && told.id() != token) {
            throw new IllegalArgumentException("token and directive contradict one another");
        }
    }

    private static RoleTerms terms(Document timing, Optional<Document> handover) {
        Timing times = new Timing(
                ms(timing, "heartbeat_ms"),
                ms(timing, "answer_wait_ms"),
                ms(timing, "failsafe_after_ms"),
                ms(timing, "fence_lead_ms"),
                ms(timing, "lease_ms"));
        if (handover.isEmpty()) {
            RoleTerms usual = RoleTerms.untold();
            return new RoleTerms(Optional.of(times), usual.mode(), usual.singleWriter(), usual.limits());
        }
        Document how = handover.get();
        return new RoleTerms(
                Optional.of(times),
                oneOf(HandoverMode.class, "mode", how.requiredText("mode")),
                how.truth("single_writer").orElse(false),
                new Limits(ms(how, "prepare_ms"), ms(how, "promote_ms"), ms(how, "drain_ms"), ms(how, "cleanup_ms")));
    }

    private static Told told(Document directive) {
        Directive what = oneOf(Directive.class, "do", directive.requiredText("do"));
        long id = what == Directive.NONE ? 0 : directive.whole("id", 1, FencingToken.MAX);
        return new Told(what, id, word(directive, "reason"), word(directive, "from"), word(directive, "to"));
    }

    private static MemberList members(Document list) {
        SortedMap<NodeId, String> addresses = new TreeMap<>();
        for (Document node : list.objects("nodes")) {
            addresses.put(new NodeId(node.requiredText("node")), word(node, "peer_address"));
        }
        MemberList members =
                new MemberList(list.whole("version", 0, Long.MAX_VALUE), list.requiredText("hash"), addresses);
        if (!members.isWhole()) {
            throw new IllegalArgumentException("members are not those that their hash is of");
        }
        return members;
    }

    private static <E extends Enum<E>> E oneOf(Class<E> type, String key, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(key + " is none that this node knows"));
    }

    /** Hooks find it in their environment, so it is one short line. */
    private static String word(Document json, String key) {
        String text = json.text(key).orElse("").replaceAll("\\p{Cntrl}", "?");
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT);
    }

    private static Duration ms(Document json, String key) {
        return Duration.ofMillis(json.whole(key, 1, LONGEST_MS));
    }

    private static IllegalArgumentException missing(String key) {
        return new IllegalArgumentException(key + " is missing");
    }
}
