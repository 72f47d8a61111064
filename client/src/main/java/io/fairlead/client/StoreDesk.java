package io.fairlead.client;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Draw;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.Room;
import io.fairlead.store.KnownClaims;
import io.fairlead.store.RoomClaims;
import io.fairlead.store.Scheduler;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places the rooms of one service. From its first use on it looks at the instances in the background, and answers from what it
 * saw last. All of it runs in turns.
 */
final class StoreDesk {

    private final ServiceId service;
    private final Tools tools;
    private final Timeline timeline;
    private final Look view;
    private final Scheduler scheduler;
    /** So many homes of rooms are remembered. */
    static final int MOST_KNOWN = 10_000;

    private final KnownClaims claims = new KnownClaims(MOST_KNOWN);
    private final Explanations explanations = new Explanations();

    /** Those that wait for the first look. */
    private final Map<StoreCalls.Open<Place>, Runnable> waiting = new LinkedHashMap<>();

    private boolean looks;
    private boolean knows;
    private long number;

    /** What a desk works with. */
    record Tools(Look look, RoomClaims rooms, Supplier<Instant> clock, StoreCalls calls, Pace pace, Draw draw) {}

    /**
     * How fast a desk is.
     *
     * @param budget for one look
     * @param lookEvery time from the beginning of one look to that of the next
     */
    record Pace(Duration budget, Duration lookEvery) {}

    StoreDesk(ServiceId service, Tools tools) {
        this.service = service;
        this.tools = tools;
        this.timeline = tools.calls.timeline;
        this.view = tools.look;
        this.scheduler = new Scheduler(
                service,
                view.settings(),
                new Scheduler.Tools(
                        () -> view.read(tools.pace.budget),
                        new BoundedClaims(tools.rooms, tools.calls, tools.pace.budget.multipliedBy(2)),
                        claims,
                        timeline::execute,
                        tools.clock,
                        tools.draw));
    }

    /** Looks, and goes on looking. */
    private void look() {
        long begun = timeline.nanos();
        var unused = scheduler
                .look()
                .handleAsync(
                        (seen, trouble) -> {
                            if (seen != null
                                    && (seen.current() || !seen.candidates().isEmpty())) {
                                knows = true;
                            }
                            scheduler.settings(view.settings());
                            timeline.after(tools.pace.lookEvery.minusNanos(timeline.nanos() - begun), this::look);
                            waiting.keySet().removeIf(StoreCalls.Open::isOver);
                            if (knows) {
                                List<Runnable> all = List.copyOf(waiting.values());
                                waiting.clear();
                                all.forEach(Runnable::run);
                            }
                            return null;
                        },
                        timeline::execute);
    }

    /** Answers a wish within a budget. */
    void allocate(PlaceWish wish, Duration budget, StoreCalls.Open<Place> call) {
        if (!looks) {
            looks = true;
            look();
        }
        if (knows) {
            // Whoever cannot see does not make everybody wait for a store that probably does not answer either.
            boolean sees = scheduler.view().current();
            call.after(sees ? budget.multipliedBy(3).dividedBy(4) : budget.dividedBy(4), () -> answerAlone(wish, call));
            place(wish, call);
        } else {
            call.after(budget.multipliedBy(3).dividedBy(4), () -> answerAlone(wish, call));
            waiting.put(call, () -> place(wish, call));
        }
    }

    private void place(PlaceWish wish, StoreCalls.Open<Place> call) {
        RoomId room = wish.room().orElse(null);
        Claim known = room == null || wish.moved() ? null : claims.fresh(new Room(service, room), tools.clock.get());
        if (known != null && wish.unreachable().isEmpty()) {
            Candidate home = view.last().view().find(known.owner().instance());
            if (home != null
                    && home.owner().equals(known.owner())
                    && !view.last().mustMove(known.owner())) {
                answer(wish, new Placement(Basis.AFFINITY, home, List.of(), List.of(), null), known, call);
                return;
            }
        }
        place(wish, known, call);
    }

    private void place(PlaceWish wish, @Nullable Claim known, StoreCalls.Open<Place> call) {
        try {
            var unused = scheduler.place(request(wish), known).whenComplete((home, trouble) -> {
                if (home == null) {
                    call.fail(StoreCalls.trouble(call.what, trouble));
                } else {
                    Claim claim = home.claimed() == null ? null : home.claimed().claim();
                    answer(wish, home.placement(), claim, call);
                }
            });
        } catch (RuntimeException thrown) {
            call.fail(StoreCalls.trouble(call.what, thrown));
        }
    }

    private static PlacementRequest request(PlaceWish wish) {
        return new PlacementRequest(wish.unreachable().orElse(null), wish.room().orElse(null), wish.cost());
    }

    /** Answers without the store: where the room was last known to live, or where every program puts it alike. */
    private void answerAlone(PlaceWish wish, StoreCalls.Open<Place> call) {
        if (call.isOver()) {
            return;
        }
        Placement placement = scheduler.alone(request(wish));
        answer(wish, placement, null, call);
    }

    private void answer(PlaceWish wish, Placement placement, @Nullable Claim claim, StoreCalls.Open<Place> call) {
        if (call.isOver()) {
            return;
        }
        Candidate chosen = placement.chosen();
        explanations.add(new Explanation(number + 1, wish, placement));
        if (chosen == null) {
            call.fail(CallException.refused(call.what, refusal(placement)));
            return;
        }
        number++;
        call.succeed(new Place(
                number,
                chosen.instance(),
                chosen.owner(),
                placement.basis().name(),
                placement.words(),
                wish.room(),
                Optional.ofNullable(claim)));
    }

    private CallException.Refusal refusal(Placement placement) {
        Duration wait = placement.retryAfter();
        if (wait != null) {
            String words =
                    "every instance of service " + service + " whose load is known is at a ceiling, and the service"
                            + " refuses new rooms then: ask again in " + wait.toSeconds() + " s";
            return new CallException.Refusal(0, "no-room", words, Optional.of(wait));
        }
        int instances = scheduler.view().candidates().size();
        String words = !knows
                ? "the store has not answered yet, so no instance is known"
                : instances == 0
                        ? "service " + service + " has no instance: none has reported, or all have left"
                        : "none of the " + instances + " instances of service " + service
                                + " may take a room: they drain,"
                                + " are in maintenance, are silent or could not be connected to";
        return new CallException.Refusal(0, "no-instances", words, Optional.empty());
    }

    /** The last placements with their checks, oldest first. */
    List<Explanation> explanations() {
        return explanations.all();
    }

    /** The claim of a room is about to end. */
    void forget(RoomId room) {
        claims.forget(new Room(service, room));
    }
}
