package io.fairlead.agent.role;

import io.fairlead.client.role.Identity;
import io.fairlead.client.role.RoleChange;
import io.fairlead.client.role.RoleWatch;
import java.time.Duration;

/** Tells who watches the hooks of the role, in the words of a hook. */
record WatchedRole(HookWatch watch, Identity self) implements RoleWatch {
    @Override
    public void held(Duration left, RoleChange demote) {
        watch.held(left, inWords(demote));
    }

    @Override
    public void layingDown(RoleChange demote) {
        watch.layingDown(inWords(demote));
    }

    @Override
    public void laidDown() {
        watch.laidDown();
    }

    private HookWatch.Demote inWords(RoleChange demote) {
        return new HookWatch.Demote(demote.limit(), HookOrder.environment(self, demote));
    }
}
