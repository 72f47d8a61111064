package io.fairlead.house;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The build that the launcher begins with, in a tree where nothing was ever built: the modules without their sources, since
 * what can be missing there is what one module wants of another.
 */
class FirstBuildTest {

    /** What the launcher gives to Maven after the file to read. */
    private static final Pattern ARGUMENTS = Pattern.compile("-f \"\\$root/pom\\.xml\" (-pl cli [^;]*package);");

    @Test
    void theLaunchersBuildFindsAllThatOneModuleWantsOfAnother(@TempDir Path tree) throws Exception {
        Matcher arguments = ARGUMENTS.matcher(Files.readString(Repository.ROOT.resolve("scripts/build.sh")));
        assertThat(arguments.find()).as("the launcher's call of Maven").isTrue();
        copyModules(tree);
        List<String> command = new ArrayList<>(List.of(maven(), "-o", "-B", "-q", "-Dstyle.color=never"));
        command.addAll(List.of(arguments.group(1).split(" ")));
        File output = tree.resolve("output").toFile();
        Process build = new ProcessBuilder(command)
                .directory(tree.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
        try {
            assertThat(build.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            build.destroy();
        }
        assertThat(build.exitValue()).as(Files.readString(output.toPath())).isZero();
    }

    private static String maven() {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator)) {
            Path found = Path.of(folder, "mvn");
            if (Files.isExecutable(found)) {
                return found.toString();
            }
        }
        String why = "SKIPPED: there is no mvn on the path";
        System.err.println(why);
        assumeTrue(false, why);
        return "";
    }

    private static void copyModules(Path tree) throws IOException {
        List<Path> poms;
        try (Stream<Path> all = Files.walk(Repository.ROOT, 3)) {
            poms = all.filter(path -> path.endsWith("pom.xml")).toList();
        }
        for (Path pom : poms) {
            Path copy = tree.resolve(Repository.ROOT.relativize(pom).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(pom, copy);
        }
    }
}
