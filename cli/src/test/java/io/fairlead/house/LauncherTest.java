package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, in a tree of its own with a JDK and a Maven that only write down what they were asked. */
class LauncherTest {
    /** What the launcher needs of the machine, and nothing that looks like a JDK. */
    private static final List<String> TOOLS = List.of(
            "awk",
            "cat",
            "cp",
            "cut",
            "date",
            "dirname",
            "find",
            "flock",
            "grep",
            "head",
            "id",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "tail",
            "tee",
            "touch",
            "tr",
            "wc");

    private final Path directory;
    private final Path tree;
    private final Path tools;
    private final Path jdk;

    LauncherTest(@TempDir Path directory) {
        this.directory = directory;
        tree = directory.resolve("a tree with blanks");
        tools = directory.resolve("tools");
        jdk = directory.resolve("jdk 17");
    }

    @BeforeEach
    void layTheTree() throws IOException {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "a POSIX shell");
        Files.createDirectories(tree.resolve("scripts"));
        Files.createDirectories(tree.resolve("cli/src/main/java"));
        Files.createDirectories(tree.resolve(".mvn"));
        Files.createDirectories(tools);
        for (String name : List.of(
                "fairlead", "scripts/build.sh", "scripts/test.sh", "scripts/model.sh", "pom.xml", "cli/pom.xml")) {
            Files.copy(Repository.ROOT.resolve(name), tree.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
        }
        Files.writeString(tree.resolve("cli/src/main/java/Some.java"), "class Some {}");
        for (String tool : TOOLS) {
            for (String folder : List.of("/bin", "/usr/bin")) {
                Path real = Path.of(folder, tool);
                if (Files.exists(real)) {
                    script(tools.resolve(tool), "exec " + real + " \"$@\"\n");
                }
            }
        }
        layJdk(jdk, "17.0.1");
        script(tools.resolve("mvn"), """
                echo "mvn $*" >>"$CALLS"
                echo '[ERROR] no such symbol: Some'
                [ -z "$BROKEN" ] || exit 1
                sleep "${SECONDS_TO_BUILD:-0}"
                [ "$1" != --version ] || exit 0
                while [ "$1" != -f ]; do shift; done
                mkdir -p "${2%/*}/cli/target"
                echo jar >"${2%/*}/cli/target/fairlead.jar"
                """);
    }

    @Test
    void theFirstStartBuildsAndTheSecondDoesNot() {
        Run first = launch(Map.of(), "status", "a b");
        assertThat(first.exit).as(first.errors).isZero();
        assertThat(first.output).contains("-jar " + tree + "/target-launch/fairlead.jar status a b");
        assertThat(calls())
                .hasSize(1)
                .first()
                .asString()
                .contains("-pl cli -am")
                .endsWith("package");

        assertThat(launch(Map.of(), "status").errors).isEmpty();
        assertThat(calls()).hasSize(1);
    }

    @Test
    void aChangedAnAddedAndADeletedSourceAreBuiltAgain() throws IOException {
        launch(Map.of());
        Path source = tree.resolve("cli/src/main/java/Some.java");
        Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
        assertThat(launch(Map.of()).errors).contains("sources have changed");
        assertThat(calls()).hasSize(2);

        Files.setLastModifiedTime(source, FileTime.from(Instant.EPOCH));
        Files.setLastModifiedTime(source.getParent(), FileTime.from(Instant.EPOCH));
        launch(Map.of());
        assertThat(calls()).as("nothing is newer").hasSize(2);

        Files.delete(source);
        launch(Map.of());
        assertThat(calls()).as("a deleted source counts").hasSize(3);
    }

    @Test
    void itWorksFromElsewhereThroughASymbolicLink() throws IOException {
        Path link = directory.resolve("link to fairlead");
        Files.createSymbolicLink(link, Path.of("a tree with blanks/fairlead"));
        Run run = run(List.of(link.toString(), "why"), Map.of(), Path.of("/"));
        assertThat(run.exit).as(run.errors).isZero();
        assertThat(run.output).contains(tree + "/target-launch/fairlead.jar why");
    }

