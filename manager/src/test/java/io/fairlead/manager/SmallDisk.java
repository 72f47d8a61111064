package io.fairlead.manager;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A file system of a few MB in memory that only this test's processes see, and that it can fill up. */
final class SmallDisk implements AutoCloseable {

    private final Process holder;
    private final Path folder;
    private final List<String> enter;

    private SmallDisk(Process holder, Path folder, List<String> enter) {
        this.holder = holder;
        this.folder = folder;
        this.enter = enter;
    }

    /** A disk of that size on a folder; empty where this system lets nobody mount one. */
    static Optional<SmallDisk> on(Path folder, int kibibytes) throws IOException {
        // As root, or as anybody in a user namespace where these are allowed.
        for (String how : List.of("-m", "-Urm")) {
            Process holder = new ProcessBuilder(
                            "unshare",
                            how,
                            "sh",
                            "-c",
                            "mount -t tmpfs -o size=" + kibibytes + "k tmpfs \"$0\" && echo ready && read end",
                            folder.toString())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            BufferedReader said = holder.inputReader(StandardCharsets.US_ASCII);
            if ("ready".equals(said.readLine())) {
                List<String> enter = new ArrayList<>(List.of("nsenter", "-m", "-t", Long.toString(holder.pid())));
                if (how.contains("U")) {
                    enter.addAll(List.of("-U", "--preserve-credentials"));
                }
                return Optional.of(new SmallDisk(holder, folder, enter));
            }
        }
        return Optional.empty();
    }

    /** What starts a process that sees the disk. */
    List<String> wrapper() {
        return enter;
    }

    /** Leaves no byte free. */
    void fill() throws IOException {
        try (OutputStream out = Files.newOutputStream(filler())) {
            byte[] bytes = new byte[4_096];
            while (true) {
                out.write(bytes);
            }
        } catch (IOException full) {
            if (!String.valueOf(full.getMessage()).contains("No space left")) {
                throw full;
            }
        }
    }

    /** Gives the room back. */
    void free() throws IOException {
        Files.delete(filler());
    }

    private Path filler() {
        return Path.of("/proc/" + holder.pid() + "/root" + folder + "/filler");
    }

    @Override
    public void close() {
        holder.destroyForcibly();
    }
}
