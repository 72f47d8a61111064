package io.fairlead.client;

import io.fairlead.FencingToken;
import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.NodeId;
import io.fairlead.ServiceId;
import io.fairlead.client.Errand.Repeat;
import io.fairlead.load.Metrics;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.Instance;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.Occupancy;
import io.fairlead.placement.Owner;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.PlacementTerms;
import io.fairlead.placement.Policy;
import io.fairlead.placement.SafetyMargin;
import io.fairlead.placement.ServiceView;
import io.fairlead.placement.Term;
import io.fairlead.store.Drain;
import io.fairlead.store.DrainedView;
import io.fairlead.store.OutcomeUnknownException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** The instances of one service as a manager shows them to a program that places rooms itself. */
final class ManagerView implements Look {

    private static final int MOST_SCHEDULERS = 1_000_000;

    private final ServiceId service;
    private final String scheduler;
    private final Calls calls;
    private DrainedView last;
    private PlacementSettings settings = PlacementSettings.standard();

    /**
     * @param scheduler name of this program, another one in each process
     */
    ManagerView(ServiceId service, String scheduler, Calls calls) {
        this.service = service;
        this.scheduler = scheduler;
        this.calls = calls;
        this.last = new DrainedView(new ServiceView(service, List.of(), false), new TreeMap<>());
    }

    @Override
    public DrainedView last() {
        return last;
    }

    @Override
    public PlacementSettings settings() {
        return settings;
    }

    @Override
    public CompletionStage<DrainedView> read(Duration within) {
        Errand<Read> errand = new Errand<>(
                "the instances of service " + service,
                Wire.Request.of("GET", "/v1/services/" + service + "/view?scheduler=" + scheduler),
                Repeat.NEVER,
                within,
                (answer, sent) -> read(answer));
        return calls.begin(errand)
                .handleAsync(
                        (read, failure) -> {
                            if (read == null) {
                                // Also a refusal: what is known stays, and the next look may do better.
                                throw new OutcomeUnknownException("the instances of service " + service + ": "
                                        + (failure == null
                                                ? "no answer"
                                                : StoreCalls.cause(failure).getMessage()));
                            }
                            settings = read.settings;
                            last = read.view;
                            return last;
                        },
                        calls.timeline::execute);
    }

    private record Read(DrainedView view, PlacementSettings settings) {}

    private Read read(Document answer) {
        List<Candidate> candidates =
                answer.objects("instances").stream().map(ManagerView::candidate).toList();
        boolean current = answer.truth("can_see").orElse(false);
        ServiceView view =
                new ServiceView(service, candidates, current, current ? Duration.ZERO : millis(answer, "age_ms"), (int)
                        answer.whole("schedulers", 1, MOST_SCHEDULERS));
        List<Drain> drains =
                answer.objects("drains").stream().map(ManagerView::drain).toList();
        return new Read(
                DrainedView.of(view, drains),
                answer.object("settings").map(ManagerView::settings).orElse(PlacementSettings.standard()));
    }

    private static Duration millis(Document of, String name) {
        return Duration.ofMillis(of.whole(name, 0, Long.MAX_VALUE / 1_000_000));
    }

    private static Candidate candidate(Document of) {
        InstanceId id = new InstanceId(of.requiredText("instance"));
        Occupancy occupancy = Occupancy.unknown()
                .withMemoryLimit(whole(of, "memory_limit_bytes"))
                .withRooms(whole(of, "rooms"))
                .withCapacity(of.number("capacity"))
                .withGrowth(of.number("growth"));
        LoadReport report = new LoadReport(
                new Incarnation(of.requiredText("incarnation")),
                of.whole("sequence", 0, FencingToken.MAX),
                Duration.ZERO,
                millis(of, "uptime_ms"),
                constant(InstanceState.class, of.requiredText("state")),
                new Metrics(of.numbers("metrics")),
                ceilings(of),
                occupancy);
        NodeId node = new NodeId(of.requiredText("node"));
        return new Candidate(new Instance(id, node, of.requiredText("endpoint")), report, millis(of, "sample_age_ms"));
    }

    private static OptionalLong whole(Document of, String name) {
        return of.has(name) ? OptionalLong.of(of.whole(name, 0, Long.MAX_VALUE)) : OptionalLong.empty();
    }

    private static @Nullable SafetyMargin ceilings(Document of) {
        SortedMap<String, Double> named = of.numbers("ceilings");
        return named.isEmpty() ? null : new SafetyMargin(named);
    }

    private static PlacementSettings settings(Document of) {
        PlacementTerms standard = PlacementTerms.standard();
        PlacementTerms terms = standard.withReserve(of.number("growth_reserve").orElse(standard.reserve()))
                .withWarmUp(millis(of, "warm_up_ms"), standard.coldShare());
        for (String label : of.list("without")) {
            // A term that this program does not know yet is one that it does not reckon with either.
            terms = Term.of(label).map(terms::without).orElse(terms);
        }
        SafetyMargin ceilings = ceilings(of);
        return new PlacementSettings(
                Policy.of(of.requiredText("policy"))
                        .orElseThrow(() -> new IllegalArgumentException("policy is not known")),
                ceilings == null ? SafetyMargin.standard() : ceilings,
                millis(of, "sample_ttl_ms"),
                of.truth("admission").orElse(false),
                terms);
    }

    private static Drain drain(Document of) {
        Owner process =
                new Owner(new InstanceId(of.requiredText("instance")), new Incarnation(of.requiredText("incarnation")));
        return new Drain(
                process,
                millis(of, "age_ms"),
                new Drain.Wish(millis(of, "within_ms"), constant(Drain.Then.class, of.requiredText("then"))));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
    }
}
