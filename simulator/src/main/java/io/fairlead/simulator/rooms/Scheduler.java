package io.fairlead.simulator.rooms;

import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Placer;
import io.fairlead.placement.SchedulerState;
import io.fairlead.placement.ServiceView;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** One scheduler: it reads the view in the background, and knows nothing of what the others do meanwhile. */
final class Scheduler {

    private static final double READS_FROM_S = 0.25;
    private static final double READS_TO_S = 0.5;

    private final Shared shared;
    private final PlacementSettings settings;
    private final SplittableRandom random;
    private ServiceView view = new ServiceView(Shared.SERVICE, List.of(), true);
    private SchedulerState state = SchedulerState.initial();
    private Placer placer;
    private double readAt;
    private boolean current = true;
    private final Set<Owner> told = new TreeSet<>(Comparator.comparing(Owner::toString));

    Scheduler(Shared shared, PlacementSettings settings, SplittableRandom random) {
        this.shared = shared;
        this.settings = settings;
        this.random = random;
        this.placer = new Placer(settings, state);
    }

    /** Reads the view now and again and again. */
    void read() {
        if (shared.storeAway()) {
            current = false;
        } else {
            ServiceView read = Shared.answer(shared.reports.view(Shared.SERVICE, shared.time()));
            if (mostAreSilent(read)) {
                current = false;
            } else {
                current = true;
                view = read.withSchedulers(shared.world.schedulers());
                readAt = shared.now();
                know(state.learn(view, settings, shared.time()));
            }
        }
        shared.agenda.in(Draws.between(random, READS_FROM_S, READS_TO_S), this::read);
    }

    /** More than half of the instances silent at once is the observer's problem, for example after the store was away. */
    private boolean mostAreSilent(ServiceView read) {
        long silent = read.candidates().stream()
                .filter(candidate -> candidate.sampleAge().compareTo(settings.sampleTtl()) >= 0)
                .count();
        return 2 * silent > read.candidates().size();
    }

    private void know(SchedulerState next) {
        state = next;
        placer = new Placer(settings, state);
    }

    Placement place(Guest guest, @Nullable Claim remembered, @Nullable Owner unreachable) {
        PlacementRequest request =
                unreachable == null ? PlacementRequest.plain() : PlacementRequest.afterFailedConnect(unreachable);
        return placer.place(request.with(guest.room.id()), seen(), remembered, bound -> random.nextLong(bound));
    }

    private ServiceView seen() {
        double since = shared.now() - readAt;
        return !current || shared.storeAway() ? view.outdated(Time.span(since)) : view.later(Time.span(since));
    }

    /** A claim of this scheduler was won. */
    void placed(Owner owner) {
        know(state.placed(owner, 1, shared.time()));
    }

    /** A client could not connect. */
    void connectFailed(Owner owner) {
        told.add(owner);
        know(state.connectFailed(owner, shared.time()));
    }

    /** Whether a client told this scheduler that it could not connect. */
    boolean toldOfFailure(Owner owner) {
        return told.contains(owner);
    }
}
