package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.config.Nearest;
import io.fairlead.config.Printable;
import io.fairlead.manager.access.Caller;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.ActAnswer;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.NodeView;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * {@code POST /v1/groups/{group}/pause}, {@code resume}, {@code observe} and {@code switchover}, {@code PUT
 * /v1/groups/{group}/nodes/{node}/maintenance}, {@code DELETE /v1/groups/{group}/nodes/{node}} and {@code GET
 * /v1/audit}.
 */
final class OrderResource {

    private static final int MOST = 200;
    private static final int USUAL = 50;

    private final Groups groups;

    OrderResource(Groups groups) {
        this.groups = groups;
    }

    CompletionStage<Reply> pause(Target target) {
        OrderBody body = body(target, List.of("what"));
        return act(target, new OperatorAct.Pausing(body.pause().orElse(Pause.PREFERENCE)), body.reason());
    }

    CompletionStage<Reply> resume(Target target) {
        OrderBody body = bodyIfAny(target, List.of());
        return act(target, new OperatorAct.Pausing(Pause.OFF), body.reason());
    }

    CompletionStage<Reply> switchover(Target target) {
        OrderBody body = bodyIfAny(target, List.of("to"));
        return act(target, new OperatorAct.SwitchingOver(body.to()), body.reason());
    }

    CompletionStage<Reply> observe(Target target) {
        OrderBody body = body(target, List.of("observe"));
        Observe observe = body.observe().orElseThrow(() -> JsonBody.missing("", "observe"));
        return act(target, new OperatorAct.Observing(observe), body.reason());
    }

    CompletionStage<Reply> maintenance(Target target) {
        NodeId node = target.node(4);
        OrderBody body = body(target, List.of("on"));
        boolean on = body.on().orElseThrow(() -> JsonBody.missing("", "on"));
        return act(target, new OperatorAct.Maintaining(node, on), body.reason());
    }

    CompletionStage<Reply> remove(Target target) {
        return act(target, new OperatorAct.Removing(target.node(4)), "");
    }

    /** Where nothing has to be said, a request without any body does. */
    private static OrderBody bodyIfAny(Target target, List<String> fields) {
        return target.request().body().length == 0 ? OrderBody.empty() : body(target, fields);
    }

    private static OrderBody body(Target target, List<String> fields) {
        target.group(2);
        target.request().requireJson();
        return OrderBody.read(target.request().body(), fields);
    }

    private CompletionStage<Reply> act(Target target, OperatorAct wanted, String reason) {
        target.know();
        GroupId id = target.group(2);
        Request request = target.request();
        Caller caller = request.caller();
        Act.By by = new Act.By(request.from(), caller == null ? null : caller.name(), Printable.of(reason));
        return groups.act(id, wanted, by)
                .thenCompose(answer -> answer == null
                        ? GroupResource.unknown(groups, id)
                        : CompletableFuture.completedFuture(reply(answer)));
    }

    private Reply reply(ActAnswer answer) {
        Act.Refused refused = answer.act().refused();
        if (refused == null) {
            return Reply.json(OrdersJson.done(answer.act(), answer.view()));
        }
        return Problem.of(code(refused), why(refused, answer)).reply();
    }

    static Problem.Code code(Act.Refused refused) {
        return Problem.Code.valueOf(refused.name());
    }

    private String why(Act.Refused refused, ActAnswer answer) {
        GroupView view = answer.view();
        NodeId node = answer.act().node();
        NodeView known = node == null ? null : view.node(node);
        String which = "node " + node + " of group " + view.group();
        return switch (refused) {
            case UNKNOWN_NODE -> "group " + view.group() + " has no node " + node + nearest(view, String.valueOf(node));
            case PROMISE_RUNNING ->
                which + " goes on as primary without this manager, for another"
                        + " node has promised it not to take over: mend its way to the manager, or stop it for sure and ask"
                        + " again when the promise is over, in "
                        + NoSwitchover.seconds(view.timing().managerWait()) + " at the latest";
            case NODE_HEARD ->
                which + " is heard of"
                        + (known == null ? "" : ", " + NoSwitchover.seconds(known.age()) + " ago")
                        + ", and would come back with its next heartbeat: stop its agent; it can be removed when it has said"
                        + " goodbye or has been silent for "
                        + NoSwitchover.seconds(view.timing().managerWait());
            case SWITCHOVER_REFUSED -> "group " + view.group() + ": " + NoSwitchover.why(view, known);
            case JOURNAL_UNWRITABLE ->
                "the journal cannot be written, so a restart would undo this: nothing has changed; free the disk that"
                        + " data-dir is on (the manager's log says what is wrong) and ask again";
        };
    }

    private static String nearest(GroupView view, String typed) {
        List<String> known =
                view.nodes().stream().map(node -> node.node().value()).toList();
        return Nearest.clause("node", typed, known);
    }

    CompletionStage<Reply> audit(Target target) {
        target.know("after", "limit");
        Long after = target.wholeParameter("after", 0, Long.MAX_VALUE);
        Long asked = target.wholeParameter("limit", 1, MOST);
        int limit = asked == null ? USUAL : asked.intValue();
        OptionalLong from = after == null ? OptionalLong.empty() : OptionalLong.of(after);
        // One more than asked for tells whether there is a next page; the newest acts have none after them.
        int wanted = after == null ? limit : limit + 1;
        return groups.acts(from, wanted)
                .thenApply(acts -> Reply.json(
                        OrdersJson.audit(acts.subList(0, Math.min(limit, acts.size())), acts.size() > limit)));
    }
}
