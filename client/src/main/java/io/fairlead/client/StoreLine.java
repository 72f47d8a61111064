package io.fairlead.client;

import io.fairlead.Incarnation;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.AffinityStore.ClaimWish;
import io.fairlead.store.AffinityStore.RenewAnswer;
import io.fairlead.store.ContestedRooms;
import io.fairlead.store.Drain;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.ReportStore.ReportAnswer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Reports to stores that are shared with those who place rooms. */
final class StoreLine implements ReportLine {

    private final InstanceSettings self;
    private final Owner owner;
    private final StoreClient.Stores stores;
    private final StoreCalls calls;
    private final RandomGenerator random;

    private static final Duration NEVER = Duration.ofSeconds(Long.MAX_VALUE);

    /** Time since the last loss, as it was told with the report before. */
    private final AtomicReference<Duration> sinceLoss = new AtomicReference<>(NEVER);

    private final ContestedRooms contested = new ContestedRooms();

    StoreLine(InstanceSettings self, Incarnation incarnation, StoreClient.Stores stores, StoreCalls calls) {
        this.self = self;
        this.owner = new Owner(self.instance().id(), incarnation);
        this.stores = stores;
        this.calls = calls;
        this.random = new SplittableRandom();
    }

    @Override
    public CompletableFuture<Taken> report(Report report, Duration budget) {
        long at = calls.timeline.nanos();
        // First whether this process counts, then its rooms: each has half of the time.
        Duration half = budget.dividedBy(2);
        CompletableFuture<List<Drain>> ordered =
                calls.within(half, () -> stores.drains().drains(service(), now()));
        CompletableFuture<ReportAnswer> taken =
                calls.within(half, () -> stores.reports().put(service(), self.instance(), load(report), now()));
        CompletableFuture<Sent> sent = taken.handle((answer, failure) -> {
            CallException ended = answer == null ? null : end(answer);
            if (ended != null) {
                throw ended;
            }
            return new Sent(at, answer == null ? StoreCalls.trouble(what(), failure) : null);
        });
        return sent.thenCompose(put -> rooms(report.renewed(), half)
                .thenCombine(
                        ordered.exceptionally(unread -> List.of()),
                        (told, drains) -> taken(report, told, drains, put)));
    }

    private record Sent(long at, @Nullable CallException trouble) {}

    private LoadReport load(Report report) {
        return report.load(self.ceilings());
    }

    private @Nullable CallException end(ReportAnswer answer) {
        return switch (answer) {
            case STORED, NOT_NEWER -> null;
            case OLDER_PROCESS ->
                refusal(
                        "incarnation-conflict",
                        "instance id " + owner.instance()
                                + " is in use by a process that started later: end this one, or give it another id");
            case HAS_LEFT ->
                refusal(
                        "incarnation-ended",
                        "this process of instance " + owner.instance() + " has left: come back with a new incarnation");
        };
    }

    private CallException refusal(String code, String detail) {
        return CallException.refused(what(), new CallException.Refusal(0, code, detail, Optional.empty()));
    }

    /**
     * What a room was told.
     *
     * @param lost whether it is not this process's any more
     * @param epoch of the claim that it came to, if it had none
     * @param unknown why nothing was told; null if something was
     */
    private record Told(
            HeldRooms.Held room,
            boolean lost,
            OptionalLong epoch,
            @Nullable CallException unknown) {}

