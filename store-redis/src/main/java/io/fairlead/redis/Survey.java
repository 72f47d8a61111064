package io.fairlead.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What servers say of themselves.
 *
 * @param cluster whether one is part of a Redis Cluster
 * @param runs the process of each server by the server's name, another one with each start; without those that are not known
 * @param warnings what an operator should change, each in one line
 */
record Survey(boolean cluster, SortedMap<String, String> runs, List<String> warnings) {

    private static final Logger LOG = LoggerFactory.getLogger(RedisStore.class);

    Survey {
        runs = Collections.unmodifiableSortedMap(new TreeMap<>(runs));
        warnings = List.copyOf(warnings);
    }

    /** Of servers that did not say, or do not tell this user. */
    static Survey none() {
        return new Survey(false, new TreeMap<>(), List.of());
    }

    /** Reads the answer of a server to INFO. */
    static Survey read(String server, String info) {
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
        SortedMap<String, String> runs = new TreeMap<>();
        if (!run.isEmpty()) {
            runs.put(server, run);
        }
        return new Survey(cluster, runs, warnings);
    }

    /** This and that of another server. */
    Survey and(Survey other) {
        SortedMap<String, String> both = new TreeMap<>(runs);
        both.putAll(other.runs);
        List<String> all = new ArrayList<>(warnings);
        other.warnings.stream().filter(warning -> !all.contains(warning)).forEach(all::add);
        return new Survey(cluster || other.cluster, both, all);
    }

    /** With what was known before of those primaries that could not be asked now: one that comes back is known again. */
    Survey remembering(Survey before, List<String> primaries) {
        SortedMap<String, String> both = new TreeMap<>(before.runs);
        both.keySet().retainAll(primaries);
        both.putAll(runs);
        return new Survey(cluster, both, warnings);
    }

    /**
     * Whether a server is another process than before, or was not there before: what was in the one that it follows may be
     * gone. Not so where servers do not tell.
     */
    boolean isOfAnother(Survey before) {
        return !before.runs.isEmpty() && !before.runs.entrySet().containsAll(runs.entrySet());
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
