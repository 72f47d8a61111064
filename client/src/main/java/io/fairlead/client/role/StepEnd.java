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
        /** A newer order, or the end of this node, ended it. */
        CUT
    }

    static final StepEnd DONE = new StepEnd(Way.DONE, "");
    static final StepEnd ABSENT = new StepEnd(Way.ABSENT, "");
    /** {@code why} says by what it was ended. */
    static StepEnd cut(String why) {
        return new StepEnd(Way.CUT, why);
    }

    static StepEnd failed(String why) {
        return new StepEnd(Way.FAILED, why);
    }

    boolean done() {
        return way == Way.DONE;
    }

    boolean isCut() {
        return way == Way.CUT;
    }

    boolean failed() {
        return way == Way.FAILED;
    }
}
