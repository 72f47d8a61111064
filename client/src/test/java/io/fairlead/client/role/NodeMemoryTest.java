package io.fairlead.client.role;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fairlead.FencingToken;
import io.fairlead.GroupId;
import io.fairlead.NodeId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a node does not forget, on its disk and without one. */
class NodeMemoryTest {
    private static final GroupId GROUP = new GroupId("line-1");
    private static final NodeId NODE = new NodeId("gw-1");
    private static final String STORE = "9f86d081884c7d65";

    @TempDir
    Path folder;

    private StateFolder open() throws IOException {
        return StateFolder.open(folder, GROUP, NODE);
    }

    private String refusal() {
        String message = String.valueOf(assertThatExceptionOfType(IOException.class)
                .isThrownBy(this::open)
                .actual()
                .getMessage());
        assertThat(message).doesNotContain("\n");
        return message;
    }

    private Path written(long token) throws IOException {
        try (StateFolder memory = open()) {
            memory.remember(token);
            memory.belongTo(STORE);
        }
        return folder.resolve("node.token");
    }

    @Test
    void aNewNodeRemembersNothing() throws IOException {
        try (StateFolder memory = StateFolder.open(folder.resolve("a/b"), GROUP, NODE)) {
            assertThat(memory.token()).isZero();
            assertThat(memory.cluster()).isEmpty();
            assertThat(memory.lease()).isZero();
        }
    }

    @Test
    void theNextProcessKnowsTheLeaseThatWasKeptLast() throws IOException {
        try (StateFolder memory = open()) {
            memory.rememberLease(Duration.ofSeconds(20));
        }
        assertThat(Files.readString(folder.resolve("node.lease")))
                .startsWith("fairlead lease, version 1\nnode gw-1 of group line-1\n20000\ncrc32c ");
        try (StateFolder memory = open()) {
            assertThat(memory.lease()).isEqualTo(Duration.ofSeconds(20));
            memory.rememberLease(Duration.ofSeconds(4));
        }
        try (StateFolder memory = open()) {
            assertThat(memory.lease()).isEqualTo(Duration.ofSeconds(4));
        }
    }

    @Test
    void aLeaseOutOfRangeIsRefusedAndForgotten() throws IOException {
        try (StateFolder memory = open();
                NodeMemory other = NodeMemory.untilTheProcessEnds()) {
            for (NodeMemory each : new NodeMemory[] {memory, other}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> each.rememberLease(Duration.ofHours(2)))
                        .withMessage("lease is 7200000ms: use 100ms to 1h");
                assertThat(each.lease()).isZero();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "99", "3600001", "4s", "-4000", "9999999999999999999"})
    void aLeaseThatIsNoneIsDamageAndTheRemedySaysWhatToWaitFor(String text) throws IOException {
        Path file = folder.resolve("node.lease");
        new StateFile(file, "lease", "node gw-1 of group line-1").write(text);
        assertThat(refusal())
                .isEqualTo(
                        file + ": is damaged: delete it and start this node again, once it has been stopped for longer"
                                + " than the longest lease that its group had");
    }

    @Test
    void theNextProcessKnowsTheTokenAndTheStore() throws IOException {
        assertThat(Files.readString(written(FencingToken.MAX)))
                .startsWith("fairlead token, version 1\nnode gw-1 of group line-1\n" + FencingToken.MAX + "\ncrc32c ");
        try (StateFolder memory = open()) {
            assertThat(memory.token()).isEqualTo(FencingToken.MAX);
            assertThat(memory.cluster()).contains(STORE);
        }
    }

    @Test
    void aTokenOnlyGrows() throws IOException {
        written(7);
        try (StateFolder memory = open()) {
            memory.remember(6);
            memory.remember(7);
            assertThat(memory.token()).isEqualTo(7);
            memory.remember(9);
        }
        try (StateFolder memory = open()) {
            assertThat(memory.token()).isEqualTo(9);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 0, FencingToken.MAX + 1})
    void whatIsNoTokenIsRefusedAndForgotten(long token) throws IOException {
        try (StateFolder memory = open();
                NodeMemory other = NodeMemory.untilTheProcessEnds()) {
            for (NodeMemory each : new NodeMemory[] {memory, other}) {
                assertThatIllegalArgumentException()
                        .isThrownBy(() -> each.remember(token))
                        .withMessage("token is " + token + ": use 1 to " + FencingToken.MAX);
                assertThat(each.token()).isZero();
            }
        }
    }