    private CompletableFuture<List<Told>> rooms(List<HeldRooms.Held> held, Duration budget) {
        List<CompletableFuture<Told>> all = new ArrayList<>();
        for (HeldRooms.Held room : held) {
            all.add(room.hasClaim() ? renewed(room, budget) : claimed(room, budget));
        }
        return CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0]))
                .thenApply(done -> all.stream().map(CompletableFuture::join).toList());
    }

    private CompletableFuture<Told> renewed(HeldRooms.Held room, Duration budget) {
        Claim claim = new Claim(owner, room.epoch());
        return calls.within(budget, () -> stores.rooms().renew(named(room.room()), claim, now()))
                .handle((renewed, failure) -> renewed == null
                        ? unknown(room, failure)
                        : new Told(room, renewed.answer() == RenewAnswer.NOT_HELD, OptionalLong.empty(), null));
    }

    /** Whoever claimed the room before has it, if that stands. */
    private CompletableFuture<Told> claimed(HeldRooms.Held room, Duration budget) {
        if (!stores.rooms().renewedIn().isZero()) {
            // First whoever has rooms with a claim renews them, or a room that lives elsewhere would be taken from
            // there.
            return CompletableFuture.completedFuture(new Told(room, false, OptionalLong.empty(), null));
        }
        return calls.within(budget, () -> stores.rooms().claim(named(room.room()), new ClaimWish(owner, null), now()))
                .handle((claimed, failure) -> {
                    if (claimed == null) {
                        return unknown(room, failure);
                    }
                    Claim claim = claimed.claim();
                    boolean own = claim.owner().equals(owner);
                    boolean lost = !own && contested.isLost(named(room.room()), now());
                    if (own) {
                        contested.settled(named(room.room()));
                    }
                    return new Told(room, lost, own ? OptionalLong.of(claim.epoch()) : OptionalLong.empty(), null);
                });
    }

    private static Told unknown(HeldRooms.Held room, @Nullable Throwable failure) {
        CallException why = StoreCalls.trouble("the renewal of room " + room.room(), failure);
        return new Told(room, false, OptionalLong.empty(), why);
    }

    private Taken taken(Report report, List<Told> told, List<Drain> drains, Sent sent) {
        List<RoomId> lost = new ArrayList<>();
        Map<RoomId, Long> claimed = new LinkedHashMap<>();
        List<HeldRooms.Held> renewed = new ArrayList<>();
        CallException trouble = sent.trouble;
        for (Told room : told) {
            if (room.unknown == null) {
                renewed.add(room.room);
            } else if (trouble == null) {
                trouble = room.unknown;
            }
            if (room.epoch.isPresent()) {
                claimed.put(room.room.room(), room.epoch.getAsLong());
            }
            if (room.lost) {
                lost.add(room.room.room());
            }
        }
        boolean ordered = drains.stream().anyMatch(drain -> drain.process().equals(owner));
        InstanceState state = ordered && report.state() == InstanceState.UP ? InstanceState.DRAINING : report.state();
        Report.Answer answer =
                new Report.Answer(state, lost, claimed, List.of(), LoadReport.PERIOD, AffinityStore.RENEW_EVERY);
        return new Taken(answer, renewed, sent.at, trouble, forgotten());
    }

    /** Whether the store was seen to have lost what was in it since this was asked last. */
    private boolean forgotten() {
        Duration since = stores.rooms().sinceLoss();
        Duration before = sinceLoss.getAndSet(since == null ? NEVER : since);
        return since != null && since.compareTo(before) < 0;
    }

    @Override
    public CompletableFuture<Void> goodbye(Duration budget) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        goodbye(end, 1, calls.timeline.nanos() + budget.toNanos());
        return end;
    }

    private void goodbye(CompletableFuture<Void> end, int number, long until) {
        Duration left = Duration.ofNanos(until - calls.timeline.nanos());
        var unused = calls.within(left, () -> stores.reports().leave(service(), owner, now()))
                .whenComplete((answer, failure) -> {
                    Duration wait = BackOff.standard().before(number, random);
                    boolean again = failure != null
                            && StoreCalls.cause(failure) instanceof OutcomeUnknownException
                            && until - calls.timeline.nanos() > wait.toNanos();
                    if (again) {
                        calls.timeline.after(wait, () -> goodbye(end, number + 1, until));
                    } else if (failure == null) {
                        end.complete(null);
                    } else {
                        end.completeExceptionally(StoreCalls.trouble(
                                "the goodbye of instance " + owner.instance() + " of service " + service(), failure));
                    }
                });
    }

    @Override
    public CompletableFuture<ReleaseAnswer> release(RoomId room, long epoch, Duration budget) {
        StoreRooms ending = new StoreRooms(service(), stores.rooms(), stores.clock());
        return calls.begin("the end of room " + room + " of service " + service(), call -> {
            var unused = calls.within(budget, () -> ending.end(room, new Claim(owner, epoch)))
                    .whenComplete((answer, failure) -> {
                        if (answer == null) {
                            call.fail(StoreCalls.trouble(call.what, failure));
                        } else {
                            call.succeed(answer);
                        }
                    });
        });
    }

    private String what() {
        return "the report of instance " + owner.instance() + " of service " + service();
    }

    private ServiceId service() {
        return self.service();
    }

    private Room named(RoomId room) {
        return new Room(service(), room);
    }

    private Instant now() {
        return stores.clock().get();
    }
}
