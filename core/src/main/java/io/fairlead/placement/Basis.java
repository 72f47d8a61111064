package io.fairlead.placement;

/** What a placement rests on. Constants are added, never renamed: they are metric labels and documentation rows. */
public enum Basis {
    /** The room lives there already. */
    AFFINITY("the room lives there already"),
    /** Drawn among the instances by weight. */
    WEIGHTED("drawn by weight"),
    /** No instance has any weight left: drawn evenly, or by capacity under {@code fairlead}. */
    ALL_FULL("every instance whose load is known is at a ceiling"),
    /** No instance's load is known, so one was drawn evenly. */
    UNIFORM_FALLBACK("no load is known: drawn evenly"),
    /** Reports cannot be seen, or more than half of them ended at one time: the room's name decides, or the last margins known. */
    STALE("reports do not arrive"),
    /** Every instance whose load is known is at a ceiling, and the service refuses new rooms then. */
    REFUSED("no instance has room for a new one: refused"),
    /** There is no instance that may take a room. */
    NO_INSTANCES("no instance may take a room");

    private final String words;

    Basis(String words) {
        this.words = words;
    }

    /** The basis in English, as a clause. */
    public String words() {
        return words;
    }
}
