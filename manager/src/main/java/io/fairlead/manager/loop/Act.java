package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import org.jspecify.annotations.Nullable;

/**
 * Something that an operator did, or was refused, as the audit keeps it.
 *
 * @param number its place among all acts, growing
 * @param wallMillis when it was, in ms since 1970 on the manager's clock; for people
 * @param by whose it was
 * @param verb what was done, in one word
 * @param group the group
 * @param node the node it was done to, or null for the group
 * @param before the value before
 * @param after the value after, the same as before where it was refused
 * @param refused why it was not done, or null if it was
 */
public record Act(
        long number,
        long wallMillis,
        By by,
        String verb,
        GroupId group,
        @Nullable NodeId node,
        String before,
        String after,
        @Nullable Refused refused) {

    /**
     * Whose an act is, as far as that is known.
     *
     * @param from the address that it came from
     * @param name whose token it came with, or null if nobody was asked
     * @param reason why, in the operator's words; empty if nothing was said
     */
    public record By(String from, @Nullable String name, String reason) {

        private static final String BETWEEN = " ";

        /** Of somebody of whom only the address is known. */
        public By(String from, String reason) {
            this(from, null, reason);
        }

        /** Address and name in one text, neither of which has a space in it. */
        public String who() {
            return name == null ? from : from + BETWEEN + name;
        }

        /** What {@link #who} tells, taken apart again. */
        public static By of(String who, String reason) {
            String[] both = who.split(BETWEEN, 2);
            return new By(both[0], both.length == 2 ? both[1] : null, reason);
        }
    }

    /** Why an act was not done. Nothing has changed then. */
    public enum Refused {
        /** The group has no such node. */
        UNKNOWN_NODE,
        /** The node is heard of and would come back with its next heartbeat. */
        NODE_HEARD,
        /** The node goes on as primary: another one has just promised it not to take over. */
        PROMISE_RUNNING,
        /** No other node can be primary now, or nobody is. */
        SWITCHOVER_REFUSED,
        /** It could not be written down, so that a restart would undo it without a word. */
        JOURNAL_UNWRITABLE
    }

    /** The same with another value after it. */
    Act reaching(String value) {
        return new Act(number, wallMillis, by, verb, group, node, before, value, refused);
    }

    /** The same, not done. */
    Act refused(Refused why) {
        return new Act(number, wallMillis, by, verb, group, node, before, before, why);
    }
}
