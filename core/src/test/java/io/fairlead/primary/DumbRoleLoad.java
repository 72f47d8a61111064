package io.fairlead.primary;

import io.fairlead.NodeId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** The oracle's view of what being primary costs: fixed, measured or learned, found anew from the whole history. */
@NullUnmarked
final class DumbRoleLoad {

    /** What one change of primary taught; points is NaN where nothing was learned. */
    private record Lesson(DumbHistory.Change change, double points, double error, Verdict verdict) {}

    /** What one change said of the new primary's sensor. */
    private enum Verdict {
        IMPLAUSIBLE,
        PLAUSIBLE,
        NONE
    }

    private final DumbHistory history;
    private final PrimarySettings settings;
    private List<Lesson> lessons = List.of();

    DumbRoleLoad(DumbHistory history) {
        this.history = history;
        this.settings = history.settings;
    }

    /** Role load on a machine of capacity 1 in this round, NaN if unknown. */
    double estimate() {
        lessons = lessons();
        return estimate(history.now(), lessons);
    }

    // Learned: in comparisons rounded up to the upper end of a 90 % interval.
    double margin() {
        List<Lesson> taught =
                lessons.stream().filter(l -> !Double.isNaN(l.points())).toList();
        boolean learned = settings.has(Safeguard.ROLE_LOAD)
                && settings.fixedRoleLoad().isEmpty()
                && !isMeasured(history.now())
                && !taught.isEmpty();
        return learned ? 1.28 * taught.get(taught.size() - 1).error() / Math.sqrt(Math.min(5, taught.size())) : 0;
    }

    // What all changes taught, in their order, because what one is judged by was learned from those before it.
    private List<Lesson> lessons() {
        List<Lesson> all = new ArrayList<>();
        for (DumbHistory.Change change : history.changes) {
            if (isConcluded(change)) {
                all.add(lesson(change, List.copyOf(all)));
            }
        }
        return all;
    }

    private double estimate(int round, List<Lesson> taught) {
        if (!settings.has(Safeguard.ROLE_LOAD)) {
            return Double.NaN;
        }
        if (settings.fixedRoleLoad().isPresent()) {
            return settings.fixedRoleLoad().getAsDouble();
        }
        List<Double> learned = new ArrayList<>();
        List<Double> gains = new ArrayList<>();
        for (Lesson lesson : taught) {
            if (Double.isNaN(lesson.points())) {
                continue;
            }
            learned.add(lesson.points());
            int due = due(lesson.change());
            if (isMeasured(due) && measured(due) >= 1) {
                gains.add(lesson.points() / measured(due));
            }
        }
        if (isMeasured(round)) {
            double gain = gains.isEmpty() ? 1 : DumbHistory.median(lastFive(gains));
            return measured(round) * Math.max(0.5, Math.min(3, gain));
        }
        return learned.isEmpty() ? Double.NaN : Math.max(0, DumbHistory.median(lastFive(learned)));
    }

    private static List<Double> lastFive(List<Double> values) {
        return values.subList(Math.max(0, values.size() - 5), values.size());
    }

    // Measured: what the primary's agent found, smoothed 0.1, as long as it is not older than a window.
    private boolean isMeasured(int round) {
        for (int r = Math.max(0, round - history.window + 1); r <= round; r++) {
            if (!Double.isNaN(measurement(r))) {
                return true;
            }
        }
        return false;
    }

    private double measured(int until) {
        double smooth = Double.NaN;
        for (int r = 0; r <= until; r++) {
            double found = measurement(r);
            if (!Double.isNaN(found)) {
                smooth = Double.isNaN(smooth) ? found : 0.1 * found + 0.9 * smooth;
            }
        }
        return smooth;
    }

    private double measurement(int round) {
        NodeId primary = history.primaries.get(round);
        DumbHistory.Row row = primary == null ? null : history.row(primary, round);
        return row == null || row.seen().roleLoad().isEmpty()
                ? Double.NaN
                : row.seen().roleLoad().getAsDouble() * row.seen().capacity();
    }

    // Learned: difference in differences over a change, from the sides that are known and believable.
    private Lesson lesson(DumbHistory.Change change, List<Lesson> before) {
        int due = due(change);
        double up = after(change.to(), due) - before(change.to(), change);
        double down = change.from() == null ? Double.NaN : before(change.from(), change) - after(change.from(), due);
        double toCapacity = history.capacity(change.to(), due);
        double fromCapacity = change.from() == null ? Double.NaN : history.capacity(change.from(), due);
        Verdict verdict = verdict(change, up, down, estimate(due, before));
        double points = 0;
        double shares = 0;
        if (!Double.isNaN(up) && verdict != Verdict.IMPLAUSIBLE) {
            points += up;
            shares += 1 / toCapacity;
        }
        if (!Double.isNaN(down)) {
            points += down;
            shares += 1 / fromCapacity;
        }
        // The standard error of one lesson: 1.25 x the larger noise.
        boolean twoSided = change.from() != null && !change.restarted();
        double noise = Math.max(noise(change.to(), due), twoSided ? noise(change.from(), due) : 0);
        return new Lesson(change, shares == 0 ? Double.NaN : points / shares, 1.25 * noise, verdict);
    }

