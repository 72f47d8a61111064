package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.NodeId;
import io.fairlead.manager.loop.Act;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.Fact;
import io.fairlead.manager.loop.GroupMemory;
import io.fairlead.manager.loop.OperatorAct;
import io.fairlead.manager.loop.StandingOrders;
import io.fairlead.primary.Observe;
import io.fairlead.primary.Pause;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What outlives a manager's process, whenever it ends. */
final class JournalTest {

    @TempDir
    Path folder;

    private Plant plant(String name, int size, long seed) throws Exception {
        return new Plant(folder.resolve(name), size, seed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 4, 5})
    void aManagerThatIsKilledAgainAndAgainDecidesBitForBitAsOneThatIsNot(long seed) throws Exception {
        Random kills = new Random(seed);
        Plant calm = plant("calm", 5, seed);
        Plant killed = plant("killed", 5, seed);
        for (int round = 0; round < 900; round++) {
            calm.round();
            killed.round();
            if (kills.nextInt(40) == 0) {
                killed.killAndRestart();
            }
        }
        assertThat(calm.decisions).hasSize(900);
        assertThat(calm.decisions.stream().filter(DecisionRecord::isChange).count())
                .as("changes of primary, without which this shows nothing")
                .isGreaterThanOrEqualTo(3);
        for (int round = 0; round < 900; round++) {
            DecisionRecord expected = calm.decisions.get(round);
            DecisionRecord found = killed.decisions.get(round);
            assertThat(found.equals(expected))
                    .as(
                            "round %s: %s %s, expected %s %s",
                            round, found.words(), found.held(), expected.words(), expected.held())
                    .isTrue();
        }
        assertThat(killed.memory().state()).isEqualTo(calm.memory().state());
        calm.kill();
        killed.kill();
    }

    @Test
    void aJournalThatIsCutOffAtAnyByteGoesOnFromItsLastWholeRecord() throws Exception {
        Plant plant = plant("whole", 3, 7);
        for (int round = 0; round < 200; round++) {
            plant.round();
        }
        plant.kill();
        Path file = newest(plant.folder);
        byte[] whole = Files.readAllBytes(file);
        List<Integer> ends = ends(whole);
        List<Fact> facts = facts(plant.folder, plant.clock);
        int first = ends.get(ends.size() - 4);
        for (int cut = first; cut < whole.length; cut++) {
            Path copy = Files.createDirectories(folder.resolve("cut-" + cut));
            copyAll(plant.folder, copy);
            Files.write(copy.resolve(file.getFileName()), Arrays.copyOf(whole, cut));
            int at = cut;
            long lost = ends.stream().filter(end -> end > at).count();
            assertThat(facts(copy, plant.clock)).isEqualTo(facts.subList(0, facts.size() - (int) lost));
            // What was cut off is gone for good: the next start finds nothing wrong.
            assertThat(facts(copy, plant.clock)).hasSize(facts.size() - (int) lost);
        }
    }

