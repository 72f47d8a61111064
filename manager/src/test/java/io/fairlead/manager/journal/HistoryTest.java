package io.fairlead.manager.journal;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.GroupId;
import io.fairlead.handover.Timing;
import io.fairlead.manager.loop.DecisionRecord;
import io.fairlead.manager.loop.Fact;
import io.fairlead.primary.Decision;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the journal's files tell of past rounds. */
final class HistoryTest {

    private static final int ROUNDS = 450;

    @TempDir
    Path folder;

    /** A group that was recorded through several restarts and snapshots, so that its rounds lie in many files. */
    private Plant recorded() throws Exception {
        Plant plant = new Plant(folder.resolve("data"), 3, Timing.of(Duration.ofSeconds(18)));
        for (int round = 0; round < ROUNDS; round++) {
            plant.round();
            if (round % 60 == 0) {
                plant.killAndRestart();
            } else if (round % 60 == 1) {
                plant.awaitSnapshot();
            }
        }
        return plant;
    }

    private static List<Fact.Decided> all(History history, int limit, boolean changesOnly) throws Exception {
        List<Fact.Decided> all = new ArrayList<>();
        long after = -1;
        boolean more = true;
        while (more) {
            History.Page page = history.page(Site.LINE, new History.Wish(after, limit, changesOnly, false));
            assertThat(page.rounds().size()).isBetween(1, limit + 2);
            all.addAll(page.rounds());
            after = page.rounds().get(page.rounds().size() - 1).outcome().round();
            more = page.more();
        }
        return all;
    }

    private static boolean isDone(Fact.Decided fact) {
        return DecisionRecord.isChange(fact.outcome().decision());
    }

    private static boolean isShown(Fact.Decided fact) {
        return fact.outcome().decision().kind() == Decision.Kind.WOULD_SWITCH;
    }

    private static List<Long> rounds(List<Fact.Decided> facts) {
        return facts.stream().map(fact -> fact.outcome().round()).distinct().toList();
    }

    @Test
    void everyRoundOfEveryFileComesInPagesTheOneBeingWrittenIncluded() throws Exception {
        Plant plant = recorded();
        History history = plant.history();
        List<Fact.Decided> all = all(history, 37, false);
        assertThat(rounds(all)).hasSize(ROUNDS).isSorted().startsWith(1L).endsWith((long) ROUNDS);
        plant.round();
        assertThat(rounds(all(history, 500, false))).as("what was added since").hasSize(ROUNDS + 1);
        // What is told is what was decided then, in the same words.
        assertThat(all.stream()
                        .filter(fact -> fact.moment() == DecisionRecord.Moment.ROUND)
                        .map(Fact.Decided::words)
                        .toList())
                .isEqualTo(plant.decisions.subList(0, ROUNDS).stream()
                        .map(DecisionRecord::words)
                        .toList());
        plant.kill();
    }

    @Test
    void changesAloneAndTheNewestOnesAreFoundWithoutThePagesBetween() throws Exception {
        Plant plant = recorded();
        History history = plant.history();
        List<Fact.Decided> all = all(history, 500, false);
        List<Fact.Decided> changes = all(history, 2, true);
        assertThat(changes.stream().filter(HistoryTest::isDone).toList())
                .hasSizeGreaterThanOrEqualTo(3)
                .isEqualTo(all.stream().filter(HistoryTest::isDone).toList());
        // The start of the manager holds the first choice back for some rounds, which is not told in each of them.
        assertThat(changes.get(0).words()).startsWith("gw-1 would become primary");
        assertThat(changes.stream().filter(HistoryTest::isShown).count())
                .isBetween(1L, all.stream().filter(HistoryTest::isShown).count() - 1);
        // A history that has read nothing yet finds the same from the newest file back.
        assertThat(plant.history()
                        .page(Site.LINE, new History.Wish(-1, 2, true, true))
                        .rounds())
                .isEqualTo(changes.subList(changes.size() - 2, changes.size()));
        assertThat(plant.history()
                        .page(Site.LINE, new History.Wish(-1, 70, false, true))
                        .rounds())
                .isEqualTo(all.subList(all.size() - 70, all.size()));
        assertThat(rounds(plant.history()
                        .page(Site.LINE, new History.Wish(100, 20, false, false))
                        .rounds()))
                .hasSize(20)
                .startsWith(101L);
        plant.kill();
    }

