package io.fairlead.cli.netns;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.Child;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;

/**
 * Hosts of a test's own on one machine: network namespaces that a switch joins, made and taken away by
 * {@code scripts/testnet.sh}.
 *
 * <p>A host is 10.77.0.N, N counted from 1 in the order of the names. What a test starts is on one of them; between any two
 * the traffic can be cut in one direction or both, and each has a cable that can be taken out.
 */
final class Namespaces implements AutoCloseable {
    private static final Path SCRIPT = script();

    private static final AtomicInteger MADE = new AtomicInteger();

    private final String net = "t" + ProcessHandle.current().pid() + "-" + MADE.incrementAndGet();
    private final Path folder;
    private final SortedMap<String, String> addresses = new TreeMap<>();

    private Namespaces(Path folder) {
        this.folder = folder;
    }

    /**
     * Makes the hosts, or ends the test as skipped, and says so, where this machine lets nobody make them.
     *
     * @param folder for what the programs write
     */
    static Namespaces with(Path folder, String... hosts) {
        Said check = run(folder, List.of(SCRIPT.toString(), "check"));
        if (check.code != 0) {
            String why = "SKIPPED: several hosts on one machine: " + check.text.strip();
            System.err.println(why);
            Assumptions.abort(why);
        }
        Namespaces made = new Namespaces(folder);
        List<String> arguments = new ArrayList<>();
        for (String host : hosts) {
            String address = "10.77.0." + (made.addresses.size() + 1);
            made.addresses.put(host, address);
            arguments.add(host + "=" + address + "/24");
        }
        made.order("down");
        made.order("up", arguments.toArray(new String[0]));
        return made;
    }

    /** The address of a host. */
    String address(String host) {
        return addresses.getOrDefault(host, "no host " + host);
    }

    /** Starts the program on a host; it is killed when the hosts go. */
    Child start(String host, Map<String, String> environment, String... arguments) {
        return Child.through(List.of(SCRIPT.toString(), "exec", net, host), folder, environment, arguments);
    }

    /** Starts another program of these tests on a host. */
    Child start(String host, Class<?> program, String... arguments) {
        return Child.test(List.of(SCRIPT.toString(), "exec", net, host), folder, program, arguments);
    }

    /** What any program says that is run on a host to its end. */
    String output(String host, String... command) {
        List<String> words = new ArrayList<>(List.of(SCRIPT.toString(), "exec", net, host));
        words.addAll(List.of(command));
        return run(folder, words).text;
    }

    /** From now on nothing that {@code from} sends reaches {@code to}, and neither is told. */
    void cut(String from, String to) {
        order("cut", from, to);
    }

    /** Undoes a cut. */
    void heal(String from, String to) {
        order("heal", from, to);
    }

    /** Cuts both directions. */
    void part(String one, String other) {
        cut(one, other);
        cut(other, one);
    }

    /** Undoes both cuts. */
    void join(String one, String other) {
        heal(one, other);
        heal(other, one);
    }

    /** Takes a host's cable out. */
    void unplug(String host) {
        order("unplug", host);
    }

    /** Puts it back. */
    void plug(String host) {
        order("plug", host);
    }

    /** Lets a process stand still, as a machine that is paused does. */
    void freeze(Child process) {
        signal("STOP", process);
    }

    /** Lets it go on. */
    void thaw(Child process) {
        signal("CONT", process);
    }

    private void signal(String name, Child process) {
        succeed(List.of("kill", "-" + name, Long.toString(process.pid())));
    }

    @Override
    public void close() {
        order("down");
    }

    private void order(String command, String... arguments) {
        List<String> words = new ArrayList<>(List.of(SCRIPT.toString(), command, net));
        words.addAll(List.of(arguments));
        succeed(words);
    }

    private void succeed(List<String> command) {
        Said said = run(folder, command);
        assertThat(said.code).as("%s: %s", command, said.text).isZero();
    }

    private record Said(int code, String text) {}

    private static Said run(Path folder, List<String> command) {
        try {
            Path said = Files.createTempFile(folder, "said", ".txt");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(said.toFile())
                    .start();
            int code = process.waitFor();
            String text = Files.readString(said, StandardCharsets.UTF_8);
            Files.delete(said);
            return new Said(code, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path script() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("scripts/testnet.sh"))) {
            folder = folder.getParent();
            if (folder == null) {
                throw new IllegalStateException(
                        "no scripts/testnet.sh in or above " + Path.of("").toAbsolutePath());
            }
        }
        return folder.resolve("scripts/testnet.sh");
    }
}
