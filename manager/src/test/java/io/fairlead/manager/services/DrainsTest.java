package io.fairlead.manager.services;

import static io.fairlead.manager.services.Bench.now;
import static io.fairlead.manager.services.Bench.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.manager.journal.DrainFile;
import io.fairlead.placement.Candidate;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.PlacementQuestion;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Room;
import io.fairlead.placement.ServiceView;
import io.fairlead.store.Drain;
import io.fairlead.store.InMemoryDrainStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Instances that are to be empty by a certain time: field case D23, with a manager and what it answers. */
final class DrainsTest {

    private static final Duration TEN = Duration.ofMinutes(10);
    private static final InstanceId I1 = new InstanceId("i1");
    private static final InstanceId I2 = new InstanceId("i2");

    private final Bench bench = Bench.settled();

    @TempDir
    Path folder;

    private DrainReply drain(InstanceId instance, Duration within, Drain.Then then) {
        return now(bench.services.drain(Bench.BATTLE, new DrainWish(instance, within, then, false)));
    }

    private static DrainShown shown(DrainReply reply) {
        assertThat(reply).isInstanceOf(DrainReply.Ordered.class);
        return ((DrainReply.Ordered) reply).drain();
    }

    private DrainShown shown() {
        DrainShown shown = bench.shown().drained().get(I1);
        if (shown == null) {
            throw new AssertionError("i1 is not ordered to drain");
        }
        return shown;
    }

    private SortedSet<String> placedOn(int times) {
        SortedSet<String> instances = new TreeSet<>();
        for (int i = 0; i < times; i++) {
            instances.add(Bench.home(bench.placed(null)));
        }
        return instances;
    }

    private String home(String room) {
        return Bench.home(bench.placed(room));
    }

    private long epoch(String room) {
        return Bench.claim(bench.placed(room)).epoch();
    }

    private Bench restarted() throws IOException {
        Stores stores = Stores.inMemory(DrainFile.open(folder));
        return new Bench(new Services.Setup(stores, Limits.standard()), PlacementSettings.standard());
    }

    /** Its report is from before the room, whose players are on their way. */
    @Test
    void anInstanceThatWasGivenARoomJustNowIsNotDrainedBeforeItsReportCanShowTheRoom() {
        both(0);
        while (!home("r").equals("i1")) {
            now(bench.services.release(new Room(Bench.BATTLE, new RoomId("r")), OptionalLong.empty()));
        }
        assertThat(shown(drain(I1, TEN, Drain.Then.REPORT)).state()).isEqualTo(DrainShown.State.DRAINING);
        assertThat(shown().state()).isEqualTo(DrainShown.State.DRAINING);
        bench.pass(3);
        both(1);
        assertThat(shown().state()).isEqualTo(DrainShown.State.DRAINING);
        bench.pass(3);
        both(0);
        assertThat(shown().state()).isEqualTo(DrainShown.State.DRAINED);
    }

    private void both(long rooms) {
        bench.report(says("i1", 20, 10).rooms(rooms));
        bench.report(says("i2", 20, 10));
    }

    private void run(int seconds, long rooms) {
        for (int second = 0; second < seconds; second += 3) {
            both(rooms);
            bench.pass(3);
        }
        both(rooms);
    }

    @Test
    void aDrainingInstanceGetsNothingNewAndShowsWhatIsLeftAndForHowLong() {
        both(3);
        DrainShown ordered = shown(drain(I1, TEN, Drain.Then.REPORT));
        assertThat(ordered.state()).isEqualTo(DrainShown.State.DRAINING);
        assertThat(ordered.roomsLeft()).hasValue(3);
        assertThat(placedOn(30)).containsExactly("i2");
        assertThat(bench.taken(says("i1", 20, 10).rooms(3)).state()).isEqualTo(InstanceState.DRAINING);
        run(60, 1);
        assertThat(shown().roomsLeft()).hasValue(1);
        assertThat(shown().drain().age()).isEqualTo(Duration.ofMinutes(1));
        assertThat(shown().drain().left()).isEqualTo(Duration.ofMinutes(9));
        run(540, 1);
        assertThat(shown().state()).isEqualTo(DrainShown.State.OVERDUE);
        assertThat(placedOn(30)).containsExactly("i2");
    }

