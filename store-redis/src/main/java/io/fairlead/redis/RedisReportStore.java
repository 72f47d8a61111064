package io.fairlead.redis;

import io.fairlead.InstanceId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Owner;
import io.fairlead.placement.SafetyMargin;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.ReportStore;
import java.time.Instant;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Reports in Redis: one hash a service, read at once with the time of Redis; and, beside it, under the names of the method's
 * text. A report is stored when it stands in the hash: what fails after that is told as trouble and put right by the next.
 */
final class RedisReportStore implements ReportStore {

    private final Access access;
    private final Schedulers schedulers;
    private final SeedWriter seedWriter;
    private final SeedReader seedReader;
    private final ServiceIndex index;
    private final Views views;
    private final Reported reported;
    private final String memory;

    RedisReportStore(Access access, SafetyMargin ceilings, @Nullable String scheduler) {
        this.access = access;
        schedulers = new Schedulers(access, scheduler);
        seedWriter = new SeedWriter(access, ceilings);
        seedReader = new SeedReader(access);
        index = new ServiceIndex(access);
        views = new Views(access.troubles());
        reported = new Reported(access);
        memory = Lifetimes.micros(access.lifetimes().forget());
    }

    @Override
    public CompletionStage<ReportAnswer> put(ServiceId service, Instance instance, LoadReport report, Instant now) {
        return access.calls()
                .run(
                        Script.REPORT,
                        new String[] {
                            access.keys().reports(service), access.keys().drains(service)
                        },
                        instance.id().value(),
                        report.incarnation().value(),
                        Packed.sequence(report.sequence()),
                        Lifetimes.micros(report.uptime()),
                        Packed.body(instance, report),
                        memory)
                .thenCompose(answer -> {
                    ReportAnswer became = Answer.constant(ReportAnswer.class, Answer.text(answer, 0));
                    if (became != ReportAnswer.STORED) {
                        return CompletableFuture.completedFuture(became);
                    }
                    reported.stored(service, instance.id(), Answer.number(answer, 1) == 1);
                    boolean drains = Answer.number(answer, 2) == 1 && report.state() == InstanceState.UP;
                    LoadReport shown = drains ? report.with(InstanceState.DRAINING) : report;
                    return whatever(seedWriter.write(service, instance, shown), index.add(service), became);
                });
    }

    @Override
    public CompletionStage<LeaveAnswer> leave(ServiceId service, Owner process, Instant now) {
        return access.calls()
                .run(
                        Script.LEAVE,
                        reports(service),
                        process.instance().value(),
                        process.incarnation().value(),
                        memory)
                .thenApply(answer -> Answer.constant(LeaveAnswer.class, Answer.text(answer, 0)))
                .thenCompose(left -> {
                    if (left != LeaveAnswer.DONE) {
                        return CompletableFuture.completedFuture(left);
                    }
                    views.leave(service, process);
                    reported.left(service, process.instance());
                    return seedWriter.remove(service, process.instance()).handle((done, failure) -> left);
                });
    }

    /** Never ends in an exception: what cannot be read is what was seen last, and says so. */
    @Override
    public CompletionStage<ServiceView> view(ServiceId service, Instant now) {
        return access.calls()
                .run(
                        Script.VIEW,
                        new String[] {
                            access.keys().reports(service), access.keys().schedulers(service)
                        },
                        memory,
                        schedulers.name(),
                        schedulers.lasts())
                .thenCompose(answer -> {
                    schedulers.counted(service, answer);
                    List<Candidate> ours = views.read(service, answer);
                    return seedReader.read(service, fresh(ours)).thenApply(others -> seen(service, ours, others));
                })
                .exceptionally(failure -> views.last(service))
                .thenApply(view ->
                        view.withSchedulers(Math.max(1, schedulers.of(service).orElse(1))));
    }

    /** Names of services that do not exist leave no trace, so strangers cannot fill the memory. */
    private ServiceView seen(ServiceId service, List<Candidate> ours, List<Candidate> others) {
        ServiceView view = views.seen(service, ours, others);
        if (view.candidates().isEmpty()) {
            schedulers.forget(service);
            seedReader.forget(service);
        }
        return view;
    }

    /** Services of which something is kept in memory. */
    int remembered() {
        return schedulers.remembered() + seedReader.remembered();
    }

    @Override
    public CompletionStage<List<ServiceId>> services(Instant now) {
        return index.list(seedReader::any);
    }

    /** Schedulers of a service that looked lately, as the last view counted them; empty if there was none. */
    OptionalInt schedulers(ServiceId service) {
        return schedulers.of(service);
    }

    /** Takes this process off the schedulers, as far as Redis answers. */
    CompletionStage<Void> leaveSchedulers() {
        return schedulers.leave();
    }

    /** Instances that have reported lately. A silent one may have become another program's, under the same id. */
    private Set<InstanceId> fresh(List<Candidate> ours) {
        Set<InstanceId> fresh = new TreeSet<>();
        for (Candidate candidate : ours) {
            if (candidate.sampleAge().compareTo(access.lifetimes().sample()) < 0) {
                fresh.add(candidate.id());
            }
        }
        return fresh;
    }

    private String[] reports(ServiceId service) {
        return new String[] {access.keys().reports(service)};
    }

    private static <T> CompletionStage<T> whatever(CompletionStage<?> one, CompletionStage<?> other, T answer) {
        return one.handle((done, failure) -> answer).thenCombine(other.handle((done, failure) -> answer), (a, b) -> a);
    }
}
