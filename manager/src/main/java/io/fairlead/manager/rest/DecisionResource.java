package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.manager.loop.Groups;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

/** {@code GET /v1/groups/{group}/decisions} and {@code /v1/groups/{group}/decisions/{round}}. */
final class DecisionResource {

    private static final int MOST = 200;
    private static final int USUAL = 20;

    private final Groups groups;
    private final Executor pages;

    DecisionResource(Groups groups, Executor pages) {
        this.groups = groups;
        this.pages = pages;
    }

    CompletionStage<Reply> page(Target target) {
        target.know("after", "limit", "changes");
        GroupId id = target.group(2);
        Long after = target.wholeParameter("after", 0, Long.MAX_VALUE);
        Long limit = target.wholeParameter("limit", 1, MOST);
        Groups.DecisionPage page = new Groups.DecisionPage(
                after == null ? OptionalLong.empty() : OptionalLong.of(after),
                limit == null ? USUAL : limit.intValue(),
                target.flag("changes"));
        return groups.decisions(id, page)
                .thenComposeAsync(
                        found -> found == null
                                ? GroupResource.unknown(groups, id)
                                : CompletableFuture.completedFuture(Reply.json(DecisionJson.list(id, found))),
                        pages);
    }

    CompletionStage<Reply> round(Target target) {
        target.know();
        GroupId id = target.group(2);
        long round = target.round(4);
        return groups.decisionsOf(id, round)
                .thenComposeAsync(
                        found -> {
                            if (found == null) {
                                return GroupResource.unknown(groups, id);
                            }
                            if (found.isEmpty()) {
                                throw new Refusal(
                                        Problem.Code.UNKNOWN_ROUND,
                                        "round " + round + " of group " + id
                                                + " is not kept: it is still to come or too long ago"
                                                + "; see /v1/groups/" + id + "/decisions for those that are");
                            }
                            return CompletableFuture.completedFuture(Reply.json(DecisionJson.list(id, found)));
                        },
                        pages);
    }
}
