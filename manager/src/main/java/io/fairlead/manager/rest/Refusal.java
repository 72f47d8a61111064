package io.fairlead.manager.rest;

import org.jspecify.annotations.Nullable;

/** Ends the handling of a request with a problem. It carries no stack trace: a bad request is nobody's bug here. */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    Refusal(Problem.Code code, String detail) {
        this(code, detail, null);
    }

    Refusal(Problem.Code code, String detail, @Nullable String pointer) {
        super(detail, null, false, false);
        this.problem = new Problem(code, detail, pointer);
    }

    Problem problem() {
        return problem;
    }
}
