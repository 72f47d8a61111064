package io.fairlead.agent.metrics;

import io.fairlead.client.machine.RoleMeter;
import io.fairlead.config.Quoted;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Where it is seen what the service of the role uses by itself.
 *
 * @param kind by what the service is known
 * @param path absolute: the control group below the place where its hierarchy is mounted, or the file with the number
 *     of the service's first process
 */
public record ServiceSource(Kind kind, String path) {
    /** By what a service is known. */
    public enum Kind {
        /** A control group of version 1 or 2; everything in it belongs to the service. */
        CGROUP("cgroup"),
        /** A file with a process number; that process and everything that descends from it belongs to the service. */
        PID_FILE("pid-file");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        /** The kind as it is written in a configuration. */
        public String word() {
            return word;
        }
    }

    private static final int LONGEST_PATH = 4096;

    /** Refuses a path that is not absolute, leads upwards, or is the whole machine. */
    public ServiceSource {
        boolean right = path.length() > 1
                && path.length() <= LONGEST_PATH
                && path.startsWith("/")
                && !path.endsWith("/")
                && path.chars().noneMatch(Character::isISOControl)
                && Arrays.stream(path.substring(1).split("/", -1))
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
        if (!right) {
            throw new IllegalArgumentException("measure: found " + kind.word() + " " + Quoted.of(path)
                    + ", expected a plain absolute path such as "
                    + (kind == Kind.CGROUP ? "/system.slice/gateway.service" : "/run/gateway.pid"));
        }
    }

    /** A meter for it on the machine that this process runs on. */
    public RoleMeter meter() {
        return kind == Kind.CGROUP ? RoleMeter.ofCgroup(path) : RoleMeter.ofPidFile(path);
    }

    /** Reads {@code cgroup:PATH} or {@code pid-file:PATH}. */
    public static ServiceSource parse(String text) {
        for (Kind kind : Kind.values()) {
            if (text.startsWith(kind.word() + ":")) {
                return new ServiceSource(kind, text.substring(kind.word().length() + 1));
            }
        }
        throw new IllegalArgumentException("measure: found " + Quoted.of(text) + ", expected "
                + Arrays.stream(Kind.values())
                        .map(kind -> kind.word() + ":PATH")
                        .collect(Collectors.joining(" or ")));
    }
}
