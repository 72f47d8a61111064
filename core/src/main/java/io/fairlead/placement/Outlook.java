package io.fairlead.placement;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How far an instance will be from its ceilings when what is on its way has arrived and grown: what the policy {@code
 * fairlead} makes of a report.
 *
 * @param distances metric name to points left to its ceiling after all corrections, negative above it
 * @param perRoom metric name to the points that one more usual room takes; of a resource without that correction absent
 * @param size cores that the weight is multiplied by: capacity times ramp, or what stands for it
 * @param load what is on its way, in usual rooms
 * @param ramp the part of its cores that a machine counts with while it is cold, above 0 and at most 1
 * @param left what was left out of the corrections, and why
 */
public record Outlook(
        SortedMap<String, Double> distances,
        SortedMap<String, Double> perRoom,
        double size,
        Load load,
        double ramp,
        SortedSet<Omission> left) {

    /** Copies the maps. */
    public Outlook {
        distances = Collections.unmodifiableSortedMap(new TreeMap<>(distances));
        perRoom = Collections.unmodifiableSortedMap(new TreeMap<>(perRoom));
        left = Collections.unmodifiableSortedSet(new TreeSet<>(left));
    }

    /**
     * What is on its way to an instance, in usual rooms.
     *
     * @param growth what its young rooms have still to come to
     * @param inFlight what was placed on it and no report shows yet, of all schedulers
     * @param reserve what is kept free for the room to be placed
     */
    public record Load(double growth, double inFlight, double reserve) {

        /** All of it. */
        public double rooms() {
            return growth + inFlight + reserve;
        }
    }

    /** What is left out of the corrections of an instance. Constants are added, never renamed. */
    public enum Omission {
        /** It does not say how many cores it has. */
        CAPACITY_UNKNOWN("cores not known: no correction of the CPU, and it counts as the smallest known"),
        /** It does not say how much memory it has. */
        MEMORY_LIMIT_UNKNOWN("memory limit not known: no correction of memory"),
        /** It does not count its rooms. */
        ROOMS_UNKNOWN("rooms not counted: its sensors are believed as they are"),
        /** It does not say how young its rooms are. */
        GROWTH_UNKNOWN("growth not known: its rooms count as grown"),
        /** No room of the service has grown yet. */
        CPU_COST_UNKNOWN("cores of a room not learnt yet: no correction of the CPU"),
        /** No room of the service has grown yet. */
        MEMORY_COST_UNKNOWN("memory of a room not learnt yet: no correction of memory"),
        /** The CPU reads far less than its rooms must cost. */
        CPU_NOT_BELIEVED("CPU reads less than it can be: what the machine and its rooms must cost counts"),
        /** Memory reads far less than its rooms must cost. */
        MEMORY_NOT_BELIEVED("memory reads less than it can be: what the machine and its rooms must cost counts"),
        /** {@link Term#GROWTH} is switched off. */
        GROWTH_OFF("growth and reserve are switched off"),
        /** {@link Term#IN_FLIGHT} is switched off. */
        IN_FLIGHT_OFF("rooms on their way are switched off"),
        /** {@link Term#TIMES_SCHEDULERS} is switched off. */
        TIMES_SCHEDULERS_OFF("the other schedulers are switched off"),
        /** {@link Term#WARM_UP} is switched off. */
        WARM_UP_OFF("warm-up is switched off"),
        /** {@link Term#SANITY_FLOOR} is switched off. */
        SANITY_FLOOR_OFF("the floor under the sensors is switched off"),
        /** {@link Term#TWO_DRAWS} is switched off. */
        TWO_DRAWS_OFF("the second draw is switched off"),
        /** {@link Term#CAPACITY} is switched off. */
        CAPACITY_OFF("capacity in the weight is switched off");

        private final String words;

        Omission(String words) {
            this.words = words;
        }

        /** The omission in English, as a clause. */
        public String words() {
            return words;
        }

        /** A term that is switched off. */
        static Omission of(Term off) {
            return switch (off) {
                case GROWTH -> GROWTH_OFF;
                case IN_FLIGHT -> IN_FLIGHT_OFF;
                case TIMES_SCHEDULERS -> TIMES_SCHEDULERS_OFF;
                case WARM_UP -> WARM_UP_OFF;
                case SANITY_FLOOR -> SANITY_FLOOR_OFF;
                case TWO_DRAWS -> TWO_DRAWS_OFF;
                case CAPACITY -> CAPACITY_OFF;
            };
        }
    }

    /** The resource that is nearest to its ceiling; of equally near ones the first by name. */
    public String binding() {
        return Nearest.of(distances);
    }

    /** The corrected margin: the distance of the binding resource, negative above its ceiling. */
    public double points() {
        return distances.getOrDefault(binding(), 0.0);
    }

    /** The weight in the draw: the size times the square of the margin, 0 where there is none. */
    public double weight() {
        return weight(points());
    }

    /** The weight with a margin of so many points. */
    double weight(double points) {
        double left = Math.max(0, points);
        return size * left * left;
    }
}
