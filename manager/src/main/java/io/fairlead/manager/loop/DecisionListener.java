package io.fairlead.manager.loop;

import io.fairlead.GroupId;
import java.util.List;

/**
 * Hears of decisions as they are made, on the thread that makes them: it notes what it is told and works elsewhere.
 */
public interface DecisionListener {

    /** Whether anybody wants to hear of a group; a view is made only if so. */
    boolean wants(GroupId group);

    /**
     * A group has decided something.
     *
     * @param after the group as it is now
     * @param news the decisions since the last call, or since somebody wanted them, in the order of time
     */
    void decided(GroupView after, List<DecisionRecord> news);
}
