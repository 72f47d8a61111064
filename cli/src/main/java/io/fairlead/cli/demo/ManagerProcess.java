package io.fairlead.cli.demo;

import io.fairlead.cli.rest.ManagerUrl;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A manager of the same program as a child process, ended by its own handle and never by name.
 *
 * <p>It is told to end with this process too, for the case that nobody is left to end it.
 */
final class ManagerProcess implements AutoCloseable {

    private static final String READY = "manager ready on ";
    private static final long PATIENCE_SECONDS = 10;

    private final Process process;
    private final Path log;

    private ManagerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * Starts it.
     *
     * @param directory where its configuration and its log go
     * @param configuration its configuration
     */
    static ManagerProcess start(Path directory, String configuration) throws IOException {
        Path config = directory.resolve("manager.yaml");
        Path log = directory.resolve("manager.log");
        Files.writeString(config, configuration, StandardCharsets.UTF_8);
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "io.fairlead.cli.Main",
                "manager"));
        // Any free port, which it then tells: a port that was found free here could be taken until it starts.
        command.addAll(List.of(
                "--config",
                config.toString(),
                "--listen",
                "127.0.0.1:0",
                "--data-dir",
                directory.resolve("data").toString()));
        command.addAll(
                List.of("--stop-with", Long.toString(ProcessHandle.current().pid())));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(nothing())
                .redirectOutput(log.toFile())
                .start();
        return new ManagerProcess(process, log);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** The address that it says it listens on, or empty while it has not got that far. */
    Optional<ManagerUrl> ready() throws IOException {
        return Files.readAllLines(log, StandardCharsets.UTF_8).stream()
                .filter(line -> line.startsWith(READY))
                .findFirst()
                .map(line -> new ManagerUrl(line.substring(READY.length())));
    }

    /** What is known of its end: the exit code, and the last line that it wrote. */
    String end() {
        return "exit code " + process.exitValue() + "; " + lastWords();
    }

    /** The last line that it wrote, in words. */
    String lastWords() {
        String last = "it wrote nothing";
        try {
            List<String> lines = Files.readAllLines(log, StandardCharsets.UTF_8);
            if (!lines.isEmpty()) {
                last = "it wrote last: " + lines.get(lines.size() - 1).strip();
            }
        } catch (IOException e) {
            last = "its log cannot be read: " + e.getMessage();
        }
        return last;
    }

    /** Asks it to end, waits for that, and ends it the hard way if it takes too long. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static ProcessBuilder.Redirect nothing() {
        boolean windows = File.separatorChar == '\\';
        return ProcessBuilder.Redirect.from(new File(windows ? "NUL" : "/dev/null"));
    }
}
