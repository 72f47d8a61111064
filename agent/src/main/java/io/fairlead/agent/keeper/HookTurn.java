package io.fairlead.agent.keeper;

import io.fairlead.agent.keeper.KeeperLine.RunningHook;
import io.fairlead.agent.role.ProcessFamily;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whose turn it is to run hooks on a node, as a file: locked by the process that runs them, with the hook that runs in it. The
 * agent has one and its keeper another.
 *
 * <p>The lock is the operating system's and ends with the process however that ends. What stands in a file that nobody has
 * locked is a hook whose process was killed over it: whoever has the next turn ends it first. Where no file can be written, each
 * process goes its own way, as it would without.
 *
 * <p>A process that closes a file lets go of all its locks on it, so each process locks its own file and only looks at the other.
 */
final class HookTurn {
    private static final Pattern NOTE = Pattern.compile("pid (\\d{1,18}) run (\\S{1,64})\\n");
    private static final int LONGEST_NOTE = 128;

    private final @Nullable Path file;
    private @Nullable FileChannel held;

    private HookTurn(@Nullable Path file) {
        this.file = file;
    }

    /** The turn of the agent of a node that has locked this file; null for none. */
    static HookTurn ofAgent(@Nullable Path lock) {
        return new HookTurn(beside(lock, "-agent"));
    }

    /** The turn of that agent's keeper. */
    static HookTurn ofKeeper(@Nullable Path lock) {
        return new HookTurn(beside(lock, "-keeper"));
    }

    private static @Nullable Path beside(@Nullable Path lock, String suffix) {
        return lock == null ? null : lock.resolveSibling(lock.getFileName() + suffix);
    }

    /**
     * Takes it, and ends what an earlier process of this file has left running. Answers whether it is had now: not while another
     * process has it or looks at it.
     */
    synchronized boolean take() {
        if (file == null || held != null) {
            return true;
        }
        FileChannel channel = null;
        boolean taken = false;
        try {
            channel = open(file);
            taken = channel.tryLock() != null;
            if (taken) {
                held = channel;
                end(read(channel));
                channel.truncate(0);
            }
            return taken;
        } catch (IOException | OverlappingFileLockException e) {
            // A hook matters more than its turn.
            return true;
        } finally {
            if (!taken) {
                close(channel);
            }
        }
    }

    /** This hook runs now. */
    synchronized void note(long pid, String mark) {
        write("pid " + pid + " run " + mark + "\n");
    }

    /** It has ended. */
    synchronized void clear() {
        write("");
    }

    synchronized void release() {
        close(held);
        held = null;
    }

    /**
     * How it stands with the other process's turn.
     *
     * @param held whether it has it now
     * @param hook the hook in its file: one that runs, if it has its turn, and else one that was left running, if it still does
     */
    record Seen(boolean held, Optional<RunningHook> hook) {
        static final Seen NOTHING = new Seen(false, Optional.empty());

        /** Ends the hook, with all its children. */
        void endHook() {
            end(hook);
        }
    }

    /** Looks at it, for no longer than that takes; not for one's own. */
    synchronized Seen look() {
        if (file == null) {
            return Seen.NOTHING;
        }
        try (FileChannel channel = open(file);
                FileLock look = channel.tryLock()) {
            return new Seen(look == null, read(channel));
        } catch (IOException | OverlappingFileLockException e) {
            return Seen.NOTHING;
        }
    }

    private static void end(Optional<RunningHook> hook) {
        hook.ifPresent(running -> ProcessHandle.of(running.pid())
                .ifPresent(process -> new ProcessFamily(process, running.mark()).endIfRunning()));
    }

    private void write(String text) {
        FileChannel channel = held;
        if (channel == null) {
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try {
            channel.truncate(0);
            int unused = channel.write(ByteBuffer.wrap(bytes), 0);
        } catch (IOException e) {
            // A full disk: an orphan would not be found, and nothing else is lost.
            return;
        }
    }

    private static Optional<RunningHook> read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(LONGEST_NOTE);
        int length = channel.read(bytes, 0);
        Matcher note =
                NOTE.matcher(length <= 0 ? "" : new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8));
        return note.matches()
                ? Optional.of(new RunningHook(Long.parseLong(note.group(1)), note.group(2)))
                : Optional.empty();
    }

    /** A link is not followed: in a folder that everybody may write, it could lead to any file. */
    private static FileChannel open(Path file) throws IOException {
        return FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS);
    }

    private static void close(@Nullable FileChannel channel) {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            // The lock ends with the process.
            return;
        }
    }
}
