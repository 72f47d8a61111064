package io.fairlead.agent.check;

import io.fairlead.agent.AgentConfig;
import io.fairlead.client.role.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;

/** Whether a node could keep what it must not forget, and what it remembers is right. Makes nothing, and takes no lock that an agent may hold. */
final class StateLook {
    private static final String STATE = "state-dir";

    private StateLook() {}

    static Finding finding(AgentConfig config) {
        if (config.stateDir().isEmpty()) {
            return Finding.doubtful(STATE, "none: this node forgets its highest token when its process ends");
        }
        Path folder = config.stateDir().get().toAbsolutePath().normalize();
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return there(folder, config);
        }
        Path above = folder;
        while (!Files.exists(above) && above.getParent() != null) {
            above = above.getParent();
        }
        return Files.isDirectory(above) && Files.isWritable(above)
                ? Finding.fine(STATE, folder + " will be made")
                : Finding.blocks(STATE, folder + " cannot be made: " + above + " is no folder that can be written to");
    }

    private static Finding there(Path folder, AgentConfig config) {
        if (!Files.isDirectory(folder)) {
            return Finding.blocks(STATE, folder + " is not a folder");
        }
        for (String name : new String[] {"", "node.lock", "node.token", "node.cluster", "node.lease"}) {
            Path file = folder.resolve(name);
            if (Files.exists(file) && !(Files.isReadable(file) && Files.isWritable(file))) {
                return Finding.blocks(STATE, file + " cannot be read and written to");
            }
        }
        try {
            StateFolder.look(folder, config.group(), config.node());
            return Finding.fine(STATE, folder + " can be written to");
        } catch (IOException e) {
            return Finding.blocks(STATE, String.valueOf(e.getMessage()));
        }
    }
}
