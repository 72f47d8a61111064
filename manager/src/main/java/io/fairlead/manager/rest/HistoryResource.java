package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.manager.journal.History;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.manager.loop.Groups;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code GET /v1/groups/{group}/history}. */
final class HistoryResource {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryResource.class);

    private static final int MOST = 500;
    private static final int USUAL = 100;

    private final Groups groups;
    private final Executor pages;
    private final @Nullable History history;

    HistoryResource(Groups groups, Executor pages, @Nullable History history) {
        this.groups = groups;
        this.pages = pages;
        this.history = history;
    }

    CompletionStage<Reply> page(Target target) {
        target.know("after", "limit", "changes", "newest");
        GroupId id = target.group(2);
        Long after = target.wholeParameter("after", 0, Long.MAX_VALUE);
        Long limit = target.wholeParameter("limit", 1, MOST);
        History.Wish wish = new History.Wish(
                after == null ? -1 : after,
                limit == null ? USUAL : limit.intValue(),
                target.flag("changes"),
                target.flag("newest"));
        return groups.view(id).thenComposeAsync(view -> page(id, wish, view), pages);
    }

    private CompletionStage<Reply> page(GroupId id, History.Wish wish, @Nullable GroupView view) {
        if (history == null) {
            throw new Refusal(
                    Problem.Code.NO_HISTORY,
                    "this manager keeps no history, because its store is memory: start it with store embedded; the last"
                            + " decisions are at /v1/groups/" + id + "/decisions");
        }
        try {
            History.Page page = history.page(id, wish);
            boolean unknown = view == null && page.rounds().isEmpty();
            return unknown
                    ? GroupResource.unknown(groups, id)
                    : CompletableFuture.completedFuture(Reply.json(HistoryJson.page(id, view, page)));
        } catch (IOException trouble) {
            LOG.error("the history of group {} cannot be read: {}", id, trouble.getMessage());
            throw new Refusal(Problem.Code.JOURNAL_UNREADABLE, "the history cannot be read: " + trouble.getMessage());
        }
    }
}
