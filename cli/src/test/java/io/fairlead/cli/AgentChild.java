package io.fairlead.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Agents of the group {@code line-1} as processes of their own. */
final class AgentChild {

    private AgentChild() {}

    /**
     * The command line of an agent; its local port is any free one.
     *
     * @param manager where its manager listens
     * @param more further flags
     */
    static String[] command(String manager, String node, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "agent", "--managers", manager, "--group", "line-1", "--node", node, "--listen", "127.0.0.1:0"));
        arguments.addAll(List.of(more));
        return arguments.toArray(new String[0]);
    }

    /**
     * An agent that measures and beats twice a second and has hooks; it may not be ready yet.
     *
     * @param folder where it runs
     * @param hooks the folder of its hooks
     */
    static Child withHooks(Path folder, String manager, String node, Path hooks) {
        return Child.start(
                folder,
                command(
                        manager,
                        node,
                        "--sample-interval",
                        "500ms",
                        "--heartbeat-interval",
                        "500ms",
                        "--hooks-dir",
                        hooks.toString()));
    }

    /**
     * A new folder with hooks that each add a line to the file {@code ran} in it, and then do as they are told.
     *
     * @param said the line, as a shell expands it between double quotes
     * @param scripts what each does then, by its name
     */
    static Path hooks(Path folder, String said, Map<String, String> scripts) throws IOException {
        Files.createDirectory(folder);
        for (Map.Entry<String, String> hook : scripts.entrySet()) {
            String text = "#!/bin/sh\ncd " + folder + "\necho \"" + said + "\" >>ran\n" + hook.getValue() + "\n";
            Path file = Files.writeString(folder.resolve(hook.getKey()), text);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        return folder;
    }
}
