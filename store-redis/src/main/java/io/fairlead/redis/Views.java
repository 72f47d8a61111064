package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Owner;
import io.fairlead.placement.ServiceView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What was last seen of each service, for when Redis cannot be read. A view is current only while silence tells something:
 * while instances cannot report, and for two periods after that, each is shown as it was seen last.
 */
final class Views {

    /** Numbers before the instances in the script's answer. */
    private static final int HEAD = 4;

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

    private final Troubles troubles;
    private final Map<ServiceId, ServiceView> last = new ConcurrentHashMap<>();
    private final Map<ServiceId, String> unreadable = new ConcurrentHashMap<>();

    Views(Troubles troubles) {
        this.troubles = troubles;
    }

    /** Reads the answer of the view's script. A value of another form is left out, which the log says once. */
    List<Candidate> read(ServiceId service, List<Object> answer) {
        List<Candidate> candidates = new ArrayList<>();
        for (int i = HEAD; i + 2 < answer.size(); i += 3) {
            String id = Answer.text(answer, i);
            try {
                Packed.Unpacked unpacked = Packed.read(id, Answer.text(answer, i + 2));
                Duration since =
                        Duration.ofNanos(Math.multiplyExact(Long.parseLong(Answer.text(answer, i + 1)), 1000L));
                candidates.add(new Candidate(
                        unpacked.instance(),
                        unpacked.report(),
                        unpacked.report().sampleAge().plus(since)));
            } catch (IllegalArgumentException e) {
                if (!id.equals(unreadable.put(service, id))) {
                    LOG.warn("left out of service {}: {} holds {}", service, Shown.line(id), Shown.of(e));
                }
            }
        }
        return candidates;
    }

    /**
     * What is seen now: the instances that report to us and those of other programs. A silent one of ours that another program
     * reports is that program's by now.
     */
    ServiceView seen(ServiceId service, List<Candidate> ours, List<Candidate> others) {
        SortedMap<InstanceId, Candidate> present = new TreeMap<>();
        ours.forEach(candidate -> present.put(candidate.id(), candidate));
        others.forEach(candidate -> present.put(candidate.id(), candidate));
        boolean current = troubles.canSee();
        if (!current) {
            last(service).candidates().forEach(before -> present.putIfAbsent(before.id(), before));
        }
        ServiceView view = new ServiceView(service, List.copyOf(present.values()), current);
        if (present.isEmpty()) {
            last.remove(service);
        } else {
            last.put(service, view);
        }
        return view;
    }

    /** What was seen last, as something that is no longer seen; no instances if there was nothing. */
    ServiceView last(ServiceId service) {
        ServiceView view = last.get(service);
        return view == null ? new ServiceView(service, List.of(), false) : view.outdated();
    }

    /** An instance has said that it goes, so it is not shown from memory either. */
    void leave(ServiceId service, Owner process) {
        last.computeIfPresent(
                service,
                (id, view) -> new ServiceView(
                        service,
                        view.candidates().stream()
                                .filter(candidate -> !candidate.owner().equals(process))
                                .toList(),
                        view.current()));
    }
}
