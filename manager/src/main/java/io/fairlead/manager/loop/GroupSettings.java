package io.fairlead.manager.loop;

import io.fairlead.NodeId;
import io.fairlead.handover.HandoverMode;
import io.fairlead.handover.HandoverSettings;
import io.fairlead.handover.Timing;
import io.fairlead.primary.Observe;
import io.fairlead.primary.PrimarySettings;
import io.fairlead.primary.Profile;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How the manager treats one group.
 *
 * @param primary how its primary is chosen
 * @param observe which decisions are computed and shown but not carried out
 * @param maintenance nodes that take no part in the election
 * @param handover how the role changes hands
 * @param timing for how long it lasts without an answer, or null if that is as for all groups
 * @param drill when its standbys rehearse, or null for never
 */
public record GroupSettings(
        PrimarySettings primary,
        Observe observe,
        SortedSet<NodeId> maintenance,
        HandoverSettings handover,
        @Nullable Timing timing,
        @Nullable DrillSettings drill) {

    /** The default length of a round. */
    public static final Duration SAMPLE_INTERVAL = Duration.ofSeconds(5);

    /** Copies the nodes in the order of their ids. */
    public GroupSettings {
        SortedSet<NodeId> copy = new TreeSet<>();
        copy.addAll(maintenance);
        maintenance = Collections.unmodifiableSortedSet(copy);
    }

    /** What a group gets that no configuration names: profile {@code steady} at rounds of 5 s. */
    public static GroupSettings standard() {
        return of(PrimarySettings.of(Profile.STEADY, SAMPLE_INTERVAL));
    }

    /** Settings under which everything is carried out and every node takes part. */
    public static GroupSettings of(PrimarySettings primary) {
        return new GroupSettings(
                primary, Observe.OFF, new TreeSet<>(), HandoverSettings.of(HandoverMode.OVERLAP), null, null);
    }

    /** The same in another observe mode. */
    public GroupSettings with(Observe other) {
        return new GroupSettings(primary, other, maintenance, handover, timing, drill);
    }

    /** The same with other nodes in maintenance. */
    public GroupSettings withMaintenance(Set<NodeId> nodes) {
        return new GroupSettings(primary, observe, new TreeSet<>(nodes), handover, timing, drill);
    }

    /** The same with another way in which the role changes hands. */
    public GroupSettings with(HandoverSettings other) {
        return new GroupSettings(primary, observe, maintenance, other, timing, drill);
    }

    /** The same with a timing of its own. */
    public GroupSettings with(Timing own) {
        return new GroupSettings(primary, observe, maintenance, handover, own, drill);
    }

    /** The same with drills, or without any where it is null. */
    public GroupSettings with(@Nullable DrillSettings drills) {
        return new GroupSettings(primary, observe, maintenance, handover, timing, drills);
    }
}
