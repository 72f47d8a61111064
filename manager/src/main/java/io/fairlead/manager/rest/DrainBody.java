package io.fairlead.manager.rest;

import io.fairlead.InstanceId;
import io.fairlead.manager.services.DrainWish;
import io.fairlead.store.Drain;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The body of an order to drain while it is read. */
final class DrainBody {

    private static final List<String> FIELDS = List.of("within_ms", "then", "force");
    private static final long LONGEST = Duration.ofDays(7).toMillis();

    private final JsonBody body;
    private @Nullable Duration within;
    private Drain.@Nullable Then then;
    private boolean force;

    private DrainBody(JsonBody body) {
        this.body = body;
    }

    /** Reads an order; refuses whatever is not exactly one, naming the field. */
    static DrainWish read(byte[] bytes, InstanceId instance) {
        return JsonBody.read(bytes, body -> {
            DrainBody wish = new DrainBody(body);
            body.object(FIELDS, wish::field);
            return new DrainWish(instance, wish.within, wish.then, wish.force);
        });
    }

    private void field(String field) throws IOException {
        if (body.isNull()) {
            return;
        }
        switch (field) {
            case "within_ms" -> within = Duration.ofMillis(body.whole(1_000, LONGEST));
            case "then" -> then = then(body.text());
            case "force" -> force = body.truth();
            default -> throw new IllegalStateException("field " + field + " is known and not read");
        }
    }

    private Drain.Then then(String text) {
        for (Drain.Then then : Drain.Then.values()) {
            if (then.name().toLowerCase(Locale.ROOT).equals(text)) {
                return then;
            }
        }
        throw body.refuse(
                Problem.Code.OUT_OF_RANGE, "is none of report (what is left stays) and move (it gets other homes)");
    }
}
