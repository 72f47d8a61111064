package io.fairlead.agent.role;

import io.fairlead.config.Quoted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The folder with this node's hooks, each an executable named after its hook; all are optional, the folder too. */
public final class HookFolder {
    private final Optional<Path> folder;

    private HookFolder(Optional<Path> folder) {
        this.folder = folder;
    }

    /** No folder: no hook is ever run. */
    public static HookFolder none() {
        return new HookFolder(Optional.empty());
    }

    /**
     * A folder that was checked: it exists, and each hook in it can be executed. Throws {@link
     * IllegalArgumentException} that says what is wrong with which file.
     */
    public static HookFolder at(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "hooks-dir: found " + Quoted.of(folder.toString()) + ", expected a folder that exists");
        }
        for (HookOrder.Hook hook : HookOrder.Hook.values()) {
            Path file = folder.resolve(hook.word());
            // A link that leads nowhere is a mistake, and not the absence of a hook.
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    && !(Files.isRegularFile(file) && Files.isExecutable(file))) {
                throw new IllegalArgumentException(
                        "hooks-dir: found " + Quoted.of(file.toString()) + ", which is not an executable file");
            }
        }
        return new HookFolder(Optional.of(folder));
    }

    /** The names of all hooks, for a person. */
    public static String names() {
        return Arrays.stream(HookOrder.Hook.values()).map(HookOrder.Hook::word).collect(Collectors.joining(", "));
    }

    /** Whether a node is hardly ever right without this hook. */
    public static boolean isUsual(String hook) {
        return hook.equals(HookOrder.Hook.PROMOTE.word()) || hook.equals(HookOrder.Hook.DEMOTE.word());
    }

    /** Whether there is a hook that ends what the role started. */
    public boolean endsARole() {
        return executable(HookOrder.Hook.DEMOTE).isPresent()
                || executable(HookOrder.Hook.FENCE).isPresent();
    }

    /** Whether there is a hook that tells whether the node is able to work. */
    public boolean tellsHealth() {
        return executable(HookOrder.Hook.HEALTH).isPresent();
    }

    /** The executable of each hook, where there is one now, by the hook's name. */
    public SortedMap<String, Optional<Path>> found() {
        SortedMap<String, Optional<Path>> found = new TreeMap<>();
        for (HookOrder.Hook hook : HookOrder.Hook.values()) {
            found.put(hook.word(), executable(hook));
        }
        return found;
    }

    /** Files that look as if they should be run and never are, such as {@code promote.sh}. */
    public List<String> neverRun() throws IOException {
        if (folder.isEmpty()) {
            return List.of();
        }
        List<String> hooks =
                Arrays.stream(HookOrder.Hook.values()).map(HookOrder.Hook::word).toList();
        List<String> others = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder.get())) {
            files.filter(Files::isExecutable)
                    .filter(Files::isRegularFile)
                    .map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> !hooks.contains(name))
                    .sorted()
                    .forEach(others::add);
        }
        return others;
    }

    /** The executable of a hook, where there is one now. */
    Optional<Path> executable(HookOrder.Hook hook) {
        return folder.map(f -> f.resolve(hook.word())).filter(Files::exists);
    }
}
