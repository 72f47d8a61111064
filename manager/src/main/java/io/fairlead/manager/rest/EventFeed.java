package io.fairlead.manager.rest;

import io.fairlead.GroupId;
import io.fairlead.manager.loop.DecisionListener;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.GroupView;
import io.fairlead.primary.Alarm;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells every reader what the groups decide. The loop only leaves a view of the group here; the events are written on
 * a thread of their own, each once for all readers, and none waits for another.
 */
final class EventFeed implements DecisionListener {

    /** Enough for the screens of a control room; each may keep half a megabyte waiting. */
    static final int READERS = 64;

    /** What is decided within this time goes out together; short enough to look immediate. */
    private static final Duration BATCH = Duration.ofMillis(100);

    /** Common proxies end a connection that is silent for 30 s or 60 s. */
    private static final Duration BEAT = Duration.ofSeconds(15);

    private static final Logger LOG = LoggerFactory.getLogger(EventFeed.class);

    private final String run = Long.toHexString(new SecureRandom().nextLong());
    private final List<EventReader> readers = new CopyOnWriteArrayList<>();
    private final ScheduledThreadPoolExecutor thread = executor();
    private final Duration beatEvery;

    /** Guarded by itself and held for the time of a look-up. */
    private final SortedMap<GroupId, Decided> pending = new TreeMap<>();

    // Touched by the feed's own thread only.
    private final Map<GroupId, Set<Alarm>> alarms = new HashMap<>();
    private long number;

    private @Nullable Future<?> beating;

    private record Decided(GroupView after, List<DecisionRecord> news) {}

    EventFeed() {
        this(BEAT);
    }

    EventFeed(Duration beatEvery) {
        this.beatEvery = beatEvery;
    }

    /** Ends its thread when there is nothing to do, so a feed without readers costs nothing and needs no end. */
    private static ScheduledThreadPoolExecutor executor() {
        ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "fairlead-events");
            thread.setDaemon(true);
            return thread;
        });
        executor.setKeepAliveTime(10, TimeUnit.SECONDS);
        executor.allowCoreThreadTimeOut(true);
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    // ---- readers

    /**
     * A new reader; refused if there are as many as may be.
     *
     * @param group the group it wants to hear of, or null for all
     * @param again whether it has read before, so that something may have gone missing meanwhile
     */
    synchronized EventReader open(@Nullable GroupId group, boolean again) {
        if (readers.size() >= READERS) {
            throw new Refusal(
                    Problem.Code.LIMIT_REACHED,
                    READERS + " clients read events already, which is the limit: close one, or ask /v1/groups every"
                            + " few seconds");
        }
        EventReader reader = new EventReader(group, reset("the reader fell behind"), this::gone);
        if (again) {
            reader.offer(List.of(reset("events were missed while the connection was away")));
        }
        readers.add(reader);
        if (beating == null) {
            beating = thread.scheduleAtFixedRate(
                    this::beat, beatEvery.toMillis(), beatEvery.toMillis(), TimeUnit.MILLISECONDS);
        }
        return reader;
    }

    private synchronized void gone(EventReader reader) {
        readers.remove(reader);
        if (readers.isEmpty() && beating != null) {
            beating.cancel(false);
            beating = null;
        }
    }

    /** Bytes that wait for each reader. */
    List<Long> pending() {
        return readers.stream().map(EventReader::pending).toList();
    }

    private EventFrame reset(String why) {
        return EventFrame.of(
                EventFrame.Kind.RESET,
                null,
                run + "-reset",
                json -> json.writeStringField("words", why + ": read the groups again"));
    }

    private void beat() {
        readers.forEach(EventReader::beat);
    }

    // ---- events

    @Override
    public boolean wants(GroupId group) {
        for (EventReader reader : readers) {
            if (reader.wants(group)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void decided(GroupView after, List<DecisionRecord> news) {
        boolean first;
        synchronized (pending) {
            first = pending.isEmpty();
            pending.merge(after.group(), new Decided(after, news), EventFeed::joined);
        }
        if (first) {
            // What goes wrong in it is logged there.
            Future<?> unused = thread.schedule(this::publish, BATCH.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static Decided joined(Decided older, Decided newer) {
        List<DecisionRecord> news = new ArrayList<>(older.news());
        news.addAll(newer.news());
        return new Decided(newer.after(), news);
    }

    private void publish() {
        List<Decided> batch;
        synchronized (pending) {
            batch = new ArrayList<>(pending.values());
            pending.clear();
        }
        try {
            alarms.keySet().removeIf(group -> !wants(group));
            List<EventFrame> frames = new ArrayList<>();
            batch.forEach(decided -> write(decided, frames));
            send(frames);
        } catch (RuntimeException bug) {
            LOG.error("a batch of {} events was left out", batch.size(), bug);
        }
    }

    /** Hands events to every reader that wants them; none of them is waited for. */
    void send(List<EventFrame> frames) {
        readers.forEach(reader -> reader.offer(frames));
    }

    private void write(Decided decided, List<EventFrame> frames) {
        GroupView after = decided.after();
        GroupId group = after.group();
        for (DecisionRecord record : decided.news()) {
            if (EventJson.isChange(record)) {
                frames.add(frame(EventFrame.Kind.CHANGE, group, json -> EventJson.change(json, group, record)));
            }
        }
        DecisionRecord newest = decided.news().get(decided.news().size() - 1);
        // Between two rounds only the primary's life is looked at: no alarm does not mean that one is over.
        if (newest.moment() == DecisionRecord.Moment.ROUND) {
            notices(group, newest, frames);
        }
        frames.add(frame(EventFrame.Kind.ROUND, group, json -> EventJson.round(json, after, newest)));
    }

    /** Alarms are found anew every round; told is what is new and what is over. */
    private void notices(GroupId group, DecisionRecord newest, List<EventFrame> frames) {
        Set<Alarm> now = new LinkedHashSet<>(newest.alarms());
        Set<Alarm> before = alarms.put(group, now);
        if (before == null) {
            return;
        }
        for (Alarm alarm : now) {
            if (!before.contains(alarm)) {
                frames.add(notice(group, alarm, true));
            }
        }
        for (Alarm alarm : before) {
            if (!now.contains(alarm)) {
                frames.add(notice(group, alarm, false));
            }
        }
    }

    private EventFrame notice(GroupId group, Alarm alarm, boolean begins) {
        return frame(EventFrame.Kind.NOTICE, group, json -> EventJson.notice(json, group, alarm, begins));
    }

    private EventFrame frame(EventFrame.Kind kind, GroupId group, EventFrame.Fields fields) {
        number++;
        return EventFrame.of(kind, group, run + "-" + number, fields);
    }
}
