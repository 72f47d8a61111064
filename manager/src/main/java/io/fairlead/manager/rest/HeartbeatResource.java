package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.Heartbeat;
import io.fairlead.manager.loop.HeartbeatAnswer;
import io.fairlead.manager.loop.IdConflict;
import io.fairlead.manager.metrics.Tally;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** {@code POST /v1/groups/{group}/nodes/{node}/heartbeat}. */
final class HeartbeatResource {

    /** An answer is kept back for half a heartbeat interval at the most; this bounds what is asked for. */
    private static final long LONGEST_WAIT_MS = 60_000;

    private final Groups groups;
    private final Tally results;

    HeartbeatResource(Groups groups, Tally results) {
        this.groups = groups;
        this.results = results;
    }

    CompletionStage<Reply> beat(Target target) {
        target.know("wait_ms");
        Long wait = target.wholeParameter("wait_ms", 0, LONGEST_WAIT_MS);
        GroupId group = target.group(2);
        NodeId node = target.node(4);
        Request request = target.request();
        request.requireJson();
        Heartbeat beat = HeartbeatBody.read(request.body(), group, node);
        return groups.heartbeat(beat, request.from(), Duration.ofMillis(wait == null ? 0 : wait))
                .thenApply(this::reply);
    }

    private Reply reply(HeartbeatAnswer answer) {
        results.count(answer.result());
        if (answer instanceof HeartbeatAnswer.Accepted accepted) {
            return accepted(accepted);
        }
        if (answer instanceof HeartbeatAnswer.Conflict conflict) {
            return conflict(conflict.conflict(), conflict.retryAfter());
        }
        if (answer instanceof HeartbeatAnswer.Foreign foreign) {
            return Problem.of(
                            Problem.Code.CLUSTER_MISMATCH,
                            "the node remembers the cluster " + foreign.remembered()
                                    + " and this manager is of the cluster "
                                    + foreign.own()
                                    + ": a primary of that one may still work. If it is gone for good, delete"
                                    + " the file node.cluster in the agent's state-dir; if this manager's data was lost, start"
                                    + " it with --after-loss")
                    .reply();
        }
        if (answer instanceof HeartbeatAnswer.Ended ended) {
            return Problem.of(
                            Problem.Code.INCARNATION_ENDED,
                            "node " + ended.node() + " said goodbye as incarnation " + ended.incarnation()
                                    + ": come back with a new incarnation")
                    .reply();
        }
        if (answer instanceof HeartbeatAnswer.TooRare rare) {
            return new Problem(
                            Problem.Code.OUT_OF_RANGE,
                            HeartbeatBody.INTERVAL + " is " + rare.interval().toMillis() + ": use at most "
                                    + rare.timing().longestHeartbeat().toMillis() + ", half the lease of group "
                                    + rare.group(),
                            HeartbeatBody.INTERVAL)
                    .wanting(rare.timing().heartbeat())
                    .reply();
        }
        if (answer instanceof HeartbeatAnswer.Full full) {
            return Problem.of(
                            Problem.Code.LIMIT_REACHED,
                            "there are " + full.limit() + " " + full.what() + " already, which is the limit")
                    .reply();
        }
        throw new IllegalStateException("no reply for " + answer.getClass());
    }

    private static Reply accepted(HeartbeatAnswer.Accepted accepted) {
        return Reply.json(Json.bytes(json -> {
            json.writeStartObject();
            json.writeStringField("role", accepted.role().label());
            json.writeNumberField("token", accepted.token());
            json.writeNumberField("hold_ms", accepted.timing().lease().toMillis());
            Json.text(json, "primary", accepted.primary());
            json.writeNumberField(
                    "sample_interval_ms", accepted.sampleInterval().toMillis());
            json.writeStringField("group", accepted.group().value());
            json.writeBooleanField("renewed", accepted.renewed());
            HandoverJson.order(json, accepted.order());
            HandoverJson.timing(json, accepted.timing());
            HandoverJson.settings(json, accepted.handover());
            HandoverJson.members(json, accepted.list());
            Json.text(json, "cluster", accepted.cluster());
            json.writeEndObject();
        }));
    }

    private static Reply conflict(IdConflict conflict, Duration retryAfter) {
        long seconds = retryAfter.toSeconds() + 1;
        String detail = "node id " + conflict.node() + " is in use by another process at "
                + conflict.holder().where() + "; this one at "
                + conflict.claimant().where()
                + " is held back until that one says goodbye or has been silent for " + seconds
                + " s more; two machines need two ids";
        return Problem.of(Problem.Code.INCARNATION_CONFLICT, detail)
                .reply()
                .with("retry-after", Long.toString(seconds));
    }
}
