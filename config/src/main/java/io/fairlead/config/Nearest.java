package io.fairlead.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * Which known key a mistyped one most likely meant: the least number of typing slips apart, ties by alphabet. A word in
 * which every third letter would have to be a slip was not meant.
 */
public final class Nearest {
    private Nearest() {}

    /** The nearest of the known words, or empty where none is near. */
    public static Optional<String> to(String typed, Collection<String> known) {
        int most = Math.max(1, typed.length() / 3);
        return known.stream()
                .filter(key -> distance(typed, key) <= most || isBegun(typed, key))
                .min(Comparator.comparingInt((String key) -> distance(typed, key))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** A clause that names the nearest, such as {@code "; the nearest known group is line-1"}; empty if none is near. */
    public static String clause(String kind, String typed, Collection<String> known) {
        return to(typed, known)
                .map(name -> "; the nearest known " + kind + " is " + name)
                .orElse("");
    }

    private static boolean isBegun(String typed, String key) {
        return typed.length() > 1 && key.startsWith(typed);
    }

    /** Optimal string alignment distance: insertions, deletions, changes and swaps of neighbours each count one. */
    static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    d[i][j] = i + j;
                    continue;
                }
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                int best = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + change);
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                d[i][j] = swapped ? Math.min(best, d[i - 2][j - 2] + 1) : best;
            }
        }
        return d[a.length()][b.length()];
    }
}
