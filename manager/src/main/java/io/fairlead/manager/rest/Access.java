package io.fairlead.manager.rest;

import io.fairlead.manager.access.TokenRole;
import java.util.Arrays;
import java.util.List;

/** Whom a route lets in. An operator gets everywhere. */
enum Access {
    /** Everybody: what tells nothing of any group, so that balancers and browsers get to it without a token. */
    OPEN(true, true),
    /** Whoever looks. */
    LOOK(false, true),
    /** Whoever takes part. */
    PART(true, false),
    /** Whoever takes part or looks. */
    PART_OR_LOOK(true, true),
    /** Whoever gives orders. */
    ORDER(false, false);

    private final boolean agents;
    private final boolean viewers;

    Access(boolean agents, boolean viewers) {
        this.agents = agents;
        this.viewers = viewers;
    }

    boolean lets(TokenRole role) {
        return switch (role) {
            case AGENT -> agents;
            case OPERATOR -> true;
            case VIEWER -> viewers;
        };
    }

    /** The roles that are needed, as they are written; none where no token is. */
    List<String> labels() {
        return this == OPEN
                ? List.of()
                : Arrays.stream(TokenRole.values())
                        .filter(this::lets)
                        .map(TokenRole::label)
                        .toList();
    }
}
