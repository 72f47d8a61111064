package io.fairlead.redis;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.placement.Owner;
import io.fairlead.store.Drain;
import java.time.Duration;

/**
 * One order to drain as it stands in Redis: {@code given incarnation body}, of which the scripts compare the body and do not
 * read it.
 */
final class PackedDrain {

    /** The form of the body. A reader that does not know it leaves the order out and says so. */
    private static final String FORM = "1";

    private static final int PARTS = 5;

    private PackedDrain() {}

    /** The body of an order. */
    static String body(Drain.Wish wish) {
        return FORM + " " + wish.within().toMillis() + " " + wish.then().name();
    }

    /**
     * Reads a whole value. Anything that is not one is refused with {@link IllegalArgumentException}: another program, or
     * another version of this one, wrote it.
     *
     * @param id the instance that it is for
     * @param age its age by the time of Redis
     * @param value the value
     */
    static Drain read(String id, Duration age, String value) {
        String[] parts = value.split(" ", -1);
        if (parts.length != PARTS || !parts[2].equals(FORM)) {
            throw new IllegalArgumentException("an order to drain in a form that this version does not know");
        }
        Owner process = new Owner(new InstanceId(id), new Incarnation(parts[1]));
        Duration within = Duration.ofMillis(Long.parseLong(parts[3]));
        return new Drain(process, age, new Drain.Wish(within, Drain.Then.valueOf(parts[4])));
    }
}
