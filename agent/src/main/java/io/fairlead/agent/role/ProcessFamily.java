package io.fairlead.agent.role;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A process and everything that it started.
 *
 * <p>Descent alone does not find all of it: a child whose parent has ended belongs to process 1 from then on. So each
 * hook carries a random mark in its environment, which children inherit, and whoever carries it is found by it.
 */
public final class ProcessFamily {
    /** The variable that carries the mark. */
    public static final String MARK = "FAIRLEAD_HOOK_RUN";

    private final Optional<ProcessHandle> first;
    private final byte[] mark;
    private final Path proc;

    /** The family of a process that was started with this mark. */
    public ProcessFamily(ProcessHandle first, String mark) {
        this(Optional.of(first), mark);
    }

    /** The family of whatever process carries this mark; nobody has said yet which is the first. */
    public ProcessFamily(String mark) {
        this(Optional.empty(), mark);
    }

    private ProcessFamily(Optional<ProcessHandle> first, String mark) {
        this.first = first;
        this.mark = (MARK + "=" + mark).getBytes(StandardCharsets.UTF_8);
        this.proc = Path.of("/proc");
    }

    /** Asks every member to end (SIGTERM); answers those who were asked. */
    List<ProcessHandle> askToEnd() {
        List<ProcessHandle> members = members();
        members.forEach(ProcessHandle::destroy);
        return members;
    }

    /** Ends every member at once (SIGKILL), again and again until no new one is found; a member can start others. */
    public void end() {
        for (int round = 0; round < 10; round++) {
            List<ProcessHandle> members = members();
            if (members.isEmpty()) {
                return;
            }
            members.forEach(ProcessHandle::destroyForcibly);
        }
    }

    /**
     * Ends the family as long as its first process runs. One that has ended by itself may have left a service behind, which
     * stays, and its number may be another process's by now. Where the first is not known, whoever carries the mark is ended.
     */
    public boolean endIfRunning() {
        boolean running = first.map(process -> process.isAlive() && isMarked(proc.resolve(process.pid() + "/environ")))
                .orElse(true);
        if (running) {
            end();
        }
        return running;
    }

    /** The living members. */
    private List<ProcessHandle> members() {
        TreeMap<Long, ProcessHandle> members = new TreeMap<>();
        first.ifPresent(process -> {
            members.put(process.pid(), process);
            process.descendants().forEach(child -> members.put(child.pid(), child));
        });
        for (long pid : marked()) {
            ProcessHandle.of(pid).ifPresent(process -> members.put(pid, process));
        }
        List<ProcessHandle> living = new ArrayList<>(members.values());
        living.removeIf(process -> !process.isAlive());
        return living;
    }

    private List<Long> marked() {
        List<Long> found = new ArrayList<>();
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                if (isMarked(process.resolve("environ"))) {
                    found.add(Long.parseLong(process.getFileName().toString()));
                }
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            // A system without /proc: descent is all there is.
            return found;
        }
        return found;
    }

    private boolean isMarked(Path environ) {
        try {
            return contains(Files.readAllBytes(environ), mark);
        } catch (IOException e) {
            // It has just ended, or belongs to somebody else: in both cases none of ours.
            return false;
        }
    }

    private static boolean contains(byte[] text, byte[] part) {
        for (int at = 0; at <= text.length - part.length; at++) {
            int same = 0;
            while (same < part.length && text[at + same] == part[same]) {
                same++;
            }
            if (same == part.length) {
                return true;
            }
        }
        return false;
    }
}