    @Test
    void twoFirstStartsAtOnceBuildOnce() throws Exception {
        Map<String, String> slow = Map.of("SECONDS_TO_BUILD", "1");
        Started one = start(List.of(tree.resolve("fairlead").toString()), slow, tree);
        Started other = start(List.of(tree.resolve("fairlead").toString()), slow, tree);
        Run first = one.finish();
        Run second = other.finish();
        assertThat(first.exit).as(first.errors).isZero();
        assertThat(second.exit).as(second.errors).isZero();
        assertThat(calls()).hasSize(1);
    }

    @Test
    void aFailedBuildShowsItsErrorsAndWhereTheRestIs() {
        Run run = launch(Map.of("BROKEN", "yes"));
        assertThat(run.exit).isEqualTo(1);
        assertThat(run.errors).contains("no such symbol: Some").contains(tree + "/target-launch/build.log");
        assertThat(run.output).isEmpty();
    }

    @Test
    void withoutAJdkItSaysWhereItLooked() throws IOException {
        Path jvms = directory.resolve("jvms");
        Path old = jvms.resolve("jdk-11");
        layJdk(old, "11.0.2");
        Run run = launch(Map.of("JAVA_HOME", old.toString(), "FAIRLEAD_JVMS", jvms.toString()));
        assertThat(run.exit).isEqualTo(1);
        assertThat(run.errors)
                .contains("no JDK 17 or later")
                .contains("JAVA_HOME=" + old + ": JDK 11.0.2, too old")
                .contains("PATH: no javac")
                .contains(jvms.toString());
    }

    @Test
    void aTooOldJavaHomeDoesNotHideABetterJdk() throws IOException {
        Path jvms = directory.resolve("jvms");
        layJdk(jvms.resolve("a-jdk-8"), "1.8.0_402");
        layJdk(jvms.resolve("b-jdk-21"), "21");
        Run run = launch(Map.of("JAVA_HOME", jvms.resolve("a-jdk-8").toString(), "FAIRLEAD_JVMS", jvms.toString()));
        assertThat(run.exit).as(run.errors).isZero();
        assertThat(run.output).startsWith("java of b-jdk-21");
    }

    @Test
    void theProgramIsToldWhatTheUserTyped() throws IOException {
        script(jdk.resolve("bin/java"), "echo \"$FAIRLEAD_COMMAND\"\n");
        assertThat(launch(Map.of(), "demo").output).isEqualTo(tree.resolve("fairlead") + "\n");
    }

    @Test
    void onlyShortCommandsGiveUpTheOptimisingCompiler() {
        assertThat(launch(Map.of(), "status").output).contains("TieredStopAtLevel=1");
        assertThat(launch(Map.of(), "replay", "x.csv").output).doesNotContain("TieredStopAtLevel");
        assertThat(launch(Map.of("FAIRLEAD_JAVA_OPTS", "-Xmx64m -ea"), "manager").output)
                .contains("-Xmx64m -ea");
    }

    @Test
    void aWrapperThatCannotDownloadGivesWayToTheMavenOnThePath() throws IOException {
        script(tree.resolve("mvnw"), "echo 'cannot fetch it' >&2; exit 1\n");
        Run run = launch(Map.of("MVNW_REPOURL", "https://repository.invalid"));
        assertThat(run.exit).as(run.errors).isZero();
        assertThat(run.errors).contains("cannot fetch it").contains("trying mvn on the PATH");
        assertThat(calls()).hasSize(1);
    }

    @Test
    void aWrapperThatWorksIsPreferred() throws IOException {
        Files.move(tools.resolve("mvn"), tree.resolve("mvnw"));
        Run run = launch(Map.of("MVNW_REPOURL", "https://repository.invalid"));
        assertThat(run.exit).as(run.errors).isZero();
        assertThat(calls()).first().isEqualTo("mvn --version");
    }

