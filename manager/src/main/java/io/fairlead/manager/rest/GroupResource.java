package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.config.Nearest;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.Groups;
import io.fairlead.manager.loop.NodeView;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** {@code GET /v1/groups}, {@code /v1/groups/{group}}, its {@code /primary} and its {@code /drills}. */
final class GroupResource {

    private static final int MOST = 200;

    private final Groups groups;
    private final Executor pages;

    GroupResource(Groups groups, Executor pages) {
        this.groups = groups;
        this.pages = pages;
    }

    CompletionStage<Reply> list(Target target) {
        target.know("limit", "after");
        Long asked = target.wholeParameter("limit", 1, MOST);
        int limit = asked == null ? MOST : asked.intValue();
        GroupId after = target.groupParameter("after");
        // One more than asked for tells whether there is a next page.
        return groups.list(after, limit + 1).thenApplyAsync(found -> Reply.json(GroupJson.list(found, limit)), pages);
    }

    CompletionStage<Reply> show(Target target) {
        target.know();
        GroupId id = target.group(2);
        return groups.view(id)
                .thenComposeAsync(view -> view == null ? unknown(groups, id) : done(GroupJson.group(view)), pages);
    }

    CompletionStage<Reply> primary(Target target) {
        target.know();
        GroupId id = target.group(2);
        return groups.view(id).thenCompose(view -> view == null ? unknown(groups, id) : done(primaryOf(view)));
    }

    CompletionStage<Reply> drills(Target target) {
        target.know();
        GroupId id = target.group(2);
        return groups.view(id)
                .thenComposeAsync(view -> view == null ? unknown(groups, id) : done(DrillJson.list(view)), pages);
    }

    private static byte[] primaryOf(GroupView view) {
        NodeView primary = view.primary();
        if (primary == null) {
            String why = whyNobody(view);
            throw new Refusal(Problem.Code.NO_PRIMARY, "group " + view.group() + " has no primary: " + why);
        }
        return Json.bytes(json -> GroupJson.primary(json, view, primary));
    }

    private static String whyNobody(GroupView view) {
        if (!view.startLeft().isZero()) {
            return "the manager has just started to hear of it and waits "
                    + (view.startLeft().toSeconds() + 1) + " s more for one to report";
        }
        if (view.heldByFailsafe() != null) {
            return view.heldByFailsafe() + " goes on as one by the promises of others";
        }
        DecisionRecord newest = view.newest();
        return newest == null || newest.decision().to() != null
                ? "its first round is not over yet"
                : newest.decision().reason().words();
    }

    private static CompletionStage<Reply> done(byte[] body) {
        return java.util.concurrent.CompletableFuture.completedFuture(Reply.json(body));
    }

    /** A refusal that names the nearest group there is. */
    static CompletionStage<Reply> unknown(Groups groups, GroupId id) {
        return groups.ids().thenApply(ids -> {
            List<String> known = ids.stream().map(GroupId::value).toList();
            String nearest = Nearest.clause("group", id.value(), known);
            throw new Refusal(
                    Problem.Code.UNKNOWN_GROUP,
                    "group " + id + " is not known: none of its nodes has sent a heartbeat" + nearest);
        });
    }
}
