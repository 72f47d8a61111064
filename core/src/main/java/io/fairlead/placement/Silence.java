package io.fairlead.placement;

import java.time.Duration;

/**
 * The instances that fell silent last, at one time. Where those are more than half of all that reported until then, it is the
 * way of the reports that is at fault, or whoever takes them in, and not so many instances. That is believed for a minute
 * where others report; by then whoever could not be connected to is known.
 *
 * @param silent how many fell silent at that time; 0 if none did, that is too long ago, or the observer cannot see
 * @param before how many reported until then
 * @param since how long ago the youngest of their samples was taken
 */
record Silence(int silent, int before, Duration since) {

    /** One period, and what its jitter and a slow report add: whoever was cut off at one time has its last sample in that. */
    private static final Duration AT_ONE_TIME = LoadReport.PERIOD.plus(LoadReport.PERIOD.dividedBy(2));

    private static final Duration BELIEVED_FOR = Duration.ofSeconds(60);

    private static final Silence NONE = new Silence(0, 0, Duration.ZERO);

    /** Of a view whose samples count for a time. */
    static Silence of(ServiceView view, Duration sampleTtl) {
        Duration youngest = null;
        int fresh = 0;
        for (Candidate candidate : view.candidates()) {
            Duration age = candidate.sampleAge();
            if (candidate.report().state() != InstanceState.UP) {
                continue;
            }
            if (age.compareTo(sampleTtl) < 0) {
                fresh++;
            } else if (youngest == null || age.compareTo(youngest) < 0) {
                youngest = age;
            }
        }
        boolean past = youngest != null && fresh > 0 && youngest.compareTo(BELIEVED_FOR) > 0;
        if (youngest == null || past || !view.current()) {
            return NONE;
        }
        int silent = 0;
        for (Candidate candidate : view.candidates()) {
            if (isAt(youngest, candidate)) {
                silent++;
            }
        }
        return new Silence(silent, fresh + silent, youngest);
    }

    private static boolean isAt(Duration youngest, Candidate candidate) {
        Duration longer = candidate.sampleAge().minus(youngest);
        return candidate.report().state() == InstanceState.UP
                && !longer.isNegative()
                && longer.compareTo(AT_ONE_TIME) <= 0;
    }

    /** Whether an instance is one of them. */
    boolean has(Candidate candidate) {
        return silent > 0 && isAt(since, candidate);
    }

    /** The most that may fall silent at one time by themselves. One alone always may. */
    int most() {
        return Math.max(1, before / 2);
    }
}
