package io.fairlead.agent.role;

import io.fairlead.client.role.NodeHealth;

/**
 * When a node counts as able to work, by what its health hook says: after so many failures in a row no more, after so many
 * successes in a row again. The first success of all counts at once, for until then nothing is known.
 */
final class HealthWatch {
    private final HealthSettings settings;
    private NodeHealth health = NodeHealth.UNKNOWN;
    private int row;
    private boolean rowIsGood;

    HealthWatch(HealthSettings settings) {
        this.settings = settings;
    }

    /** Takes in one answer, and says whether it changes what the node is. */
    synchronized boolean heard(boolean good) {
        row = row > 0 && rowIsGood == good ? row + 1 : 1;
        rowIsGood = good;
        NodeHealth before = health;
        if (good && (health == NodeHealth.UNKNOWN || row >= settings.rise())) {
            health = NodeHealth.OK;
        } else if (!good && row >= settings.fall()) {
            health = NodeHealth.FAILED;
        }
        return health != before;
    }

    synchronized NodeHealth health() {
        return health;
    }
}
