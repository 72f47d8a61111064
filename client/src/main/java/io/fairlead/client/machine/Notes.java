package io.fairlead.client.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a metric writes down about where its reading comes from, while it reads. */
final class Notes {
    /** A machine with a thousand virtual interfaces is told of the first of them. */
    private static final int MOST_LEFT_OUT = 40;

    private String of = "";
    private final SortedMap<String, String> leftOut = new TreeMap<>();
    private final List<String> limits = new ArrayList<>();
    private int more;

    /** Says what the reading speaks of; of several the last one counts. */
    void of(String what) {
        of = what;
    }

    void leftOut(String device, String why) {
        if (leftOut.size() < MOST_LEFT_OUT) {
            leftOut.put(device, why);
        } else {
            more++;
        }
    }

    void limit(String words, String file) {
        limits.add(words + " (" + file + ")");
    }

    Origin origin(List<String> files) {
        SortedMap<String, String> all = new TreeMap<>(leftOut);
        if (more > 0) {
            all.put("~", "and " + more + " more");
        }
        return new Origin(of, files, all, limits);
    }
}