    @Test
    void theSameOrderOnceMoreKeepsItsDeadline() {
        both(1);
        drain(I1, TEN, Drain.Then.REPORT);
        run(120, 1);
        assertThat(shown(drain(I1, TEN, Drain.Then.REPORT)).drain().left()).isEqualTo(Duration.ofMinutes(8));
    }

    @Test
    void anOrderThatIsTakenBackLetsItGetRoomsAgain() {
        both(1);
        drain(I1, TEN, Drain.Then.REPORT);
        run(120, 1);
        assertThat(now(bench.services.endDrain(Bench.BATTLE, I1))).isEqualTo(new DrainReply.Cancelled(I1));
        assertThat(placedOn(50)).contains("i1");
        assertThat(bench.taken(says("i1", 20, 10)).state()).isEqualTo(InstanceState.UP);
        assertThat(bench.shown().drainsEnded()).extracting(DrainEnd::how).containsExactly(DrainEnd.How.CANCELLED);
        assertThat(now(bench.services.endDrain(Bench.BATTLE, I1))).isEqualTo(new DrainReply.Cancelled(I1));
        assertThat(bench.shown().drainsEnded()).hasSize(1);
    }

    @Test
    void anEmptyInstanceIsDrainedAtOnce() {
        both(0);
        assertThat(shown(drain(I1, TEN, Drain.Then.REPORT)).state()).isEqualTo(DrainShown.State.DRAINED);
        assertThat(placedOn(30)).containsExactly("i2");
    }

    @Test
    void anInstanceThatDiesLeavesOrIsStartedAgainEndsItsDrain() {
        both(1);
        drain(I1, TEN, Drain.Then.REPORT);
        bench.report(says("i1", 20, 10).run("b2"));
        assertThat(bench.shown().drained()).isEmpty();
        drain(I1, TEN, Drain.Then.REPORT);
        now(bench.services.leave(Bench.BATTLE, I1, null));
        bench.report(says("i1", 20, 10).run("c3"));
        drain(I1, TEN, Drain.Then.REPORT);
        for (int second = 0; second < 150; second += 3) {
            bench.report(says("i2", 20, 10));
            bench.pass(3);
        }
        assertThat(bench.shown().drainsEnded())
                .extracting(DrainEnd::how)
                .containsExactly(DrainEnd.How.RESTARTED, DrainEnd.How.LEFT, DrainEnd.How.LOST);
    }

    @Test
    void anObserverThatCannotSeeEndsNoOrderForAProcessThatItHasNotMet() {
        InMemoryDrainStore orders = new InMemoryDrainStore();
        Drains drains = new Drains(bench.timeline, new ServiceClock(bench.timeline), orders);
        now(orders.order(Bench.BATTLE, Bench.owner("i1", "b2"), Drain.Wish.usual(), Instant.EPOCH));
        Report before = says("i1", 20, 10).report(1);
        ServiceView view = new ServiceView(
                Bench.BATTLE, List.of(new Candidate(before.instance(), before.load(), Duration.ZERO)), true);
        List<Drain> remembered = now(drains.remembered(Bench.BATTLE));
        assertThat(drains.standing(view.outdated(), remembered)).isEmpty();
        assertThat(now(orders.drains(Bench.BATTLE, Instant.EPOCH))).hasSize(1);
        assertThat(drains.standing(view, remembered)).isEmpty();
        assertThat(drains.ended(Bench.BATTLE)).extracting(DrainEnd::how).containsExactly(DrainEnd.How.RESTARTED);
    }

    @Test
    void theLastInstanceThatTakesRoomsIsDrainedByForceOnly() {
        both(1);
        assertThat(shown(drain(I2, TEN, Drain.Then.REPORT)).state()).isEqualTo(DrainShown.State.DRAINED);
        assertThat(drain(I1, TEN, Drain.Then.REPORT)).isEqualTo(new DrainReply.LastUsable(I1));
        assertThat(placedOn(10)).containsExactly("i1");
        assertThat(bench.drain("i1")).isInstanceOf(DrainReply.Ordered.class);
        assertThat(drain(new InstanceId("i9"), TEN, Drain.Then.REPORT))
                .isEqualTo(new DrainReply.Unknown(new InstanceId("i9")));
    }

    @Test
    void aSilentInstanceIsNotCountedAsOneThatWouldTakeRooms() {
        bench.report("i2", 20, 10);
        bench.pass(10);
        bench.report("i1", 20, 10);
        assertThat(drain(I1, TEN, Drain.Then.REPORT)).isEqualTo(new DrainReply.LastUsable(I1));
    }

