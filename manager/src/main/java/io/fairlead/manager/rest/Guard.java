package io.fairlead.manager.rest;

import io.fairlead.config.Quoted;
import io.fairlead.manager.access.Caller;
import io.fairlead.manager.access.KnownTokens;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds out whose a request is, and lets it in or not. Without tokens it lets everybody in. */
final class Guard {

    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);

    /** An agent with a wrong token asks every few seconds, and a stranger as often as he likes. */
    private static final Duration TELL_EVERY = Duration.ofMinutes(1);

    private final KnownTokens tokens;
    private final AtomicLong toldAt = new AtomicLong(System.nanoTime() - TELL_EVERY.toNanos());

    Guard(KnownTokens tokens) {
        this.tokens = tokens;
    }

    /** The same request with whose it is; refuses one that has no token, or none that is known. */
    Request known(Request request) {
        if (!tokens.areAsked()) {
            return request;
        }
        Caller caller = request.credentials().token().map(tokens::caller).orElse(null);
        if (caller == null) {
            String detail = request.credentials().areGiven()
                    ? "the token is not one that this manager knows"
                    : "this manager wants a token with each request: Authorization: Bearer TOKEN";
            tell(request, detail);
            throw new Refusal(Problem.Code.UNAUTHORIZED, detail);
        }
        return request.of(caller);
    }

    /** Refuses a request whose token is of a role that the route does not let in. */
    void check(Request request, Access access) {
        if (!tokens.areAsked() || access == Access.OPEN) {
            return;
        }
        Caller caller = request.caller();
        if (!lets(caller, access)) {
            String detail = "a token of role "
                    + (caller == null ? "none" : caller.role().label()) + " may not do this: use one of role "
                    + String.join(" or ", access.labels());
            tell(request, detail);
            throw new Refusal(Problem.Code.FORBIDDEN, detail);
        }
    }

    private static boolean lets(@Nullable Caller caller, Access access) {
        return caller != null && access.lets(caller.role());
    }

    private void tell(Request request, String detail) {
        long now = System.nanoTime();
        long last = toldAt.get();
        if (now - last >= TELL_EVERY.toNanos() && toldAt.compareAndSet(last, now)) {
            LOG.warn(
                    "{} {} from {} was refused: {} (told once a minute at most)",
                    request.method(),
                    Quoted.of(request.rawPath()),
                    request.from(),
                    detail);
        }
    }
}
