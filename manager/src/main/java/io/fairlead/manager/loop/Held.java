package io.fairlead.manager.loop;

/** Why a change of primary is shown and not carried out. */
public enum Held {
    /** It is carried out, or there is none. */
    NO(""),
    /** An operator wants only to see it. */
    OBSERVE("observe mode"),
    /** The manager has just started and finds out who is primary. */
    START("the manager has just started"),
    /** The journal cannot be written, and a change that is not urgent can wait until it can. */
    JOURNAL("the journal cannot be written");

    private final String words;

    Held(String words) {
        this.words = words;
    }

    /** The reason in English, as it stands after "held back: ". */
    public String words() {
        return words;
    }
}
