package io.fairlead.client;

import io.fairlead.placement.Candidate;
import io.fairlead.placement.Draw;
import io.fairlead.placement.Offer;
import io.fairlead.placement.Outlook;
import io.fairlead.placement.Placement;
import io.fairlead.placement.PlacementRequest;
import io.fairlead.placement.Placer;
import io.fairlead.placement.Policy;
import io.fairlead.placement.ServiceView;
import io.fairlead.placement.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Picks instances by the policy {@code fairlead} from one view, as often as is wished: with the same shares as {@link Placer},
 * but without its checks, without a lock and without allocating anything. Callable from any thread.
 *
 * <p>What the reports say is frozen in it; only the rooms that are placed in the meantime count on. So it is made anew, away
 * from the threads that pick, when the view has changed, and not more often than every 250 ms. It is for a view that is
 * current: without reports, ask the placer.
 */
public final class Picker {

    /** A draw is refused where rooms in flight lowered its weight; after so many refusals a walk decides. */
    static final int MOST_TRIES = 64;

    private static final double UNIT = 0x1p-53;
    private static final long NUMBERS = 1L << 53;
    private static final double THOUSANDTHS = 1_000;

    private final List<Candidate> candidates = new ArrayList<>();
    private final ServiceView view;
    private final boolean twoDraws;
    private final int stride;
    private final double[] distances;
    private final double[] perRoom;
    private final double[] sizes;
    private final double[] cores;
    private final double[] frozen;
    private final AtomicLongArray placed;
    private final AliasTable table;

    private Picker(Placer placer, ServiceView view, List<Offer> offers) {
        this.view = view;
        this.twoDraws = placer.settings().terms().has(Term.TWO_DRAWS);
        int most = 1;
        for (Offer offer : offers) {
            candidates.add(offer.candidate());
            most = Math.max(most, outlook(offer).distances().size());
        }
        int count = offers.size();
        this.stride = most;
        this.distances = new double[count * stride];
        this.perRoom = new double[count * stride];
        this.sizes = new double[count];
        this.cores = new double[count];
        this.frozen = new double[count];
        this.placed = new AtomicLongArray(count);
        int schedulers = placer.settings().terms().has(Term.TIMES_SCHEDULERS) ? view.schedulers() : 1;
        boolean inFlight = placer.settings().terms().has(Term.IN_FLIGHT);
        for (int i = 0; i < count; i++) {
            freeze(i, outlook(offers.get(i)), inFlight ? schedulers : 0);
        }
        this.table = new AliasTable(frozen);
    }

    /**
     * A picker of the instances of a view whose load is known.
     *
     * @param placer decides by the policy {@code fairlead}
     * @param view the instances, as they can be seen now
     */
    public static Picker of(Placer placer, ServiceView view) {
        if (placer.settings().policy() != Policy.FAIRLEAD || !placer.sees(view)) {
            throw new IllegalArgumentException(
                    "a picker needs the policy fairlead and a view that is current: ask the placer of service "
                            + view.service());
        }
        List<Offer> usable = placer.offers(view).stream()
                .filter(offer -> offer.live() && offer.outlook() != null)
                .toList();
        return new Picker(placer, view, usable);
    }

    private static Outlook outlook(Offer offer) {
        Outlook outlook = offer.outlook();
        if (outlook == null) {
            throw new IllegalStateException("instance " + offer.candidate().id() + " has no outlook");
        }
        return outlook;
    }

    /** With nothing in flight the weight is the largest it can be in this picker's time. */
    private void freeze(int i, Outlook outlook, int schedulers) {
        int at = i * stride;
        for (int j = 0; j < stride; j++) {
            distances[at + j] = Double.POSITIVE_INFINITY;
        }
        int next = at;
        for (Map.Entry<String, Double> left : outlook.distances().entrySet()) {
            double room = outlook.perRoom().getOrDefault(left.getKey(), 0.0);
            distances[next] = left.getValue() + room * outlook.load().inFlight();
            perRoom[next++] = room * schedulers;
        }
        sizes[i] = outlook.size();
        cores[i] = outlook.size() / outlook.ramp();
        frozen[i] = weight(i, points(i, 0));
        if (schedulers > 0) {
            placed.set(i, Math.round(outlook.load().inFlight() / schedulers * THOUSANDTHS));
        }
    }

    /** How many instances may be met. */
    public int size() {
        return candidates.size();
    }

    /** The instance of an index. */
    public Candidate candidate(int index) {
        return candidates.get(index);
    }

    /**
     * The index of an instance, or -1 if no instance may take a room or no load is known.
     *
     * @param draw the random source, callable from this thread
     */
    public int pick(Draw draw) {
        int one = once(draw);
        if (one < 0 || !twoDraws) {
            return one;
        }
        int other = once(draw);
        double more = points(one) - points(other);
        return more > 0 || (more == 0 && one <= other) ? one : other;
    }

    /** Counts a room as on its way to the instance of an index: its claim was won, or it needs none. */
    public void placed(int index, double cost) {
        placed.addAndGet(index, Math.round(cost * THOUSANDTHS));
    }

    /** How many usual rooms are on their way to the instance of an index, of this scheduler alone. */
    public double inFlight(int index) {
        return placed.get(index) / THOUSANDTHS;
    }

    /** The reasons behind a pick, by a placer that knows what is in flight by now. */
    public Placement explain(int index, Placer now) {
        return now.explain(PlacementRequest.plain(), view, candidates.get(index));
    }

    private int once(Draw draw) {
        if (size() == 0) {
            return -1;
        }
        if (table.total() > 0) {
            for (int tries = 0; tries < MOST_TRIES; tries++) {
                int met = table.column(draw.below(size()), draw.below(NUMBERS) * UNIT);
                if (frozen[met] > 0 && draw.below(NUMBERS) * UNIT * frozen[met] < weight(met, points(met))) {
                    return met;
                }
            }
        }
        return walk(draw.below(NUMBERS) * UNIT);
    }

    /** Meets each instance with its weight of now, or with its cores where none has any. */
    private int walk(double part) {
        double total = 0;
        double all = 0;
        for (int i = 0; i < size(); i++) {
            total += weight(i, points(i));
            all += cores[i];
        }
        boolean full = total <= 0;
        double left = part * (full ? all : total);
        int met = 0;
        for (int i = 0; i < size(); i++) {
            double weight = full ? cores[i] : weight(i, points(i));
            if (weight > 0) {
                met = i;
                left -= weight;
                if (left < 0) {
                    break;
                }
            }
        }
        return met;
    }

    private double points(int i) {
        return points(i, inFlight(i));
    }

    private double points(int i, double rooms) {
        double least = Double.POSITIVE_INFINITY;
        for (int j = i * stride; j < (i + 1) * stride; j++) {
            least = Math.min(least, distances[j] - perRoom[j] * rooms);
        }
        return least;
    }

    private double weight(int i, double points) {
        return points > 0 ? sizes[i] * points * points : 0;
    }
}
