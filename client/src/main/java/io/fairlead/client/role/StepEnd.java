package io.fairlead.client.role;

/**
 * How a step ended.
 *
 * @param way in which way
 * @param why what was said of it, for a person
 */
record StepEnd(Way way, String why) {
    enum Way {
        DONE,
        /** It threw, or took too long. */
        FAILED,
        /** There is nothing that could do it. */
        ABSENT,
        /** A newer order ended or replaced it. */
        CUT
    }

    static final StepEnd DONE = new StepEnd(Way.DONE, "");
    static final StepEnd ABSENT = new StepEnd(Way.ABSENT, "");
    static final StepEnd CUT = new StepEnd(Way.CUT, "a newer order came");

    static StepEnd failed(String why) {
        return new StepEnd(Way.FAILED, why);
    }

    boolean done() {
        return way == Way.DONE;
    }

    boolean failed() {
        return way == Way.FAILED;
    }
}
