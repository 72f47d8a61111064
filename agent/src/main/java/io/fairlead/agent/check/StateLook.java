package io.fairlead.agent.check;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** Whether a node could keep what it must not forget. Makes nothing, and takes no lock that an agent may hold. */
final class StateLook {
    private static final String STATE = "state-dir";

    private StateLook() {}

    static Finding finding(Optional<Path> stateDir) {
        if (stateDir.isEmpty()) {
            return Finding.doubtful(STATE, "none: this node forgets its highest token when its process ends");
        }
        Path folder = stateDir.get().toAbsolutePath().normalize();
        if (Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return there(folder);
        }
        Path above = folder;
        while (!Files.exists(above) && above.getParent() != null) {
            above = above.getParent();
        }
        return Files.isDirectory(above) && Files.isWritable(above)
                ? Finding.fine(STATE, folder + " will be made")
                : Finding.blocks(STATE, folder + " cannot be made: " + above + " is no folder that can be written to");
    }

    private static Finding there(Path folder) {
        if (!Files.isDirectory(folder)) {
            return Finding.blocks(STATE, folder + " is not a folder");
        }
        for (String name : new String[] {"", "node.lock", "node.token", "node.cluster"}) {
            Path file = folder.resolve(name);
            if (Files.exists(file) && !(Files.isReadable(file) && Files.isWritable(file))) {
                return Finding.blocks(STATE, file + " cannot be read and written to");
            }
        }
        return Finding.fine(STATE, folder + " can be written to");
    }
}
