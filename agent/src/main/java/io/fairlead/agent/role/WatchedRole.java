package io.fairlead.agent.role;

import io.fairlead.client.role.Identity;
import io.fairlead.client.role.RoleChange;
import io.fairlead.client.role.RoleWatch;
import java.time.Duration;

/** Tells who watches the hooks of the role, in the words of a hook. */
record WatchedRole(HookWatch watch, Identity self) implements RoleWatch {
    @Override
    public void held(Duration left, RoleChange demote, boolean singleWriter) {
        watch.held(left, inWords(demote, singleWriter));
    }

    @Override
    public void layingDown(RoleChange demote, boolean singleWriter) {
        watch.layingDown(inWords(demote, singleWriter));
    }

    @Override
    public void draining(Duration left, RoleChange fence) {
        watch.draining(left, inWords(fence, true));
    }

    @Override
    public void laidDown() {
        watch.laidDown();
    }

    private HookWatch.Demote inWords(RoleChange demote, boolean singleWriter) {
        return new HookWatch.Demote(demote.limit(), HookOrder.environment(self, demote), singleWriter);
    }
}
