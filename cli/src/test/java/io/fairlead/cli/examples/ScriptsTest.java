package io.fairlead.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The scripts and units of the examples, as far as they can be judged without a network and without systemd. */
class ScriptsTest {

    @TempDir
    Path folder;

    @Test
    void everyScriptIsPlainShellAndExecutable() throws IOException {
        List<Path> scripts = scripts();
        assertThat(scripts).as("scripts found").hasSizeGreaterThan(15);
        for (Path script : scripts) {
            Shell.Said said = Shell.run(folder, Map.of(), List.of("sh", "-n", script.toString()));
            assertThat(said.code()).as("%s: %s", script, said.text()).isZero();
            assertThat(Files.isExecutable(script))
                    .as("%s is executable", script)
                    .isTrue();
        }
    }

    @Test
    void shellcheckHasNothingToSay() throws IOException {
        Shell.need("shellcheck");
        List<String> command = new ArrayList<>(List.of("shellcheck", "--external-sources"));
        scripts().forEach(script -> command.add(script.toString()));
        Shell.Said said = Shell.run(folder, Map.of(), command);
        assertThat(said.text()).isEmpty();
        assertThat(said.code()).isZero();
    }

    @Test
    void systemdHasNothingToSayOfTheUnits() throws IOException {
        Shell.need("systemd-analyze");
        List<String> command = new ArrayList<>(List.of("systemd-analyze", "verify", "--man=no"));
        for (Path unit : units()) {
            // A unit is judged with the programs that it starts; here they are in the source tree.
            String here = Files.readString(unit)
                    .replace("/opt/fairlead/", Shell.ROOT + "/")
                    .replace("ExecStopPost=/etc/fairlead/", "ExecStopPost=" + unit.getParent() + "/");
            command.add(
                    Files.writeString(folder.resolve(unit.getFileName()), here).toString());
        }
        Shell.Said said = Shell.run(folder, Map.of(), command);
        assertThat(said.text()).isEmpty();
        assertThat(said.code()).isZero();
    }

    /** Where there is no systemd, this much of the units is read all the same. */
    @Test
    void theUnitsSayWhatTheirPageSays() throws IOException {
        assertThat(units())
                .hasSize(3)
                .allSatisfy(unit -> assertThat(Files.readAllLines(unit))
                        .contains("[Unit]", "[Service]")
                        .allMatch(line -> line.isEmpty() || line.matches("#.*|\\[[A-Z][a-z]+]|[A-Z][A-Za-z]+=.*")));
        Path systemd = Shell.ROOT.resolve("examples/systemd");
        assertThat(Files.readAllLines(systemd.resolve("fairlead-agent.service")))
                .contains("KillMode=process", "ExecStopPost=/etc/fairlead/after-the-agent", "Restart=always");
        assertThat(Files.readString(systemd.resolve("gateway.service")))
                .as("the hooks start it, the machine does not")
                .doesNotContain("\n[Install]");
    }

