package io.fairlead.placement;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
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
 *     an age tells nothing about the instance, and neither does a load
 */
public record ServiceView(ServiceId service, List<Candidate> candidates, boolean current) {

    /** Puts the candidates in the order of their ids; refuses two with one id. */
    public ServiceView {
        List<Candidate> sorted = new ArrayList<>(candidates);
        sorted.sort(Comparator.comparing(Candidate::id));
        for (int i = 1; i < sorted.size(); i++) {
            if (sorted.get(i).id().equals(sorted.get(i - 1).id())) {
                throw new IllegalArgumentException(
                        "instance " + sorted.get(i).id() + " stands twice in the view of service " + service);
            }
        }
        candidates = Collections.unmodifiableList(sorted);
    }

    /** The same, known from before the store or the observer went away. */
    public ServiceView outdated() {
        return new ServiceView(service, candidates, false);
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
