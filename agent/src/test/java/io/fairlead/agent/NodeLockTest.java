package io.fairlead.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.GroupId;
import io.fairlead.NodeId;
import io.fairlead.client.role.Identity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NodeLockTest {
    @TempDir
    Path folder;

    @Test
    void aSecondAgentOfANodeIsRefusedWithGroupNodeFileAndProcess() throws IOException {
        try (NodeLock lock = take("line-1", "gw-1")) {
            Path file = folder.resolve("fairlead-line-1@gw-1.lock");
            assertThat(lock.file()).contains(file);
            assertThatThrownBy(() -> take("line-1", "gw-1"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("another agent of node gw-1 in group line-1 runs on this machine (process "
                            + ProcessHandle.current().pid() + ", it has locked " + file
                            + "): stop it first, or give this one another node id");
            assertThatThrownBy(() -> take("line-1", "gw-1")).isInstanceOf(IOException.class);
        }
    }

    @Test
    void otherNodesAndGroupsHaveLocksOfTheirOwn() throws IOException {
        try (NodeLock first = take("line-1", "gw-1");
                NodeLock second = take("line-1", "gw-2");
                NodeLock third = take("line", "1@gw".replace('@', '-'));
                NodeLock longest = take("g".repeat(128), "n".repeat(127) + "1");
                NodeLock longer = take("g".repeat(128), "n".repeat(127) + "2")) {
            assertThat(List.of(first, second, third, longest, longer))
                    .extracting(NodeLock::file)
                    .doesNotHaveDuplicates()
                    .allMatch(Optional::isPresent);
        }
    }

    @Test
    void aLockThatWasLeftCanBeTakenAgain() throws IOException {
        take("line-1", "gw-1").close();
        try (NodeLock again = take("line-1", "gw-1")) {
            assertThat(again.file()).isPresent();
        }
    }

    @Test
    void withoutHooksThereIsNothingToLock() throws IOException {
        try (NodeLock lock = NodeLock.take(self("line-1", "gw-1"), Optional.empty())) {
            assertThat(lock.file()).isEmpty();
        }
    }

    @Test
    void whereTheFirstFolderCannotBeWrittenTheNextOneIsUsed() throws IOException {
        Path none = folder.resolve("missing").resolve("a.lock");
        Path other = folder.resolve("b.lock");
        try (NodeLock lock = NodeLock.takeFirst(self("line-1", "gw-1"), List.of(none, other))) {
            assertThat(lock.file()).contains(other);
        }
    }

    @Test
    void whereNoFolderCanBeWrittenTheNodeWorksWithoutALock() throws IOException {
        Path none = folder.resolve("missing").resolve("a.lock");
        try (NodeLock lock = NodeLock.takeFirst(self("line-1", "gw-1"), List.of(none))) {
            assertThat(lock.file()).isEmpty();
        }
    }

    /** Whoever may write the folder could let the agent write into a file of its own choice. */
    @Test
    void aLinkIsNotFollowed() throws IOException {
        Path precious = Files.writeString(folder.resolve("precious"), "text");
        Path link = Files.createSymbolicLink(folder.resolve("a.lock"), precious);
        try (NodeLock lock = NodeLock.takeFirst(self("line-1", "gw-1"), List.of(link))) {
            assertThat(lock.file()).isEmpty();
        }
        assertThat(precious).hasContent("text");
    }

    private NodeLock take(String group, String node) throws IOException {
        return NodeLock.take(self(group, node), Optional.of(folder));
    }

    private static Identity self(String group, String node) {
        return new Identity(new GroupId(group), new NodeId(node));
    }
}
