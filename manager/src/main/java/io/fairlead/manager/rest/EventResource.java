package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** {@code GET /v1/events}: server-sent events of one group or of all. */
final class EventResource {

    private final EventFeed feed;

    EventResource(EventFeed feed) {
        this.feed = feed;
    }

    /** A group that is not known yet is no fault: its events begin with its first heartbeat. */
    CompletionStage<Reply> stream(Target target) {
        target.know("group");
        GroupId group = target.groupParameter("group");
        if (target.request().method().equals("HEAD")) {
            return CompletableFuture.completedFuture(reply(null));
        }
        boolean again = target.request().lastEventId() != null;
        return CompletableFuture.completedFuture(reply(feed.open(group, again)));
    }

    private static Reply reply(@Nullable EventReader reader) {
        SortedMap<String, String> headers = new TreeMap<>();
        // Keeps a proxy from collecting the events until it has a page full.
        headers.put("x-accel-buffering", "no");
        return new Reply(200, "text/event-stream; charset=utf-8", new byte[0], headers, reader);
    }
}
