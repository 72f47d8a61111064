package io.fairlead.agent.keeper;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How a keeper is started: by the JVM and the classes of its agent, small, and in a session of its own where possible. */
final class KeeperProcess {
    private KeeperProcess() {}

    /** A keeper of the agent with this name. */
    static Process start(Keeper.Place place, String agent) throws IOException {
        List<String> command = new ArrayList<>();
        // Ctrl-C and the end of a terminal go to a session; the keeper must outlive its agent by one demote.
        setsid().ifPresent(program -> command.add(program.toString()));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx16m",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                KeeperMain.class.getName(),
                place.hooks().toAbsolutePath().toString(),
                agent));
        place.lock().ifPresent(file -> command.add(file.toAbsolutePath().toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        // Options that are meant for the agent's JVM, such as a port for a debugger, would keep a second one from
        // starting.
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        return builder.start();
    }

    private static Optional<Path> setsid() {
        return List.of("/usr/bin/setsid", "/bin/setsid").stream()
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }
}
