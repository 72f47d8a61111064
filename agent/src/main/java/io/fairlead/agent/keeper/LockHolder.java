package io.fairlead.agent.keeper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The process that has locked a file and has written its number into it, as the agents of a node do. */
public final class LockHolder {
    private static final int LONGEST_CONTENT = 32;

    private LockHolder() {}

    /** Its number; 0 unless it lives, for the number may be an old one or another container's. */
    public static long of(Path lock) {
        try {
            String text = Files.size(lock) > LONGEST_CONTENT ? "" : Files.readString(lock);
            long pid = text.matches("pid \\d{1,18}\\R")
                    ? Long.parseLong(text.strip().substring(4))
                    : 0;
            return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() ? pid : 0;
        } catch (IOException e) {
            return 0;
        }
    }
}
