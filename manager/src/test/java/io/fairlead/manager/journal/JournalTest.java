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
                killed.site.killAndRestart();
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
        assertThat(killed.site.memory().state()).isEqualTo(calm.site.memory().state());
        calm.site.kill();
        killed.site.kill();
    }

    @Test
    void aJournalThatIsCutOffAtAnyByteGoesOnFromItsLastWholeRecord() throws Exception {
        Plant plant = plant("whole", 3, 7);
        plant.rounds(60);
        plant.site.kill();
        Path file = newest(plant.site.folder);
        byte[] whole = Files.readAllBytes(file);
        List<Integer> ends = ends(whole);
        List<Fact> facts = facts(plant.site.folder, plant.site.clock);
        int last = ends.get(ends.size() - 2);
        // Every byte of the last record, and some of all others.
        for (int cut = ends.get(0); cut < whole.length; cut += cut < last ? 211 : 1) {
            Path copy = Files.createDirectories(folder.resolve("cut-" + cut));
            copyAll(plant.site.folder, copy);
            Files.write(copy.resolve(file.getFileName()), Arrays.copyOf(whole, cut));
            int at = cut;
            long lost = ends.stream().filter(end -> end > at).count();
            assertThat(facts(copy, plant.site.clock)).isEqualTo(facts.subList(0, facts.size() - (int) lost));
            // What was cut off is gone for good: the next start finds nothing wrong.
            assertThat(facts(copy, plant.site.clock)).hasSize(facts.size() - (int) lost);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 4, 30})
    void damageThatNoCrashLeavesIsRefusedWithTheFileAndTheByte(int offset) throws Exception {
        Plant plant = plant("damaged", 3, 7);
        plant.rounds(50);
        plant.site.kill();
        Path file = newest(plant.site.folder);
        byte[] bytes = Files.readAllBytes(file);
        // The length, the checksum, or the content of a record before the first primary, which is on the disk for good.
        int place = ends(bytes).get(3);
        bytes[place + offset] ^= 1;
        Files.write(file, bytes);
        assertThatThrownBy(() -> Journal.open(plant.site.folder, plant.site.clock))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " is damaged at byte " + place + " of " + bytes.length
                        + ": put it back from a copy, or move the whole folder away to begin anew");
    }

    @Test
    void whatAMachineThatDiesHadNotBroughtToTheDiskIsDroppedThoughLaterRecordsAreThere() throws Exception {
        Plant plant = plant("power", 3, 7);
        plant.rounds(50);
        plant.site.kill();
        Path file = newest(plant.site.folder);
        byte[] bytes = Files.readAllBytes(file);
        List<Fact> facts = facts(plant.site.folder, plant.site.clock);
        int lost = ends(bytes).size() - 8;
        Arrays.fill(bytes, ends(bytes).get(lost - 1), ends(bytes).get(lost + 1), (byte) 0);
        Files.write(file, bytes);
        // Each record but the last ones stands behind one that is on the disk for good, or is not said to be.
        long onDisk = Segment.Head.read(new Reader(lastRecord(bytes))).onDisk();
        assertThat(onDisk).isLessThanOrEqualTo(ends(bytes).get(lost - 1));
        try (Logged logged = new Logged(Recovery.class)) {
            assertThat(facts(plant.site.folder, plant.site.clock)).isEqualTo(facts.subList(0, lost - 1));
            assertThat(logged.lines()).hasSize(1).first().asString().contains(" were cut off while they were written");
        }
    }

    @Test
    void aMissingFileIsRefusedByName() throws Exception {
        Plant plant = plant("missing", 3, 7);
        for (int i = 0; i < 3; i++) {
            plant.round();
            plant.site.killAndRestart();
        }
        plant.site.kill();
        DataFolder data = DataFolder.open(plant.site.folder);
        SortedMap<Long, Path> journals = data.journals();
        // Without a snapshot everything from the first file on is needed.
        for (Path snapshot : data.snapshots().values()) {
            Files.delete(snapshot);
        }
        data.close();
        Path second = data.journal(2);
        Files.delete(second);
        assertThatThrownBy(() -> Journal.open(plant.site.folder, plant.site.clock))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(second + " is missing, but " + journals.get(3L) + " is there");
    }

    @Test
    void aFolderIsForOneManagerAtATime() throws Exception {
        Plant plant = plant("busy", 2, 1);
        assertThatThrownBy(() -> Journal.open(plant.site.folder, plant.site.clock))
                .isInstanceOf(IOException.class)
                .hasMessage("data-dir " + plant.site.folder + " is in use by another manager, process "
                        + ProcessHandle.current().pid()
                        + ": stop it, or name another folder with --data-dir");
        plant.site.kill();
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
        } while (plant.site.memory().state().lastSwitch() == null);
        Duration sinceSwitch = sinceSwitch(plant.site.memory());
        plant.site.clock.advance(Duration.ofSeconds(95));
        plant.site.clock.wallMillis += Duration.ofMinutes(30).toMillis();
        plant.site.killAndRestart();
        assertThat(sinceSwitch(plant.site.memory())).isEqualTo(sinceSwitch.plusSeconds(95));
        plant.site.clock.advance(Duration.ofSeconds(5));
        plant.site.clock.wallMillis -= Duration.ofMinutes(90).toMillis();
        plant.site.killAndRestart();
        assertThat(sinceSwitch(plant.site.memory())).isEqualTo(sinceSwitch.plusSeconds(100));
        plant.site.kill();
    }

    @Test
    void afterARestartOfTheMachineTheWallClockTellsTheTimeButNeverLessThanTheMachineHasRun() throws Exception {
        Plant plant = plant("reboot", 3, 3);
        do {
            plant.round();
        } while (plant.site.memory().state().lastSwitch() == null);
        Duration sinceSwitch = sinceSwitch(plant.site.memory());
        plant.site.clock.boot = "run-2";
        plant.site.clock.uptime = Duration.ofSeconds(40);
        plant.site.clock.wallMillis += Duration.ofSeconds(70).toMillis();
        plant.site.killAndRestart();
        assertThat(sinceSwitch(plant.site.memory())).isEqualTo(sinceSwitch.plusSeconds(70));
        plant.round();
        plant.site.awaitSnapshot();
        // A machine without a battery for its clock wakes in the past.
        plant.site.clock.boot = "run-3";
        plant.site.clock.uptime = Duration.ofSeconds(20);
        plant.site.clock.wallMillis -= Duration.ofDays(300).toMillis();
        plant.site.killAndRestart();
        assertThat(sinceSwitch(plant.site.memory())).isEqualTo(sinceSwitch.plusSeconds(70 + 5 + 20));
        plant.site.kill();
    }

    @Test
    void loadsOfAWholeWindowAgoAreForgottenAndTheRoleIsNot() throws Exception {
        Plant plant = plant("long", 3, 3);
        plant.rounds(100);
        GroupMemory before = plant.site.memory();
        plant.site.clock.advance(Duration.ofMinutes(10));
        plant.site.killAndRestart();
        GroupMemory after = plant.site.memory();
        assertThat(after.state().primary()).isEqualTo(before.state().primary()).isNotNull();
        assertThat(after.token()).isEqualTo(before.token());
        assertThat(after.state().nodes().values())
                .allMatch(node -> node.average().isEmpty());
        // And a further restart comes to the same.
        plant.site.killAndRestart();
        assertThat(plant.site.memory().state()).isEqualTo(after.state());
        plant.site.kill();
    }

    @Test
    void snapshotsKeepTheFolderSmallAndLoseNothing() throws Exception {
        Plant plant = plant("small", 3, 5);
        for (int start = 0; start < 6; start++) {
            plant.rounds(30);
            GroupMemory before = plant.site.memory();
            plant.site.killAndRestart();
            assertThat(plant.site.memory().state()).isEqualTo(before.state());
            plant.round();
            plant.site.awaitSnapshot();
        }
        plant.site.kill();
        DataFolder data = DataFolder.open(plant.site.folder);
        assertThat(data.snapshots()).hasSizeLessThanOrEqualTo(2).isNotEmpty();
        data.close();
    }

    @Test
    void aDamagedSnapshotIsReplacedByTheOneBefore() throws Exception {
        Plant plant = plant("older", 3, 5);
        for (int start = 0; start < 3; start++) {
            plant.rounds(30);
            plant.site.killAndRestart();
            plant.round();
            plant.site.awaitSnapshot();
        }
        GroupMemory before = plant.site.memory();
        plant.site.kill();
        DataFolder data = DataFolder.open(plant.site.folder);
        Path newest = data.snapshot(data.snapshots().lastKey());
        data.close();
        byte[] bytes = Files.readAllBytes(newest);
        bytes[bytes.length / 2] ^= 1;
        Files.write(newest, bytes);
        plant.site.killAndRestart();
        assertThat(plant.site.memory().state()).isEqualTo(before.state());
        plant.site.kill();
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
        StandingOrders orders = plant.site.memory().orders();
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
            assertThat(plant.site.memory().orders()).isEqualTo(orders);
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
        assertThat(plant.site.memory().members()).hasSize(2);
        plant.killAndRestart();
        assertThat(plant.site.memory().members()).hasSize(2);
        assertThat(plant.site.memory().orders()).isEqualTo(StandingOrders.none());
        plant.kill();
    }

    private static void act(Plant plant, OperatorAct wanted) {
        plant.site
                .groups
                .act(Site.LINE, wanted, new Act.By("127.0.0.1", "alice", "a reason"))
                .toCompletableFuture()
                .join();
    }

    private static List<Act> acts(Plant plant) {
        return plant.site
                .groups
                .acts(OptionalLong.of(0), 100)
                .toCompletableFuture()
                .join();
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

    private static ByteBuffer lastRecord(byte[] bytes) {
        Frames frames = new Frames(ByteBuffer.wrap(bytes));
        ByteBuffer last = frames.next();
        do {
            while (frames.hasNext()) {
                last = frames.next();
            }
        } while (frames.skipToWhole());
        return last;
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
