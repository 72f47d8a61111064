package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an instance's listener is still to be told. Each thing stands here once, however long the listener takes. */
final class Tidings {

    private static final Logger LOG = LoggerFactory.getLogger(Tidings.class);

    private final ServiceId service;
    private final InstanceListener listener;
    private final Lane lane;
    private final Map<LostRoom, Boolean> lost = new LinkedHashMap<>();
    private final Map<RoomId, Long> claimed = new LinkedHashMap<>();
    private boolean drainOrdered;
    private @Nullable CallException ended;

    private record LostRoom(RoomId room, long epoch) {}

    Tidings(ServiceId service, InstanceListener listener, Executor lanes) {
        this.service = service;
        this.listener = listener;
        this.lane = new Lane(lanes, this::tell);
    }

    void lost(HeldRooms.Held room) {
        synchronized (this) {
            lost.put(new LostRoom(room.room(), room.epoch()), false);
        }
        lane.wake();
    }

    void claimed(RoomId room, long epoch) {
        synchronized (this) {
            claimed.put(room, epoch);
        }
        lane.wake();
    }

    void drainOrdered() {
        synchronized (this) {
            drainOrdered = true;
        }
        lane.wake();
    }

    void ended(CallException why) {
        synchronized (this) {
            ended = why;
        }
        lane.wake();
    }

    /** Tells again what a listener did not take. */
    void again() {
        boolean any;
        synchronized (this) {
            any = !lost.isEmpty();
        }
        if (any) {
            lane.wake();
        }
    }

    private void tell() {
        boolean drain;
        Map<RoomId, Long> begun;
        List<LostRoom> rooms;
        CallException end;
        synchronized (this) {
            drain = drainOrdered;
            drainOrdered = false;
            begun = new LinkedHashMap<>(claimed);
            claimed.clear();
            rooms = List.copyOf(lost.keySet());
            end = ended;
            ended = null;
        }
        if (drain) {
            safely("the order to drain", listener::drainOrdered);
        }
        begun.forEach((room, epoch) -> safely("the claim of room " + room, () -> listener.roomClaimed(room, epoch)));
        for (LostRoom room : rooms) {
            if (safely("the loss of room " + room.room, () -> listener.roomLost(room.room, room.epoch))) {
                synchronized (this) {
                    lost.remove(room);
                }
            }
        }
        if (end != null) {
            safely("its end", () -> listener.ended(end));
        }
    }

    private boolean safely(String what, Runnable telling) {
        try {
            telling.run();
            return true;
        } catch (RuntimeException thrown) {
            LOG.error("service {}: the listener of the instance failed at {}", service, what, thrown);
            return false;
        }
    }
}
