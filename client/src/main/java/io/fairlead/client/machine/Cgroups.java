package io.fairlead.client.machine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The control groups whose limits bind this machine as this process sees it, version 1, version 2 or both.
 *
 * <p>A limit may stand at any level from this process's own group up to the top that it can see, so every level
 * counts. Whether this process's own systemd unit ({@code ....service}) does is up to what is measured: to a server it says
 * what it may use, and what an operator grants an agent there says nothing about the machine that the agent measures.
 */
final class Cgroups {
    private static final String SERVICE = ".service";

    /** What was found for this process's groups as they were then: mounts do not move, and the list can be long. */
    private record Known(String own, List<Level> levels) {}

    private final SystemFiles files;
    private final boolean ownUnit;
    private final Map<String, Known> knownBefore = new TreeMap<>();

    private Cgroups(SystemFiles files, boolean ownUnit) {
        this.files = files;
        this.ownUnit = ownUnit;
    }

    /** Those that bind the machine, without this process's own systemd unit. */
    static Cgroups ofMachine(SystemFiles files) {
        return new Cgroups(files, false);
    }

    /** Those that bind this process. */
    static Cgroups ofProcess(SystemFiles files) {
        return new Cgroups(files, true);
    }

    /**
     * One group.
     *
     * @param mount where its hierarchy is mounted
     * @param below its path below the mount, empty for the top
     * @param v2 whether they are those of version 2
     * @param wholeMachine whether it is the root of the machine itself, which has no limits of its own
     */
    record Level(String mount, String below, boolean v2, boolean wholeMachine) {
        String folder() {
            return mount + below;
        }

        String file(String name) {
            return mount + below + "/" + name;
        }

        /** The highest group that this process sees, where that is not the machine's own root. */
        boolean container() {
            return below.isEmpty() && !wholeMachine;
        }
    }

    /** The levels for a controller such as {@code memory}, the innermost first; empty without such a controller. */
    List<Level> levels(String controller) throws Unmeasured {
        String own = files.textIfPresent("/proc/self/cgroup").orElse("");
        Known known = knownBefore.get(controller);
        if (known == null || !known.own().equals(own)) {
            known = new Known(own, find(own, controller));
            knownBefore.put(controller, known);
        }
        return known.levels();
    }

    /** The group of the given path, wherever the hierarchy with this controller is mounted. */
    Level named(String controller, String path) throws Unmeasured {
        String mounts = files.textIfPresent("/proc/self/mountinfo").orElse("");
        Optional<Mount> v1 = mount(mounts, controller);
        Mount mount = v1.isPresent() ? v1.get() : mount(mounts, "").orElse(null);
        if (mount == null) {
            throw new Unmeasured("no control groups are mounted");
        }
        Level level = new Level(mount.point(), path, mount.v2(), false);
        if (!files.exists(level.folder())) {
            throw new Unmeasured("control group " + level.folder() + " is missing");
        }
        return level;
    }

    private List<Level> find(String own, String controller) throws Unmeasured {
        String mounts = files.textIfPresent("/proc/self/mountinfo").orElse("");
        Optional<Mount> v1 = mount(mounts, controller);
        Optional<Mount> mount = v1.isPresent() ? v1 : mount(mounts, "");
        return mount.map(m -> levels(m, pathOf(own, m.v2() ? "" : controller))).orElse(List.of());
    }

    private List<Level> levels(Mount mount, String ownPath) {
        List<Level> levels = new ArrayList<>();
        String own = mount.below(ownPath);
        String first = own.endsWith(SERVICE) && !ownUnit ? parent(own) : own;
        for (String below = first; !below.isEmpty(); below = parent(below)) {
            if (files.exists(mount.point() + below)) {
                levels.add(new Level(mount.point(), below, mount.v2(), false));
            }
        }
        levels.add(new Level(mount.point(), "", mount.v2(), isWholeMachine(mount)));
        return List.copyOf(levels);
    }

    /** The kernel gives its own root group files that no other group has (version 1), or keeps some back (version 2). */
    private boolean isWholeMachine(Mount mount) {
        return mount.v2()
                ? !files.exists(mount.point() + "/cgroup.events")
                : files.exists(mount.point() + "/release_agent")
                        || files.exists(mount.point() + "/cgroup.sane_behavior");
    }

    private static String parent(String path) {
        return path.substring(0, path.lastIndexOf('/'));
    }

    /** The path of this process's group from lines {@code id:controllers:path}; version 2 names no controllers. */
    private static String pathOf(String own, String controller) {
        for (String line : own.lines().toList()) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && Arrays.asList(parts[1].split(",", -1)).contains(controller)) {
                return parts[2].equals("/") ? "" : parts[2];
            }
        }
        return "";
    }

    private static Optional<Mount> mount(String mountinfo, String controller) {
        for (String line : mountinfo.lines().toList()) {
            String[] halves = line.split(" - ", 2);
            String[] left = halves[0].split(" ", -1);
            String[] right = halves.length == 2 ? halves[1].split(" ", -1) : new String[0];
            if (left.length < 5 || right.length < 3) {
                continue;
            }
            boolean wanted = controller.isEmpty()
                    ? right[0].equals("cgroup2")
                    : right[0].equals("cgroup")
                            && Arrays.asList(right[2].split(",", -1)).contains(controller);
            if (wanted) {
                return Optional.of(new Mount(left[3], left[4].replace("\\040", " "), controller.isEmpty()));
            }
        }
        return Optional.empty();
    }

    /** Where a hierarchy is mounted, and which of its groups is shown there. */
    private record Mount(String root, String point, boolean v2) {
        /** The own group's path below the mount point; a path outside of what is mounted is the mount point itself. */
        String below(String ownPath) {
            if (root.equals("/")) {
                return ownPath;
            }
            boolean inside = ownPath.equals(root) || ownPath.startsWith(root + "/");
            return inside ? ownPath.substring(root.length()) : "";
        }
    }
}
