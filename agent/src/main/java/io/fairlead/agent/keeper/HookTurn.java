package io.fairlead.agent.keeper;

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
                read(channel).hook().ifPresent(RunningHook::end);
                note(new TurnNote.Nothing());
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

    /** Writes down how it stands, where the turn is had. */
    synchronized void note(TurnNote note) {
        FileChannel channel = held;
        if (channel == null) {
            return;
        }
        try {
            int unused = channel.write(ByteBuffer.wrap(note.text().getBytes(StandardCharsets.US_ASCII)), 0);
        } catch (IOException e) {
            // A full disk: an orphan would not be found, and nothing else is lost.
            return;
        }
    }

    synchronized void release() {
        close(held);
        held = null;
    }

    /**
     * How it stands with the other process's turn.
     *
     * @param held whether it has it now
     * @param note what stands in its file; a hook is one that runs, if it has its turn, and else one that was left running
     */
    record Seen(boolean held, TurnNote note) {
        static final Seen NOTHING = new Seen(false, new TurnNote.Nothing());

        Optional<RunningHook> hook() {
            return note.hook();
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

    private static TurnNote read(FileChannel channel) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(TurnNote.LENGTH);
        int unused = channel.read(bytes, 0);
        return TurnNote.read(new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII));
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
