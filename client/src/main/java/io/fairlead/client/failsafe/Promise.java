package io.fairlead.client.failsafe;

/** What a node answers to an {@link Ask}: a promise, or why there is none. Constants are added, never renamed. */
public enum Promise {
    /** This node accepts no promotion for the asker's lease and the allowance, counted from this answer. */
    GRANTED("promises"),
    /** The asker takes this node for another one. */
    OTHER_NODE("is another node than the one that was asked"),
    /** The asker is of another group, or is this node itself. */
    OTHER_GROUP("is not in the asker's group, or is the asker itself"),
    /** It knows a higher token: somebody was made primary after the asker. */
    HIGHER_TOKEN("knows a higher token: the asker was replaced"),
    /** It has accepted a promotion, or has not done yet with laying its own role down; asked again after that, it can promise. */
    HAS_ROLE("has the role itself, or is laying it down"),
    /** It is bound by a promise to another process. */
    BOUND_TO_ANOTHER("has promised another node"),
    /** The asker's token, or the length of its lease, could not be kept on its disk. */
    NOT_KEPT("cannot keep the asker's token or lease");

    private final String words;

    Promise(String words) {
        this.words = words;
    }

    /** What the node does, in words that follow its name. */
    public String words() {
        return words;
    }
}
