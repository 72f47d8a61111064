package io.fairlead.placement;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The instances of a service as an observer knows them.
 *
 * @param service the service
 * @param candidates its instances in the order of their ids
 * @param current whether the observer can see: false when the store did not answer, or the observer itself was stopped. Then
 *     an age tells nothing about the instance, and a load is what it was
 * @param age how long ago the observer last saw, 0 while it can. The ages of the samples are those of that moment
 * @param schedulers how many schedulers place rooms of this service, this one included, 1 or more; the last number known
 *     while the store is away
 */
public record ServiceView(
        ServiceId service, List<Candidate> candidates, boolean current, Duration age, int schedulers) {

    /** Puts the candidates in the order of their ids; refuses two with one id, and what is out of range. */
    public ServiceView {
        List<Candidate> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparing(Candidate::id));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).id().equals(sorted.get(i - 1).id())) {
                throw new IllegalArgumentException(
                        "instance " + sorted.get(i).id() + " stands twice in the view of service " + service);
            }
        }
        if (age.isNegative() || (current && !age.isZero())) {
            throw new IllegalArgumentException("age of the view of service " + service + " is " + age
                    + ": use 0 or more, and 0 while reports can be seen");
        }
        if (schedulers < 1) {
            throw new IllegalArgumentException("schedulers is " + schedulers + ": use 1 or more");
        }
        candidates = Collections.unmodifiableList(sorted);
    }

    /** The view of the only scheduler; where it is not current, it was just now. */
    public ServiceView(ServiceId service, List<Candidate> candidates, boolean current) {
        this(service, candidates, current, Duration.ZERO, 1);
    }

    /** The same, known from just before the store or the observer went away. */
    public ServiceView outdated() {
        return outdated(age);
    }

    /** The same, known from before the store or the observer went away some time ago. */
    public ServiceView outdated(Duration since) {
        return new ServiceView(service, candidates, false, since, schedulers);
    }

    /** The same, some time after it was read from a store that still answers: each sample is older by that. */
    public ServiceView later(Duration by) {
        List<Candidate> older = new ArrayList<>(candidates.size());
        for (Candidate seen : candidates) {
            older.add(new Candidate(
                    seen.instance(), seen.report(), seen.sampleAge().plus(by)));
        }
        return new ServiceView(service, older, current, age, schedulers);
    }

    /** The same with other candidates. */
    public ServiceView with(List<Candidate> others) {
        return new ServiceView(service, others, current, age, schedulers);
    }

    /** The same with another number of schedulers. */
    public ServiceView withSchedulers(int count) {
        return new ServiceView(service, candidates, current, age, count);
    }

    /** The candidate of an id, or null if there is none. */
    public @Nullable Candidate find(InstanceId id) {
        for (Candidate candidate : candidates) {
            if (candidate.id().equals(id)) {
                return candidate;
            }
        }
        return null;
    }
}
