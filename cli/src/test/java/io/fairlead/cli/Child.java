package io.fairlead.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** The program as a process of its own, ended by its own handle when the test is over. */
public final class Child implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Process process;
    private final Path out;
    private final Path err;

    private Child(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /** Starts the program with these arguments; what it writes goes to files in the folder. */
    static Child start(Path folder, String... arguments) {
        return start(folder, Map.of(), List.of(), arguments);
    }

    static Child start(Path folder, Map<String, String> environment, List<String> jvmOptions, String... arguments) {
        return begin(folder, environment, command(jvmOptions, arguments));
    }

    /** Starts the program through another one that becomes it, such as one that goes to another host first. */
    public static Child through(
            List<String> prefix, Path folder, Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(command(List.of(), arguments));
        return begin(folder, environment, command);
    }

    /** Starts another program of these tests, through a program that becomes it. */
    public static Child test(List<String> prefix, Path folder, Class<?> program, String... arguments) {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(java(List.of("-Xmx16m"), program.getName()));
        command.addAll(List.of(arguments));
        return begin(folder, Map.of(), command);
    }

    /** The command that is the program, on the class path of this test. */
    public static List<String> command(List<String> jvmOptions, String... arguments) {
        List<String> command = java(jvmOptions, "io.fairlead.cli.Main");
        command.addAll(List.of(arguments));
        return command;
    }

    private static List<String> java(List<String> jvmOptions, String program) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program));
        return command;
    }

    private static Child begin(Path folder, Map<String, String> environment, List<String> command) {
        try {
            Path out = Files.createTempFile(folder, "out", ".txt");
            Path err = Files.createTempFile(folder, "err", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().remove("FAIRLEAD_MANAGER");
            builder.environment().remove("FAIRLEAD_TOKEN_FILE");
            builder.environment().putAll(environment);
            Process process = builder.start();
            process.getOutputStream().close();
            return new Child(process, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until a line of its output begins so, and returns the rest of that line. */
    public String awaitLine(String start) {
        await().atMost(PATIENCE).until(() -> !process.isAlive() || found(start).isPresent());
        return found(start).orElseThrow(() -> new AssertionError("no line \"" + start + "...\" in: " + out() + err()));
    }

    private Optional<String> found(String start) {
        return out().lines()
                .filter(line -> line.startsWith(start))
                .findFirst()
                .map(line -> line.substring(start.length()));
    }

    /** Asks it to end, as a service manager does, and returns its exit code. */
    public int terminate() {
        process.destroy();
        return awaitEnd();
    }

    /** Takes it away without a word. */
    public void kill() {
        process.destroyForcibly();
        awaitEnd();
    }

    /** Waits for its end and returns its exit code. */
    public int awaitEnd() {
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .as("it ends; it wrote: %s%s", out(), err())
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    List<ProcessHandle> children() {
        return process.children().toList();
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
