package io.fairlead.cli.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.cli.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples that can be run on one machine are run as their pages say. They check themselves and end what they start. */
class DemosTest {

    @TempDir
    Path folder;

    @Test
    void theVirtualAddressIsNeverOnTwoMachinesAndAnOldTokenIsRefused() throws IOException {
        Shell.need("ip", "curl", "python3", "flock", "setsid");
        Shell.Said check = Shell.run(folder, Map.of(), List.of(Shell.ROOT.resolve("scripts/testnet.sh") + "", "check"));
        if (check.code() != 0) {
            Shell.skip("several hosts on one machine: " + check.text().strip());
        }
        assertThat(demo("virtual-ip"))
                .contains("gw-1 thaws, and goes on with its write", " is refused: ")
                .endsWith("] done\n");
    }

    @Test
    void aServiceBehindNginxMovesWithoutAFailedRequest() throws IOException {
        Shell.need("nginx", "curl", "python3", "flock", "setsid");
        assertThat(demo("nginx")).contains(" answered, 0 failed").endsWith("] done\n");
    }

    @Test
    void haproxyFollowsWhatTheAgentsSayWithoutAFailedRequest() throws IOException {
        Shell.need("haproxy", "curl", "python3");
        assertThat(demo("haproxy")).contains(" answered, 0 failed").endsWith("] done\n");
    }

    private String demo(String example) throws IOException {
        String words =
                Child.command(List.of()).stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Path program = Files.writeString(folder.resolve("fairlead"), "#!/bin/sh\nexec " + words + " \"$@\"\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Shell.Said said = Shell.run(
                folder,
                Map.of("FAIRLEAD", program.toString()),
                List.of(Shell.ROOT.resolve("examples/" + example + "/demo.sh").toString()));
        assertThat(said.code()).as(said.text()).isZero();
        return said.text();
    }
}