    @Test
    void roundsThatAreNotInTheFilesAreAGapOfEachPageThatGoesAcrossThem() throws Exception {
        Plant plant = recorded();
        assertThat(plant.history()
                        .page(Site.LINE, new History.Wish(-1, 500, false, false))
                        .gaps())
                .isEmpty();
        List<Path> files =
                new ArrayList<>(DataFolder.journals(folder.resolve("data")).values());
        List<Long> there = rounds(all(plant.history(), 500, false));
        Files.delete(files.get(files.size() / 2));
        List<Long> left = rounds(all(plant.history(), 500, false));
        List<Long> lost = new ArrayList<>(there);
        lost.removeAll(left);
        assertThat(lost).isNotEmpty().isSorted();
        History.Gap gap = new History.Gap(lost.get(0) - 1, lost.get(lost.size() - 1) + 1);
        assertThat(gap.rounds()).isEqualTo(lost.size());
        for (boolean newest : new boolean[] {true, false}) {
            for (boolean changesOnly : new boolean[] {true, false}) {
                History.Wish wish = new History.Wish(-1, 500, changesOnly, newest);
                assertThat(plant.history().page(Site.LINE, wish).gaps())
                        .as(wish.toString())
                        .containsExactly(gap);
            }
        }
        assertThat(gaps(plant, gap.after() - 3, 3, false)).isEmpty();
        assertThat(gaps(plant, gap.after() - 3, 4, false)).containsExactly(gap);
        assertThat(gaps(plant, gap.after(), 1, false)).containsExactly(gap);
        assertThat(gaps(plant, gap.before(), 1, false)).isEmpty();
        int since = left.size() - left.indexOf(gap.before());
        assertThat(gaps(plant, -1, since, true)).isEmpty();
        assertThat(gaps(plant, -1, since + 1, true)).containsExactly(gap);
        plant.kill();
    }

    private static List<History.Gap> gaps(Plant plant, long after, int limit, boolean newest) throws Exception {
        return plant.history()
                .page(Site.LINE, new History.Wish(after, limit, false, newest))
                .gaps();
    }

    @Test
    void nothingIsKnownOfAGroupThatWasNeverHeardOf() throws Exception {
        Plant plant = new Plant(folder.resolve("data"), 2, Timing.of(Duration.ofSeconds(18)));
        plant.round();
        History.Page page = plant.history().page(new GroupId("other"), new History.Wish(-1, 10, false, false));
        assertThat(page.rounds()).isEmpty();
        assertThat(page.more()).isFalse();
        plant.kill();
    }

    @Test
    void aRoundThatIsJustBeingWrittenIsReadWhenItIsWhole() throws Exception {
        Plant plant = new Plant(folder.resolve("data"), 2, Timing.of(Duration.ofSeconds(18)));
        for (int round = 0; round < 5; round++) {
            plant.round();
        }
        plant.kill();
        Path file = folder.resolve("data").resolve("journal-0000000001.dat");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, java.util.Arrays.copyOf(whole, whole.length - 7));
        History history = plant.history();
        assertThat(rounds(all(history, 100, false))).containsExactly(1L, 2L, 3L, 4L);
        Files.write(file, whole);
        assertThat(rounds(all(history, 100, false))).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void aHistoryBeginsWhereTheRoundsWereLastCountedFromTheBeginning() throws Exception {
        Plant plant = new Plant(folder.resolve("data"), 2, Timing.of(Duration.ofSeconds(18)));
        for (int round = 0; round < 30; round++) {
            plant.round();
        }
        plant.end();
        for (int round = 0; round < 10; round++) {
            plant.round();
        }
        plant.killAndRestart();
        plant.round();
        assertThat(rounds(all(plant.history(), 100, false))).hasSize(11).startsWith(1L);
        assertThat(rounds(plant.history()
                        .page(Site.LINE, new History.Wish(-1, 500, false, true))
                        .rounds()))
                .hasSize(11);
        plant.kill();
    }

    @Test
    void aFileThatTheJournalHasDeletedIsNotMissed() throws Exception {
        Plant plant = recorded();
        History history = plant.history();
        int before = all(history, 500, false).size();
        Files.delete(folder.resolve("data").resolve("journal-0000000001.dat"));
        List<Fact.Decided> rest = all(history, 500, false);
        assertThat(rest).hasSizeLessThan(before).isNotEmpty();
        assertThat(rounds(rest)).isSorted();
        plant.kill();
    }
}