    @Test
    void whoIsSilentForLessThanTheSampleTtlOfItsServiceStillCountsAsOneThatTakesRooms() {
        Bench patient =
                new Bench(Limits.standard(), PlacementSettings.standard().withSampleTtl(Duration.ofSeconds(20)));
        patient.pass(60);
        patient.report("i2", 20, 10);
        patient.pass(10);
        patient.report("i1", 20, 10);
        DrainWish wish = DrainWish.of(I1);
        assertThat(now(patient.services.drain(Bench.BATTLE, wish))).isInstanceOf(DrainReply.Ordered.class);
    }

    @Test
    void whomSomebodyCouldNotConnectToIsNotCountedAsOneThatWouldTakeRooms() {
        Bench suspicious = new Bench(Limits.standard(), PlacementSettings.standard());
        suspicious.pass(60);
        suspicious.report("i1", 20, 10);
        suspicious.report("i2", 20, 10);
        suspicious.place(null, Bench.owner("i2", "a1"));
        DrainWish wish = DrainWish.of(I1);
        assertThat(now(suspicious.services.drain(Bench.BATTLE, wish))).isEqualTo(new DrainReply.LastUsable(I1));
    }

    @Test
    void roomsStayUntilTheDeadlineAndMoveAfterItOnlyWhereThatWasOrdered() {
        bench.report(says("i1", 20, 10).rooms(1));
        bench.placed("r1");
        both(1);
        drain(I1, Duration.ofMinutes(1), Drain.Then.REPORT);
        run(60, 1);
        assertThat(home("r1")).isEqualTo("i1");
        drain(I1, Duration.ofMinutes(1), Drain.Then.MOVE);
        run(57, 1);
        assertThat(home("r1")).isEqualTo("i1");
        run(3, 1);
        assertThat(home("r1")).isEqualTo("i2");
        long epoch = epoch("r1");
        assertThat(home("r1")).isEqualTo("i2");
        assertThat(epoch("r1")).isEqualTo(epoch);
    }

    @Test
    void whatAnInstanceSaysOfItselfIsNotTakenBackByEndingAnOrder() {
        bench.report(says("i1", 20, 10).state(InstanceState.MAINTENANCE));
        bench.drain("i1");
        assertThat(bench.shown().offers().get(0).candidate().report().state()).isEqualTo(InstanceState.MAINTENANCE);
        now(bench.services.endDrain(Bench.BATTLE, I1));
        assertThat(bench.shown().offers().get(0).failed()).isEqualTo(PlacementQuestion.IN_SERVICE);
    }

    @Test
    void anOrderAndItsDeadlineOutliveARestartOfTheManager() throws Exception {
        Bench before = restarted();
        before.report(says("i1", 20, 10).rooms(1));
        before.drain("i1");
        before.pass(4);

        Bench after = restarted();
        for (int second = 0; second < 200; second += 4) {
            after.pass(4);
            after.report(says("i1", 20, 10).rooms(1));
        }
        assertThat(after.shown().drained().get(I1))
                .isNotNull()
                .satisfies(shown -> assertThat(shown.drain().left()).isEqualTo(Duration.ofSeconds(400)));
        now(after.services.endDrain(Bench.BATTLE, I1));
        assertThat(DrainFile.open(folder)
                        .drains(Bench.BATTLE, Instant.EPOCH)
                        .toCompletableFuture()
                        .join())
                .isEmpty();
    }

    @Test
    void whatIsNotSaidOfAnOrderThatStandsStaysAsItWas() {
        both(0);
        drain(I1, Duration.ofSeconds(3), Drain.Then.MOVE);
        bench.pass(2);
        DrainShown looked = shown(now(bench.services.drain(Bench.BATTLE, DrainWish.of(I1))));
        assertThat(looked.drain().wish()).isEqualTo(new Drain.Wish(Duration.ofSeconds(3), Drain.Then.MOVE));
        assertThat(looked.drain().age()).isEqualTo(Duration.ofSeconds(2));
        DrainShown longer =
                shown(now(bench.services.drain(Bench.BATTLE, new DrainWish(I1, Duration.ofSeconds(9), null, false))));
        assertThat(longer.drain().wish()).isEqualTo(new Drain.Wish(Duration.ofSeconds(9), Drain.Then.MOVE));
        assertThat(longer.drain().age()).isZero();
    }
}