    @Test
    void anotherStoreIsRefusedUntilAnOperatorDeletesTheFile() throws IOException {
        written(7);
        try (StateFolder memory = open()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> memory.belongTo("00000000"))
                    .withMessage("this node belongs to the store " + STORE
                            + " and was told that it belongs to 00000000: if that is meant, delete "
                            + folder.resolve("node.cluster") + " and start this node again");
            assertThat(memory.cluster()).contains(STORE);
        }
        Files.delete(folder.resolve("node.cluster"));
        try (StateFolder memory = open()) {
            memory.belongTo("00000000");
            assertThat(memory.token()).isEqualTo(7);
        }
        try (StateFolder memory = open()) {
            assertThat(memory.cluster()).contains("00000000");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "9f86d08", "9F86D081884C7D65", "store-number-1", "9f86d081\n"})
    void whatIsNoStoresIdIsRefused(String cluster) throws IOException {
        try (StateFolder memory = open()) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> memory.belongTo(cluster))
                    .withMessageContaining("8 to 64");
        }
    }

    /** Every byte counts: a node must not start with another token than it had. */
    @Test
    void aFileWithAnyByteChangedOrMissingIsRefused() throws IOException {
        Path file = written(1_790_000_000_123L);
        byte[] right = Files.readAllBytes(file);
        for (int at = 0; at < right.length; at++) {
            byte[] wrong = right.clone();
            wrong[at] ^= 1;
            Files.write(file, wrong);
            assertThat(refusal()).as("byte %s", at).startsWith(file.toString());
            Files.write(file, Arrays.copyOf(right, at));
            assertThat(refusal()).as("cut to %s bytes", at).startsWith(file.toString());
        }
    }

    @Test
    void aDamagedFileSaysWhatToDo() throws IOException {
        Path file = written(7);
        Files.writeString(file, "7\n");
        assertThat(refusal())
                .isEqualTo(
                        file + ": is damaged: put it back from a copy, or, once this node is known not to be primary,"
                                + " delete it and start this node again");
    }

    @Test
    void theFileOfAnotherNodeIsRefused() throws IOException {
        Path file = written(7);
        new StateFile(file, "token", "node gw-2 of group line-1").write("8");
        assertThat(refusal())
                .startsWith(
                        file + ": found \"fairlead token, version 1, node gw-2 of group line-1\", expected \"fairlead"
                                + " token, version 1, node gw-1 of group line-1\": put it back");
    }

    @Test
    void aFileOfALaterVersionIsRefused() throws IOException {
        Path file = written(7);
        String text = "fairlead token, version 2\nnode gw-1 of group line-1\n7\n";
        CRC32C sum = new CRC32C();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        Files.writeString(file, text + String.format(Locale.ROOT, "crc32c %08x", sum.getValue()) + "\n");
        assertThat(refusal()).startsWith(file + ": found \"fairlead token, version 2, node gw-1 of group line-1\"");
    }

    @Test
    void aWriteThatWasCutOffLeavesTheOldTokenAndDisturbsNobody() throws IOException {
        written(7);
        Files.writeString(folder.resolve("node.token.new"), "fairlead tok");
        try (StateFolder memory = open()) {
            assertThat(memory.token()).isEqualTo(7);
            memory.remember(8);
        }
        try (StateFolder memory = open()) {
            assertThat(memory.token()).isEqualTo(8);
        }
    }

    @Test
    void aTokenThatCannotBeKeptIsNotRemembered() throws IOException {
        try (StateFolder memory = open()) {
            memory.remember(7);
            // A folder in its way, since root may write everywhere.
            Files.createDirectories(folder.resolve("node.token.new/full"));
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(() -> memory.remember(8))
                    .withMessageStartingWith(folder.resolve("node.token") + ": cannot be written: ");
            assertThat(memory.token()).isEqualTo(7);
        }
    }

    @Test
    void oneProcessAtATimeHasTheFolder() throws IOException {
        try (StateFolder memory = open()) {
            assertThat(refusal())
                    .isEqualTo(folder.resolve("node.lock")
                            + ": another process has this folder: give each node a state-dir of its own");
            memory.remember(1);
        }
        try (StateFolder memory = open()) {
            assertThat(memory.token()).isEqualTo(1);
        }
    }

    @Test
    void aFileInThePlaceOfTheFolderIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> StateFolder.open(file, GROUP, NODE))
                .withMessage("state-dir: found " + file + ", which is a file, expected a folder");
    }

    @Test
    void withoutADiskTheRulesAreTheSame() throws IOException {
        try (NodeMemory memory = NodeMemory.untilTheProcessEnds()) {
            memory.remember(7);
            memory.remember(6);
            memory.belongTo(STORE);
            assertThat(memory.token()).isEqualTo(7);
            assertThat(memory.cluster()).contains(STORE);
            assertThatIllegalStateException().isThrownBy(() -> memory.belongTo("00000000"));
        }
    }
}
