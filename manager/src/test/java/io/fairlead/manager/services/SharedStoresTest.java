package io.fairlead.manager.services;

import static io.fairlead.manager.services.Bench.claim;
import static io.fairlead.manager.services.Bench.home;
import static io.fairlead.manager.services.Bench.now;
import static io.fairlead.manager.services.Bench.owner;
import static io.fairlead.manager.services.Bench.says;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fairlead.RoomId;
import io.fairlead.placement.Basis;
import io.fairlead.placement.Claim;
import io.fairlead.placement.LoadReport;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Room;
import io.fairlead.store.AffinityStore;
import io.fairlead.store.InMemoryAffinityStore;
import io.fairlead.store.InMemoryDrainStore;
import io.fairlead.store.InMemoryReportStore;
import io.fairlead.store.OutcomeUnknownException;
import io.fairlead.store.RoomClaims;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A manager whose services are remembered in stores that others use too, and that can be away. */
class SharedStoresTest {

    private final InMemoryReportStore reports = new InMemoryReportStore();
    private final InMemoryAffinityStore rooms = new InMemoryAffinityStore();
    private final SharedKeeping keeping = new SharedKeeping();
    private boolean away;
    private @Nullable Duration sinceLoss;
    private int reads;
    private final Bench bench = bench();

    private Bench bench() {
        return new Bench(
                new Services.Setup(
                        new Stores(
                                Away.reports(reports, () -> away, () -> reads++),
                                Away.rooms(rooms, () -> away, () -> sinceLoss),
                                new InMemoryDrainStore(),
                                keeping),
                        Limits.standard()),
                PlacementSettings.standard());
    }

    @Test
    void noRoomWaitsAfterTheStartSinceTheStoreKnowsThemAll() {
        bench.report(says("old", 20, 10).upFor(3600).rooms(5));
        assertThat(bench.placed("r1").placement().basis()).isEqualTo(Basis.WEIGHTED);
    }

    /** Its process claims the room after those that have one with a claim have renewed theirs. */
    @Test
    void afterALossRoomsArePlacedWithoutAClaimAndRenewedAtOnceAndClaimedOnlyThen() {
        bench.report(says("old", 20, 10).upFor(3600).rooms(5));
        bench.placed("before");
        sinceLoss = Duration.ofSeconds(1);
        PlacementRecord placed = bench.placed("r1");
        assertThat(placed.claimed()).isNull();
        assertThat(placed.placement().basis()).isEqualTo(Basis.STALE);
        assertThat(bench.placed("before").placement().basis()).isEqualTo(Basis.AFFINITY);
        ReportReply.Taken early = bench.taken(says("old", 20, 10).havingUnclaimed("r1"));
        assertThat(early.renewEvery()).isEqualTo(LoadReport.PERIOD);
        assertThat(early.claimed()).isEmpty();
        assertThat(early.lost()).isEmpty();
        assertThat(early.refused()).isEmpty();
        sinceLoss = RoomClaims.RENEWED_AFTER;
        ReportReply.Taken later = bench.taken(says("old", 20, 10).havingUnclaimed("r1"));
        assertThat(later.renewEvery()).isEqualTo(AffinityStore.RENEW_EVERY);
        assertThat(later.claimed()).containsOnlyKeys(new RoomId("r1"));
        assertThat(claim(bench.placed("r1")).epoch()).isEqualTo(later.claimed().get(new RoomId("r1")));
    }

    @Test
    void ceilingsOfAServiceStandWithEachReportForWhoeverElseReadsTheStore() {
        bench.report(says("i1", 20, 10));
        assertThat(now(reports.view(Bench.BATTLE, Instant.EPOCH))
                        .candidates()
                        .get(0)
                        .report()
                        .ceilings())
                .isEqualTo(PlacementSettings.standard().ceilings());
    }

    @Test
    void manyRequestsShareOneReadOfTheReports() {
        bench.report(says("i1", 20, 10));
        bench.pass(1);
        bench.placed("r0");
        int before = reads;
        for (int i = 1; i < 100; i++) {
            bench.placed("r" + i);
        }
        assertThat(reads).isEqualTo(before);
        bench.pass(0.3);
        bench.placed("later");
        assertThat(reads).isEqualTo(before + 1);
    }

    @Test
    void whileTheStoreIsAwayRoomsHaveAPlaceWithoutAClaimWhichTheirProcessGetsAfterwards() {
        bench.report(says("i1", 20, 10));
        bench.placed("before");
        away = true;
        bench.pass(30);
        PlacementRecord placed = bench.placed("r1");
        assertThat(placed.placement().basis()).isEqualTo(Basis.STALE);
        assertThat(placed.claimed()).isNull();
        assertThatThrownBy(() -> bench.report(says("i1", 20, 10))).hasCauseInstanceOf(OutcomeUnknownException.class);
        away = false;
        ReportReply.Taken taken = bench.taken(says("i1", 20, 10).havingUnclaimed("r1"));
        long epoch = taken.claimed().getOrDefault(new RoomId("r1"), -1L);
        assertThat(taken.lost()).isEmpty();
        assertThat(claim(bench.placed("r1"))).isEqualTo(new Claim(owner("i1", "a1"), epoch));
    }

    @Test
    void aRoomWithoutAClaimThatLivesElsewhereByNowIsLost() {
        bench.report(says("i1", 20, 10));
        Claim claim = claim(bench.placed("r1"));
        ReportReply.Taken first = bench.taken(says("i2", 20, 10).havingUnclaimed("r1"));
        assertThat(first.lost())
                .as("a claim that was carried out late may be moved")
                .isEmpty();
        assertThat(first.claimed()).isEmpty();
        bench.pass(9);
        ReportReply.Taken taken = bench.taken(says("i2", 20, 10).havingUnclaimed("r1"));
        assertThat(taken.lost()).containsExactly(new RoomId("r1"));
        assertThat(taken.claimed()).isEmpty();
        bench.pass(1);
        assertThat(home(bench.placed("r1"))).isEqualTo("i1");
        assertThat(now(rooms.find(new Room(Bench.BATTLE, new RoomId("r1")), Instant.EPOCH)))
                .isEqualTo(claim);
    }
}