    @Test
    void withoutMavenRootOnDebianGetsItAndOthersAreToldHow() throws IOException {
        Files.move(tools.resolve("mvn"), directory.resolve("mvn"));
        Files.delete(tools.resolve("id"));
        script(tools.resolve("id"), "echo 1000\n");
        Run told = launch(Map.of());
        assertThat(told.exit).isEqualTo(1);
        assertThat(told.errors).contains("apt-get install maven").contains("MVNW_REPOURL");

        script(tools.resolve("id"), "echo 0\n");
        script(tools.resolve("apt-get"), "[ $1 = update ] || mv '" + directory + "/mvn' '" + tools + "/mvn'\n");
        Run installed = launch(Map.of());
        assertThat(installed.exit).as(installed.errors).isZero();
        assertThat(installed.errors).contains("installing Debian's package maven");
    }

    @Test
    void theTestCommandExplainsItselfAndRefusesWhatItDoesNotKnow() {
        assertThat(launch(Map.of(), "test", "--help").output).contains("N passed, N failed, N skipped");
        Run run = launch(Map.of(), "test", "--modules");
        assertThat(run.exit).isEqualTo(2);
        assertThat(run.errors).contains("unknown argument '--modules'");
        assertThat(launch(Map.of(), "test", "--module", "impl").exit).isEqualTo(2);
        assertThat(calls()).isEmpty();
    }

    @Test
    void noTestAtAllIsAFailure() {
        Run run = launch(Map.of(), "test", "--one-jdk");
        assertThat(run.exit).isEqualTo(1);
        assertThat(run.output).containsPattern("\n0 passed, 1 failed, \\d+ skipped\n$");
    }

    @Test
    void withoutSpinTheModelsAreSkippedLoudly() {
        Run run = launch(Map.of(), "test", "--one-jdk");
        assertThat(run.errors).contains("checks of the model are SKIPPED").contains("apt-get install spin gcc");
        assertThat(run.output).containsPattern("== Models \\(Spin\\)\n0 passed, 0 failed, [1-9]\\d+ skipped\n");
        assertThat(launch(Map.of(), "test", "--one-jdk", "--module", "cli").output)
                .contains("== Models: left out, as asked");
    }

    /** A Spin that finds nothing, whatever it is given. */
    @Test
    void aPlantedFaultThatIsNotFoundIsAFailure() throws IOException {
        script(tools.resolve("spin"), "");
        script(tools.resolve("gcc"), """
                echo 'echo "State-vector 8 byte, depth reached 1, errors: 0"' >pan
                /bin/chmod +x pan
                """);
        Run run = launch(Map.of(), "test", "--one-jdk");
        assertThat(run.exit).isEqualTo(1);
        assertThat(run.output)
                .contains("passed: handover overlap (holds")
                .contains("FAILED: fault: no allowance: expected 'leases', found 'holds'")
                .containsPattern("\n[1-9]\\d+ passed, [1-9]\\d+ failed, 0 skipped\n$");
    }

    private Run launch(Map<String, String> environment, String... arguments) {
        List<String> command = new ArrayList<>(List.of(tree.resolve("fairlead").toString()));
        command.addAll(List.of(arguments));
        return run(command, environment, directory);
    }

    private Run run(List<String> command, Map<String, String> environment, Path workingDirectory) {
        try {
            return start(command, environment, workingDirectory).finish();
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private Started start(List<String> command, Map<String, String> environment, Path workingDirectory)
            throws IOException {
        Path output = Files.createTempFile(directory, "output", ".txt");
        Path errors = Files.createTempFile(directory, "errors", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("FAIRLEAD_JVMS", directory.resolve("none").toString());
        builder.environment().put("CALLS", directory.resolve("calls").toString());
        builder.environment().putAll(environment);
        return new Started(builder.start(), output, errors);
    }

    private List<String> calls() {
        Path calls = directory.resolve("calls");
        try {
            return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void layJdk(Path home, String version) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "IMPLEMENTOR=\"x\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), "home=${0%/bin/java}; echo \"java of ${home##*/} $*\"\n");
        script(home.resolve("bin/javac"), "echo javac " + version + "\n");
    }

    private static void script(Path file, String body) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + body);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private record Started(Process process, Path output, Path errors) {
        Run finish() throws IOException, InterruptedException {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("the launcher hangs: " + Files.readString(errors));
            }
            return new Run(process.exitValue(), Files.readString(output), Files.readString(errors));
        }
    }

    private record Run(int exit, String output, String errors) {}
}