    @Test
    void theHooksOfAUnitMayRunTwiceAndKillWhatDoesNotEnd() throws IOException {
        Path example = copy("systemd");
        Path state = Files.writeString(folder.resolve("unit"), "inactive");
        // A systemd that knows one unit; while 'stubborn' exists the unit does not end when it is asked to.
        Path systemctl = folder.resolve("bin/systemctl");
        Files.createDirectory(folder.resolve("bin"));
        Files.writeString(systemctl, """
                #!/bin/sh
                [ "$1" = --quiet ] && shift
                case "$*" in
                'start gateway.service') echo active >%1$s ;;
                'stop gateway.service') [ -e %1$s.stubborn ] && exec sleep 10; echo inactive >%1$s ;;
                '--signal=KILL kill gateway.service') echo inactive >%1$s; rm -f %1$s.stubborn; echo killed >%1$s.killed ;;
                'is-active gateway.service') cat %1$s ;;
                'is-failed gateway.service') [ "$(cat %1$s)" = failed ] ;;
                esac
                """.formatted(state));
        assertThat(systemctl.toFile().setExecutable(true)).isTrue();
        Map<String, String> found = Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));

        for (String hook : List.of("demote", "promote", "promote", "health", "demote", "demote", "health")) {
            assertThat(hook(example, hook, found).code()).as(hook).isZero();
            if (!hook.equals("health")) {
                assertThat(Files.readString(state).strip()).isEqualTo(hook.equals("promote") ? "active" : "inactive");
            }
        }
        assertThat(folder.resolve("unit.killed")).doesNotExist();

        hook(example, "promote", found);
        Files.createFile(folder.resolve("unit.stubborn"));
        Shell.Said after = Shell.run(
                folder, found, List.of(example.resolve("after-the-agent").toString()));
        assertThat(after.code()).as(after.text()).isZero();
        assertThat(Files.readString(state).strip()).isEqualTo("inactive");
        assertThat(folder.resolve("unit.killed")).exists();

        Files.writeString(state, "failed");
        assertThat(hook(example, "health", found).code()).isNotZero();
    }

    @Test
    void aLowerTokenPointsNginxNowhereAndWritesNothing() throws IOException {
        Files.createDirectory(folder.resolve("bin"));
        Path nginx = Files.writeString(folder.resolve("bin/nginx"), "#!/bin/sh\n");
        assertThat(nginx.toFile().setExecutable(true)).isTrue();
        Map<String, String> found =
                Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"), "NGINX_DIR", folder.toString());
        Path point = Shell.ROOT.resolve("examples/nginx/point");
        Path primary = folder.resolve("primary.conf");
        assertThat(Shell.run(folder, found, List.of(point + "", "18", "10.0.0.2:80"))
                        .code())
                .isZero();
        Shell.Said older = Shell.run(folder, found, List.of(point + "", "17", "10.0.0.1:80"));
        assertThat(older.code()).isEqualTo(3);
        assertThat(older.text()).isEqualTo("token 17 is refused: 18 points nginx elsewhere\n");
        assertThat(Shell.run(folder, found, List.of(point + "", "17", "10.0.0.1:80", "away"))
                        .code())
                .isZero();
        assertThat(primary).hasContent("proxy_pass http://10.0.0.2:80;");
        assertThat(Shell.run(folder, found, List.of(point + "", "18", "10.0.0.2:80", "away"))
                        .code())
                .isZero();
        assertThat(primary).hasContent("return 503;");

        Path shared = folder.resolve("shared");
        Path write = Shell.ROOT.resolve("examples/virtual-ip/guarded-write");
        assertThat(Shell.run(folder, Map.of(), List.of(write + "", shared + "", "18", "newer"))
                        .code())
                .isZero();
        assertThat(Shell.run(folder, Map.of(), List.of(write + "", shared + "", "17", "older"))
                        .code())
                .isEqualTo(3);
        assertThat(shared).hasContent("newer");
    }

    private Shell.Said hook(Path example, String hook, Map<String, String> environment) {
        return Shell.run(
                folder, environment, List.of(example.resolve("hooks/" + hook).toString()));
    }

    private Path copy(String example) throws IOException {
        Path to = folder.resolve(example);
        Shell.Said said = Shell.run(
                folder, Map.of(), List.of("cp", "-r", Shell.ROOT.resolve("examples/" + example) + "", to + ""));
        assertThat(said.code()).as(said.text()).isZero();
        return to;
    }

    private static List<Path> scripts() throws IOException {
        List<Path> scripts = new ArrayList<>(List.of(Shell.ROOT.resolve("scripts/testnet.sh")));
        try (Stream<Path> files = Files.walk(Shell.ROOT.resolve("examples"))) {
            files.filter(Files::isRegularFile)
                    .filter(ScriptsTest::isScript)
                    .sorted()
                    .forEach(scripts::add);
        }
        return scripts;
    }

    private static boolean isScript(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1).startsWith("#!/bin/sh\n");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<Path> units() throws IOException {
        try (Stream<Path> files = Files.list(Shell.ROOT.resolve("examples/systemd"))) {
            return files.filter(file -> file.toString().endsWith(".service"))
                    .sorted()
                    .toList();
        }
    }
}
