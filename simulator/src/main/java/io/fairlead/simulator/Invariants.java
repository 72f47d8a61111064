package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.primary.Cause;
import io.fairlead.primary.Decision;
import io.fairlead.primary.NodeObservation;
import io.fairlead.primary.PrimarySettings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sentences that every policy made of a group's settings must keep in every world. */
public final class Invariants {

    private static final Duration MOMENT = Duration.ofSeconds(5);

    private Invariants() {}

    /** All of them, new for one run. */
    public static List<Invariant> of(PrimarySettings settings) {
        return List.of(
                Invariants::onlyTheLivingArePromoted,
                Invariants::somebodyIsPrimary,
                new NobodyIsChosenWhileObserved(settings),
                new PreferenceKeepsTheCooldown(settings));
    }

    private static Optional<String> onlyTheLivingArePromoted(RoundFacts facts) {
        NodeId to = promoted(facts);
        if (to == null || facts.machine(to).up()) {
            return Optional.empty();
        }
        NodeObservation seen = facts.seen().nodes().get(to);
        // A node that fell silent a moment ago cannot be known to be dead.
        boolean presumedAlive = seen != null && seen.heartbeatAge().compareTo(MOMENT) < 0;
        return presumedAlive ? Optional.empty() : violation(facts, to + " was promoted though it was silent");
    }

    private static Optional<String> somebodyIsPrimary(RoundFacts facts) {
        boolean anyUp = facts.machines().stream().anyMatch(MachineFacts::up);
        return anyUp && facts.verdict().primary() == null
                ? violation(facts, "nobody is primary though a node is alive")
                : Optional.empty();
    }

    /** No node is chosen by load within its observation period. */
    private record NobodyIsChosenWhileObserved(PrimarySettings settings) implements Invariant {
        @Override
        public Optional<String> violation(RoundFacts facts) {
            NodeId to = promoted(facts);
            if (to == null || facts.verdict().decision().cause() != Cause.PREFERENCE) {
                return Optional.empty();
            }
            Duration observation =
                    settings.sampleInterval().multipliedBy(settings.averaging().window() - 1L);
            Duration up = facts.at().minus(facts.machine(to).upSince());
            return up.compareTo(observation) < 0
                    ? Invariants.violation(facts, to + " was chosen " + up.toSeconds() + " s after its start")
                    : Optional.empty();
        }
    }

    /** Two switches by load, or one after any other switch, are a cooldown apart. */
    private static final class PreferenceKeepsTheCooldown implements Invariant {

        private final PrimarySettings settings;
        private @Nullable Duration last;

        PreferenceKeepsTheCooldown(PrimarySettings settings) {
            this.settings = settings;
        }

        @Override
        public Optional<String> violation(RoundFacts facts) {
            Decision decision = facts.verdict().decision();
            if (!decision.isSwitch() || decision.cause() == Cause.BOOTSTRAP) {
                return Optional.empty();
            }
            Duration before = last;
            last = facts.at();
            Duration cooldown =
                    settings.rule().cooldown().at(decision.comparison().k(), settings.sampleInterval());
            boolean early = before != null && facts.at().minus(before).compareTo(cooldown) < 0;
            return early && decision.cause() == Cause.PREFERENCE
                    ? Invariants.violation(facts, "a switch by load within the cooldown")
                    : Optional.empty();
        }
    }

    private static @Nullable NodeId promoted(RoundFacts facts) {
        Decision decision = facts.verdict().decision();
        return decision.isSwitch() ? decision.to() : null;
    }

    private static Optional<String> violation(RoundFacts facts, String what) {
        return Optional.of("round " + facts.round() + " at " + facts.at().toSeconds() + " s: " + what);
    }
}