    private double noise(NodeId id, int round) {
        return history.noise(id, history.facts(id, round).start, round);
    }

    // Plausibility: the new one must rise by 0.3 of the role load when the old one fell by 0.5 of it. Where the role
    // load is not known, the old one's fall is taken for it, and the new one's whole load must be too small for it.
    private Verdict verdict(DumbHistory.Change change, double up, double down, double known) {
        if (!settings.has(Safeguard.PLAUSIBILITY) || Double.isNaN(up) || Double.isNaN(down)) {
            return Verdict.NONE;
        }
        int due = due(change);
        boolean isKnown = !Double.isNaN(known);
        double points = isKnown ? known : down * history.capacity(change.from(), due);
        double onTo = points / history.capacity(change.to(), due);
        double onFrom = points / history.capacity(change.from(), due);
        if (!(onTo >= 8 && down >= 0.5 * onFrom)) {
            return Verdict.NONE;
        }
        double least = 0.3 * onTo;
        if (up < least && (isKnown || after(change.to(), due) < least)) {
            return Verdict.IMPLAUSIBLE;
        }
        return isKnown ? Verdict.PLAUSIBLE : Verdict.NONE;
    }

    // 60 s of load starting 60 s after the change, which is carried out before the next round.
    private int minute() {
        return settings.roundsIn(Duration.ofSeconds(60));
    }

    private int meanRounds() {
        return Math.min(history.window, minute());
    }

    private int due(DumbHistory.Change change) {
        return change.round() + 1 + minute() + meanRounds();
    }

    private boolean isBegun(DumbHistory.Change change) {
        boolean learns = settings.has(Safeguard.PLAUSIBILITY)
                || (settings.has(Safeguard.ROLE_LOAD)
                        && settings.fixedRoleLoad().isEmpty());
        boolean known = !Double.isNaN(before(change.to(), change))
                || (change.from() != null && !Double.isNaN(before(change.from(), change)));
        return learns && known && !change.to().equals(change.from());
    }

    /** Nothing but the loss of the role cuts the measuring of a change short. */
    private boolean isConcluded(DumbHistory.Change change) {
        return due(change) <= history.now() && isStillPrimary(change, due(change)) && isBegun(change);
    }

    private boolean isStillPrimary(DumbHistory.Change change, int until) {
        for (int r = change.round() + 1; r <= until; r++) {
            if (!change.to().equals(history.primaries.get(r))) {
                return false;
            }
        }
        return history.changes.stream().noneMatch(c -> c.round() > change.round() && c.round() < until);
    }

    /** Whether the last change is still being measured. */
    boolean isMeasuring() {
        int last = history.changes.size() - 1;
        if (last < 0) {
            return false;
        }
        DumbHistory.Change change = history.changes.get(last);
        return isBegun(change) && history.now() < due(change);
    }

    private double before(NodeId id, DumbHistory.Change change) {
        // Another process of the node did not bear the role: what it reads says nothing of the time before.
        boolean restarted = id.equals(change.from()) && change.restarted();
        return restarted ? Double.NaN : mean(id, change.round());
    }

    private double after(NodeId id, int due) {
        return mean(id, due);
    }

    // Known if at least half of the rounds brought a valid sample of this life of the node.
    private double mean(NodeId id, int last) {
        int start = history.facts(id, last).start;
        List<Double> loads = start < 0 ? List.of() : history.validIn(id, start, last - meanRounds() + 1, last);
        return loads.isEmpty() || loads.size() * 2 < meanRounds() ? Double.NaN : DumbHistory.mean(loads);
    }

    /** Suspect for 30 minutes after an implausible change, twice as long each further time in a row, at most 8 h. */
    boolean isSuspect(NodeId id) {
        int since = history.facts(id).knownSince;
        Duration until = Duration.ZERO;
        int times = 0;
        for (Lesson lesson : lessons) {
            int due = due(lesson.change());
            if (!lesson.change().to().equals(id) || due < since) {
                continue;
            }
            if (lesson.verdict() == Verdict.IMPLAUSIBLE) {
                until = history.times.get(due).plusMinutes(30L << Math.min(times, 4));
                times++;
            }
            if (lesson.verdict() == Verdict.PLAUSIBLE) {
                until = Duration.ZERO;
                times = 0;
            }
        }
        return until.compareTo(history.times.get(history.now())) > 0;
    }
}
