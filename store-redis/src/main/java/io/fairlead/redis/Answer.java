package io.fairlead.redis;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.placement.Claim;
import io.fairlead.placement.Owner;
import io.fairlead.store.OutcomeUnknownException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what scripts answer. What another program wrote in another form ends in {@link OutcomeUnknownException}. */
final class Answer {

    private Answer() {}

    static String text(List<Object> answer, int index) {
        Object found = index < answer.size() ? answer.get(index) : null;
        if (!(found instanceof String text)) {
            throw new OutcomeUnknownException("Redis answered a script in a form that is not expected");
        }
        return text;
    }

    static long number(List<Object> answer, int index) {
        Object found = index < answer.size() ? answer.get(index) : null;
        if (!(found instanceof Long number)) {
            throw new OutcomeUnknownException("Redis answered a script in a form that is not expected");
        }
        return number;
    }

    /** A constant by its name. */
    static <E extends Enum<E>> E constant(Class<E> kind, String name) {
        try {
            return Enum.valueOf(kind, name);
        } catch (IllegalArgumentException e) {
            throw new OutcomeUnknownException("Redis answered a script in a form that is not expected", e);
        }
    }

    /** A claim, or null where there is no owner. */
    static @Nullable Claim claim(@Nullable String owner, @Nullable String epoch) {
        if (owner == null || owner.isEmpty()) {
            return null;
        }
        int hash = owner.indexOf('#');
        try {
            if (hash < 0 || epoch == null) {
                throw new IllegalArgumentException("owner without incarnation or epoch");
            }
            Owner who = new Owner(new InstanceId(owner.substring(0, hash)), new Incarnation(owner.substring(hash + 1)));
            return new Claim(who, Long.parseLong(epoch));
        } catch (IllegalArgumentException e) {
            throw new OutcomeUnknownException(
                    "a room in Redis is in a form that is not expected: " + Shown.line(owner), e);
        }
    }
}
