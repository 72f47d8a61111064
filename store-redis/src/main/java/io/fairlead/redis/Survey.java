package io.fairlead.redis;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a server says of itself.
 *
 * @param cluster whether it is part of a Redis Cluster
 * @param run the name of its process, another one with each start; empty if not known
 * @param warnings what an operator should change, each in one line
 */
record Survey(boolean cluster, String run, List<String> warnings) {

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

    Survey {
        warnings = List.copyOf(warnings);
    }

    /** Of a server that did not say, or does not tell this user. */
    static Survey none() {
        return new Survey(false, "", List.of());
    }

    /** Reads the answer to INFO. */
    static Survey read(String info) {
        boolean cluster = false;
        String run = "";
        List<String> warnings = new ArrayList<>();
        for (String line : info.split("\r?\n")) {
            if (line.equals("cluster_enabled:1")) {
                cluster = true;
            } else if (line.startsWith("run_id:")) {
                run = line.substring("run_id:".length());
            } else if (line.startsWith("maxmemory_policy:") && !line.equals("maxmemory_policy:noeviction")) {
                warnings.add("maxmemory-policy is " + Shown.line(line.substring("maxmemory_policy:".length()))
                        + ", so it may throw away live reports and rooms when memory is short: set noeviction");
            }
        }
        return new Survey(cluster, run, warnings);
    }

    /** Whether this is of another process than one before: neither says so where a server does not tell its name. */
    boolean isOfAnother(Survey before) {
        return !run.isEmpty() && !before.run.isEmpty() && !run.equals(before.run);
    }

    /** Logs the warnings that the survey before did not have. */
    void warnUnlessKnown(Survey before, String store) {
        for (String warning : warnings) {
            if (!before.warnings.contains(warning)) {
                LOG.warn("Redis {}: {}", store, warning);
            }
        }
    }
}