    @Test
    void damageThatNoCrashLeavesIsRefusedWithTheFileAndTheByte() throws Exception {
        Plant plant = plant("damaged", 3, 7);
        for (int round = 0; round < 50; round++) {
            plant.round();
        }
        plant.kill();
        Path file = newest(plant.folder);
        byte[] bytes = Files.readAllBytes(file);
        int middle = ends(bytes).get(20);
        bytes[middle + 30] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> Journal.open(plant.folder, plant.clock))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is damaged at byte " + middle + " of " + bytes.length
                        + ": put it back from a copy, or move the whole folder away to begin anew");
    }

    @Test
    void aMissingFileIsRefusedByName() throws Exception {
        Plant plant = plant("missing", 3, 7);
        for (int i = 0; i < 3; i++) {
            plant.round();
            plant.killAndRestart();
        }
        plant.kill();
        DataFolder data = DataFolder.open(plant.folder);
        SortedMap<Long, Path> journals = data.journals();
        // Without a snapshot everything from the first file on is needed.
        for (Path snapshot : data.snapshots().values()) {
            Files.delete(snapshot);
        }
        data.close();
        Path second = data.journal(2);
        Files.delete(second);
        assertThatThrownBy(() -> Journal.open(plant.folder, plant.clock))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(second + " is missing, but " + journals.get(3L) + " is there");
    }

    @Test
    void aFolderIsForOneManagerAtATime() throws Exception {
        Plant plant = plant("busy", 2, 1);
        assertThatThrownBy(() -> Journal.open(plant.folder, plant.clock))
                .isInstanceOf(IOException.class)
                .hasMessage("data-dir " + plant.folder + " is in use by another manager, process "
                        + ProcessHandle.current().pid()
                        + ": stop it, or name another folder with --data-dir");
        plant.kill();
    }

    @Test
    void aFolderThatCannotBeMadeIsRefusedByName() throws Exception {
        Path file = Files.writeString(folder.resolve("file"), "x");
        assertThatThrownBy(() -> Journal.open(file, new HandClock()))
                .isInstanceOf(IOException.class)
                .hasMessage("data-dir " + file + " is a file: name a folder");
        assertThatThrownBy(() -> Journal.open(file.resolve("data"), new HandClock()))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("data-dir " + file.resolve("data") + " cannot be made: ");
    }

    @Test
    void theTimeWithoutAManagerCountsForTheCooldownWhateverTheWallClockDoes() throws Exception {
        Plant plant = plant("down", 3, 3);
        do {
            plant.round();
        } while (plant.memory().state().lastSwitch() == null);
        Duration sinceSwitch = sinceSwitch(plant.memory());
        plant.clock.advance(Duration.ofSeconds(95));
        plant.clock.wallMillis += Duration.ofMinutes(30).toMillis();
        plant.killAndRestart();
        assertThat(sinceSwitch(plant.memory())).isEqualTo(sinceSwitch.plusSeconds(95));
        plant.clock.advance(Duration.ofSeconds(5));
        plant.clock.wallMillis -= Duration.ofMinutes(90).toMillis();
        plant.killAndRestart();
        assertThat(sinceSwitch(plant.memory())).isEqualTo(sinceSwitch.plusSeconds(100));
        plant.kill();
    }

    @Test
    void afterARestartOfTheMachineTheWallClockTellsTheTimeButNeverLessThanTheMachineHasRun() throws Exception {
        Plant plant = plant("reboot", 3, 3);
        do {
            plant.round();
        } while (plant.memory().state().lastSwitch() == null);
        Duration sinceSwitch = sinceSwitch(plant.memory());
        plant.clock.boot = "run-2";
        plant.clock.uptime = Duration.ofSeconds(40);
        plant.clock.wallMillis += Duration.ofSeconds(70).toMillis();
        plant.killAndRestart();
        assertThat(sinceSwitch(plant.memory())).isEqualTo(sinceSwitch.plusSeconds(70));
        plant.round();
        plant.awaitSnapshot();
        // A machine without a battery for its clock wakes in the past.
        plant.clock.boot = "run-3";
        plant.clock.uptime = Duration.ofSeconds(20);
        plant.clock.wallMillis -= Duration.ofDays(300).toMillis();
        plant.killAndRestart();
        assertThat(sinceSwitch(plant.memory())).isEqualTo(sinceSwitch.plusSeconds(70 + 5 + 20));
        plant.kill();
    }

    @Test
    void loadsOfAWholeWindowAgoAreForgottenAndTheRoleIsNot() throws Exception {
        Plant plant = plant("long", 3, 3);
        for (int round = 0; round < 100; round++) {
            plant.round();
        }
        GroupMemory before = plant.memory();
        plant.clock.advance(Duration.ofMinutes(10));
        plant.killAndRestart();
        GroupMemory after = plant.memory();
        assertThat(after.state().primary()).isEqualTo(before.state().primary()).isNotNull();
        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.state().nodes().values())
                .allMatch(node -> node.average().isEmpty());
        // And a further restart comes to the same.
        plant.killAndRestart();
        assertThat(plant.memory().state()).isEqualTo(after.state());
        plant.kill();
    }

    @Test
    void snapshotsKeepTheFolderSmallAndLoseNothing() throws Exception {
        Plant plant = plant("small", 3, 5);
        for (int start = 0; start < 6; start++) {
            for (int round = 0; round < 30; round++) {
                plant.round();
            }
            GroupMemory before = plant.memory();
            plant.killAndRestart();
            assertThat(plant.memory().state()).isEqualTo(before.state());
            plant.round();
            plant.awaitSnapshot();
        }
        plant.kill();
        DataFolder data = DataFolder.open(plant.folder);
        assertThat(data.snapshots()).hasSizeLessThanOrEqualTo(2).isNotEmpty();
        data.close();
    }

    @Test
    void aDamagedSnapshotIsReplacedByTheOneBefore() throws Exception {
        Plant plant = plant("older", 3, 5);
        for (int start = 0; start < 3; start++) {
            for (int round = 0; round < 30; round++) {
                plant.round();
            }
            plant.killAndRestart();
            plant.round();
            plant.awaitSnapshot();
        }
        GroupMemory before = plant.memory();
        plant.kill();
        DataFolder data = DataFolder.open(plant.folder);
        Path newest = data.snapshot(data.snapshots().lastKey());
        data.close();
        byte[] bytes = Files.readAllBytes(newest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(newest, bytes);
        plant.killAndRestart();
        assertThat(plant.memory().state()).isEqualTo(before.state());
        plant.kill();
    }

    @Test
    void ordersAndTheAuditOutliveEveryRestart() throws Exception {
        Plant plant = plant("orders", 3, 5);
        for (int round = 0; round < 20; round++) {
            plant.round();
        }
        act(plant, new OperatorAct.Observing(Observe.ALL));
        act(plant, new OperatorAct.Pausing(Pause.PREFERENCE));
        act(plant, new OperatorAct.Maintaining(new NodeId("gw-3"), true));
        act(plant, new OperatorAct.Removing(new NodeId("gw-1")));
        StandingOrders orders = plant.memory().orders();
        List<Act> acts = acts(plant);
        assertThat(orders.observe()).isEqualTo(Observe.ALL);
        assertThat(orders.pause()).isEqualTo(Pause.PREFERENCE);
        assertThat(orders.maintenance()).containsOnlyKeys(new NodeId("gw-3"));
        assertThat(acts).hasSize(4);
        // What was refused changed nothing and is remembered by the log alone.
        List<Act> done = acts.subList(0, 3);
        for (int start = 0; start < 3; start++) {
            // The first restart reads the facts, the others a snapshot.
            plant.killAndRestart();
            assertThat(plant.memory().orders()).isEqualTo(orders);
            assertThat(acts(plant)).isEqualTo(done);
            plant.round();
            plant.awaitSnapshot();
        }
        act(plant, new OperatorAct.Pausing(Pause.OFF));
        plant.killAndRestart();
        assertThat(acts(plant)).extracting(Act::number).containsExactly(1L, 2L, 3L, 4L);
        plant.kill();
    }

    @Test
    void aRemovedNodeStaysRemovedAfterARestart() throws Exception {
        Plant plant = plant("removed", 3, 5);
        plant.round();
        act(plant, new OperatorAct.Maintaining(new NodeId("gw-2"), true));
        plant.leave(1);
        act(plant, new OperatorAct.Removing(new NodeId("gw-2")));
        assertThat(plant.memory().members()).hasSize(2);
        plant.killAndRestart();
        assertThat(plant.memory().members()).hasSize(2);
        assertThat(plant.memory().orders()).isEqualTo(StandingOrders.none());
        plant.kill();
    }

    private static void act(Plant plant, OperatorAct wanted) {
        plant.groups
                .act(Plant.LINE, wanted, new Act.By("127.0.0.1", "a reason"))
                .toCompletableFuture()
                .join();
    }

    private static List<Act> acts(Plant plant) {
        return plant.groups.acts(OptionalLong.of(0), 100).toCompletableFuture().join();
    }

    private static Duration sinceSwitch(GroupMemory memory) {
        Duration lastSwitch = memory.state().lastSwitch();
        if (lastSwitch == null) {
            throw new AssertionError("the role never moved");
        }
        return memory.at().minus(lastSwitch);
    }

    private static Path newest(Path folder) throws IOException {
        DataFolder data = DataFolder.open(folder);
        try {
            return data.journal(data.journals().lastKey());
        } finally {
            data.close();
        }
    }

    private static List<Integer> ends(byte[] bytes) {
        Frames frames = new Frames(ByteBuffer.wrap(bytes));
        List<Integer> ends = new ArrayList<>();
        while (frames.hasNext()) {
            frames.next();
            ends.add(frames.end());
        }
        return ends;
    }

    private static List<Fact> facts(Path folder, BootClock clock) throws IOException {
        DataFolder data = DataFolder.open(folder);
        try {
            return new Recovery(data, clock)
                    .read().earlier().facts().stream().map(Fact.Past::fact).toList();
        } finally {
            data.close();
        }
    }

    private static void copyAll(Path from, Path to) throws IOException {
        try (var files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
