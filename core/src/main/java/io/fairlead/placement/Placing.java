package io.fairlead.placement;

import io.fairlead.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bench of one placement, whatever the policy: its checks as they come about, and who may take a room at all. */
final class Placing {

    private final PlacementSettings settings;
    private final ServiceView view;
    private final @Nullable Owner unreachable;
    private final List<Check> checks = new ArrayList<>();

    Placing(PlacementSettings settings, ServiceView view, @Nullable Owner unreachable) {
        this.settings = settings;
        this.view = view;
        this.unreachable = unreachable;
    }

    ServiceView view() {
        return view;
    }

    /** The instance on which a remembered room stays, or null if it stays nowhere. */
    @Nullable Candidate home(Claim remembered) {
        Owner owner = remembered.owner();
        Candidate home = view.find(owner.instance());
        if (!ask(Check.yes(PlacementQuestion.REGISTERED, owner.instance(), home != null)) || home == null) {
            return null;
        }
        boolean same = home.owner().equals(owner);
        if (!ask(Check.yes(PlacementQuestion.SAME_INCARNATION, home.id(), same))) {
            return null;
        }
        // Silence alone is no death, and an observer that cannot see declares nobody dead.
        if (owner.equals(unreachable) && view.current() && !fresh(PlacementQuestion.OWNER_SAMPLE_AGE, home)) {
            return null;
        }
        return home;
    }

    /** The question by which an instance may take no room, whatever its load and the age of its sample. */
    @Nullable PlacementQuestion barred(Candidate candidate) {
        InstanceState state = candidate.report().state();
        if (!ask(Check.yes(PlacementQuestion.NOT_DRAINING, candidate.id(), state != InstanceState.DRAINING))) {
            return PlacementQuestion.NOT_DRAINING;
        }
        if (!ask(Check.yes(PlacementQuestion.IN_SERVICE, candidate.id(), state != InstanceState.MAINTENANCE))) {
            return PlacementQuestion.IN_SERVICE;
        }
        if (candidate.owner().equals(unreachable)) {
            ask(Check.yes(PlacementQuestion.REACHABLE, candidate.id(), false));
            return PlacementQuestion.REACHABLE;
        }
        return null;
    }

    /** Whether the newest sample of an instance is young enough to count. */
    boolean fresh(PlacementQuestion question, Candidate candidate) {
        double age = seconds(candidate.sampleAge());
        return ask(Check.of(question, candidate.id(), age, seconds(settings.sampleTtl())));
    }

    /** The margin of an instance by its own ceilings, or by those of its service. */
    @Nullable Margin margin(Candidate candidate) {
        SafetyMargin own = candidate.report().ceilings();
        return (own == null ? settings.ceilings() : own).of(candidate.report().metrics());
    }

    static Placement.Lot lot(Draw draw, long bound) {
        long drawn = draw.below(bound);
        if (drawn < 0 || drawn >= bound) {
            throw new IllegalStateException("the random source drew " + drawn + ", asked for 0 to below " + bound);
        }
        return new Placement.Lot(drawn, bound);
    }

    private static double seconds(Duration span) {
        return span.toNanos() / 1e9;
    }

    boolean ask(Check check) {
        checks.add(check);
        return check.passed();
    }

    List<Check> checks() {
        return Collections.unmodifiableList(checks);
    }
}
