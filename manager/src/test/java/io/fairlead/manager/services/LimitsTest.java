package io.fairlead.manager.services;

import static io.fairlead.manager.services.Bench.claim;
import static io.fairlead.manager.services.Bench.now;
import static io.fairlead.manager.services.Bench.owner;
import static io.fairlead.manager.services.Bench.says;
import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Claim;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** What strangers can make the manager remember is bounded, and what is at its bound still works for those it knows. */
final class LimitsTest {

    private final Bench bench = new Bench(new Limits(2, 3, 5, 4));

    LimitsTest() {
        bench.pass(60);
    }

    @Test
    void anInstanceTooManyIsRefusedAndThoseThatAreThereGoOn() {
        for (String id : List.of("i1", "i2", "i3")) {
            bench.taken(says(id, 20, 10));
        }
        assertThat(bench.report(says("i4", 20, 10))).isEqualTo(new ReportReply.Full("instances of service battle", 3));
        assertThat(bench.taken(says("i1", 30, 10)).newer()).isTrue();
        now(bench.services.leave(Bench.BATTLE, new InstanceId("i2"), null));
        assertThat(bench.taken(says("i4", 20, 10)).newer()).isTrue();
    }

    @Test
    void instancesOfAllServicesAreCountedTogetherAndThoseThatLeftUntilTheyAreForgotten() {
        for (String id : List.of("i1", "i2", "i3")) {
            bench.taken(says(id, 20, 10));
            bench.report(says(id, 20, 10).of("chat"));
        }
        assertThat(bench.shown().offers()).hasSize(3);
        assertThat(bench.report(says("i4", 20, 10).of("chat"))).isEqualTo(new ReportReply.Full("instances", 5));
        now(bench.services.leave(Bench.BATTLE, new InstanceId("i1"), null));
        assertThat(bench.report(says("i4", 20, 10).of("chat"))).isEqualTo(new ReportReply.Full("instances", 5));
        bench.pass(120);
        bench.taken(says("i4", 20, 10).of("chat"));
    }

    @Test
    void aServiceTooManyIsRefused() {
        bench.taken(says("i1", 20, 10).of("a"));
        bench.taken(says("i1", 20, 10).of("b"));
        assertThat(bench.report(says("i1", 20, 10).of("c"))).isEqualTo(new ReportReply.Full("services", 2));
        bench.taken(says("i2", 20, 10).of("b"));
    }

    @Test
    void aRoomTooManyIsRefusedAndThoseThatLiveGoOn() {
        bench.report("i1", 20, 10);
        PlacementRecord first = bench.placed("r1");
        for (String room : List.of("r2", "r3", "r4")) {
            bench.placed(room);
        }
        assertThat(bench.place("r5")).isEqualTo(new Placed.Full(4));
        assertThat(claim(bench.placed("r1"))).isEqualTo(claim(first));
        long epoch = claim(first).epoch();
        ReportReply.Taken taken =
                bench.taken(says("i1", 20, 10).renewing("r1", epoch).renewing("r9", 5));
        assertThat(taken.refused()).containsExactly(new RoomId("r9"));
        assertThat(taken.lost()).isEmpty();
        assertThat(now(bench.services.renew(Bench.room(Bench.BATTLE, "r9"), new Claim(owner("i1", "a1"), 5))))
                .isNull();
        now(bench.services.release(Bench.room(Bench.BATTLE, "r2"), OptionalLong.empty()));
        bench.pass(60);
        bench.report(says("i1", 20, 10).renewing("r1", epoch));
        bench.pass(60);
        bench.report("i1", 20, 10);
        assertThat(bench.placed("r5").claimed()).isNotNull();
    }

    @Test
    void aServiceThatIsNotThereLeavesNoTrace() {
        for (int i = 0; i < 1_000; i++) {
            RoomRequest request = new RoomRequest(new ServiceId("s" + i), new RoomId("r"), 1, null);
            assertThat(now(bench.services.place(request))).isEqualTo(new Placed.Nowhere(List.of()));
        }
        assertThat(now(bench.services.placements(new ServiceId("s1"), OptionalLong.empty(), 10)))
                .isNull();
    }

    @Test
    void theLastHundredPlacementsOfAServiceAreKeptInTheOrderOfTime() {
        bench.report("i1", 20, 10);
        for (int i = 0; i < 150; i++) {
            bench.placed(null);
        }
        List<PlacementRecord> newest = page(OptionalLong.empty(), 3);
        assertThat(newest).extracting(PlacementRecord::number).containsExactly(148L, 149L, 150L);
        assertThat(page(OptionalLong.of(0), 200))
                .hasSize(100)
                .first()
                .satisfies(oldest -> assertThat(oldest.number()).isEqualTo(51));
        assertThat(page(OptionalLong.of(149), 10))
                .extracting(PlacementRecord::number)
                .containsExactly(150L);
    }

    private List<PlacementRecord> page(OptionalLong after, int limit) {
        return Objects.requireNonNull(now(bench.services.placements(Bench.BATTLE, after, limit)));
    }

    @Test
    void manyInstancesMakeFewerPlacementsKeptSoThatTheMemoryIsBounded() {
        Bench wide = new Bench();
        wide.pass(60);
        for (int i = 0; i < 1_000; i++) {
            wide.report("i" + i, 20, 10);
        }
        for (int i = 0; i < 60; i++) {
            wide.placed(null);
        }
        List<PlacementRecord> kept =
                Objects.requireNonNull(now(wide.services.placements(Bench.BATTLE, OptionalLong.of(0), 100)));
        int checks = kept.get(0).checks();
        assertThat(checks).isGreaterThan(5_000);
        assertThat(kept.get(0).number()).isEqualTo(60 - PlacementLog.CHECKS / checks + 1);
        assertThat(kept).hasSize(PlacementLog.CHECKS_OF_A_PAGE / checks);
    }
}
