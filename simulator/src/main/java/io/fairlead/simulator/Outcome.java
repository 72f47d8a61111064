package io.fairlead.simulator;

import io.fairlead.NodeId;
import io.fairlead.primary.Alarm;
import io.fairlead.primary.Cause;
import io.fairlead.primary.RoleLoad;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What came of one run of a world.
 *
 * @param account changes of primary and what they cost
 * @param secondsAsPrimary how long each node had the role, in seconds
 * @param secondsOverloaded how long the primary was really above the ceiling while another node would not have been,
 *     in seconds
 * @param secondsWithoutPrimary how long nobody that worked had the role, in seconds
 * @param alarms in how many rounds each alarm was on
 * @param roleLoad what the policy takes the role's cost to be at the end
 * @param violations invariants that were broken, each in one line
 */
public record Outcome(
        Account account,
        SortedMap<NodeId, Double> secondsAsPrimary,
        double secondsOverloaded,
        double secondsWithoutPrimary,
        SortedMap<Alarm.Kind, Integer> alarms,
        RoleLoad.Estimate roleLoad,
        List<String> violations) {

    /** The switches, first primaries left out, in order. */
    public List<Change> switches() {
        return account.changes().stream().filter(Change::isSwitch).toList();
    }

    /** The switches decided from load, in order. */
    public List<Change> preferences() {
        return switches().stream()
                .filter(change -> change.cause() == Cause.PREFERENCE)
                .toList();
    }

    /** The switches decided after a time, and at the latest at another. */
    public List<Change> switchesBetween(Duration after, Duration latest) {
        return switches().stream()
                .filter(change ->
                        change.at().compareTo(after) > 0 && change.at().compareTo(latest) <= 0)
                .toList();
    }

    /** The first switch after a time. */
    public Optional<Change> firstAfter(Duration time) {
        return switches().stream()
                .filter(change -> change.at().compareTo(time) > 0)
                .findFirst();
    }

    /** In how many rounds an alarm was on. */
    public int rounds(Alarm.Kind alarm) {
        return alarms.getOrDefault(alarm, 0);
    }
}
