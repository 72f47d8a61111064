package io.fairlead.client.role;

import io.fairlead.FencingToken;
import io.fairlead.NodeId;
import io.fairlead.client.Document;
import io.fairlead.client.role.HeartbeatAnswer.Steps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads the manager's replies; an answer that is not exactly what it should be is no answer. */
final class ReplyReader {
    private static final long LONGEST_HOLD_MS = Duration.ofHours(1).toMillis();
    private static final String ROUND = "sample_interval_ms";
    private static final String HEARTBEAT = "heartbeat_ms";
    private static final int LONGEST_DETAIL = 500;

    private final Identity self;
    private final Supplier<Optional<String>> cluster;

    /** {@code cluster} gives the id of the store that this node belongs to, once it knows one. */
    ReplyReader(Identity self, Supplier<Optional<String>> cluster) {
        this.self = self;
        this.cluster = cluster;
    }

    Reply read(int status, byte[] body) {
        try {
            Document json = Document.readStrictly(new String(body, StandardCharsets.UTF_8));
            if (status == 200) {
                HeartbeatAnswer answer = answer(json);
                return foreign(answer).orElseGet(() -> new Reply.Answered(answer));
            }
            if (isRefusal(status)) {
                return new Reply.Refused(
                        status, text(json, "code", "http-" + status), text(json, "detail", ""), heartbeat(json));
            }
            return new Reply.Silent("HTTP status " + status + ", " + text(json, "code", "without a code"));
        } catch (IOException e) {
            return notJson(status);
        } catch (IllegalArgumentException e) {
            return new Reply.Silent("its answer makes no sense: " + e.getMessage());
        }
    }

    /** How often a manager that refuses this node as too rare wants to hear of it. */
    private static Optional<Duration> heartbeat(Document json) {
        return json.has(HEARTBEAT)
                ? Optional.of(Duration.ofMillis(json.whole(HEARTBEAT, 1, LONGEST_HOLD_MS)))
                : Optional.empty();
    }

    /** What the same request will meet again; 429 passes like any trouble of the server's. */
    private static boolean isRefusal(int status) {
        return status >= 400 && status < 500 && status != 429;
    }

    /** Something answers there, but it is not a manager. */
    private static Reply notJson(int status) {
        return isRefusal(status)
                ? new Reply.Refused(status, "http-" + status, "what answers there does not speak JSON")
                : new Reply.Silent("HTTP status " + status + " with a body that is not JSON");
    }

    /** What another store says counts for nothing: its tokens may be lower than those of the right one. */
    private Optional<Reply> foreign(HeartbeatAnswer answer) {
        Optional<String> own = cluster.get();
        return answer.steps()
                .flatMap(Steps::cluster)
                .filter(told -> own.isPresent() && !own.get().equals(told))
                .map(told -> new Reply.Refused(
                        409,
                        "cluster-mismatch",
                        "its store is " + told + ", and this node belongs to " + own.get()
                                + ": name the right manager, or, if the change of store is meant, delete node.cluster in"
                                + " this node's state folder and start it again"));
    }

    private HeartbeatAnswer answer(Document json) {
        String role = text(json, "role", "");
        if (!role.equals("primary") && !role.equals("standby")) {
            throw new IllegalArgumentException("role is neither primary nor standby");
        }
        String group = text(json, "group", "");
        if (!group.equals(self.group().value())) {
            throw new IllegalArgumentException("it is for another group");
        }
        long token = json.whole("token", 0, FencingToken.MAX);
        Optional<Steps> steps = StepsReader.steps(json);
        steps.ifPresent(told -> StepsReader.check(told.told(), role.equals("primary"), token));
        return new HeartbeatAnswer(
                role.equals("primary") ? Role.PRIMARY : Role.STANDBY,
                token,
                Duration.ofMillis(json.whole("hold_ms", 1, LONGEST_HOLD_MS)),
                json.text("primary").map(NodeId::new),
                round(json),
                steps);
    }

    /** A manager of an older version does not say it. */
    private static Optional<Duration> round(Document json) {
        return json.has(ROUND)
                ? Optional.of(Duration.ofMillis(json.whole(ROUND, 1, LONGEST_HOLD_MS)))
                : Optional.empty();
    }

    /** The first line of a text, or something else where there is none. */
    private static String text(Document json, String key, String otherwise) {
        String line = json.text(key).orElse(otherwise).lines().findFirst().orElse("");
        return line.length() <= LONGEST_DETAIL ? line : line.substring(0, LONGEST_DETAIL) + "...";
    }
}
