package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.Incarnation;
import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.ScriptedWire.Outcome;
import io.fairlead.placement.InstanceState;
import io.fairlead.placement.SafetyMargin;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How an instance reports, on a hand-moved time line. */
final class ReportLoopTest {

    private static final Duration PERIOD = Duration.ofSeconds(3);

    private final HandTimeline timeline = new HandTimeline();
    private final ScriptedWire wire = new ScriptedWire(timeline, request -> taken("up", ""));
    private final Calls calls = new Calls(
            new Calls.Way(URI.create("http://127.0.0.1:7400"), wire, timeline, Runnable::run),
            BackOff.standard(),
            100,
            new SplittableRandom(1));
    private final HeldRooms rooms = new HeldRooms(timeline::nanos);
    private final Listener listener = new Listener();
    private InstanceLoad load = InstanceLoad.unknown().withCpu(20.5).withMemory(41);
    private Executor lanes = Runnable::run;
    private Duration budget = Duration.ofSeconds(1);
    private InstanceSettings self =
            InstanceSettings.of(new ServiceId("battle"), new InstanceId("i1"), "ws://10.0.0.5:9000");

    /** What an instance was told. */
    private static final class Listener implements InstanceListener {
        final List<String> told = new ArrayList<>();
        int failures;

        @Override
        public void roomLost(RoomId room, long epoch) {
            told.add("lost " + room + " " + epoch);
            if (failures > 0) {
                failures--;
                throw new IllegalStateException("cannot end it");
            }
        }

        @Override
        public void roomClaimed(RoomId room, long epoch) {
            told.add("claimed " + room + " " + epoch);
        }

        @Override
        public void drainOrdered() {
            told.add("drain");
        }

        @Override
        public void ended(CallException why) {
            told.add("ended " + why.code());
        }
    }

    private static Outcome taken(String state, String lost) {
        return Outcome.of(
                200,
                "{\"instance\":\"i1\",\"state\":\"" + state + "\",\"newer\":true,\"lost\":[" + lost
                        + "],\"refused\":[],\"report_every_ms\":3000,\"sample_ttl_ms\":9000,"
                        + "\"renew_every_ms\":30000,\"claim_ttl_ms\":120000}");
    }

    private ReportLoop started() {
        return started(() -> load);
    }

    private ReportLoop started(LoadSource source) {
        Tidings tidings = new Tidings(self.service(), listener, lanes);
        ReportLoop loop = new ReportLoop(
                self,
                new Incarnation("abc"),
                source,
                new ReportLoop.Tools(
                        rooms,
                        new ManagerLine(self, new Incarnation("abc"), calls, calls),
                        timeline,
                        new SplittableRandom(1),
                        budget,
                        tidings,
                        command -> lanes.execute(command)));
        timeline.execute(loop::report);
        timeline.settle();
        return loop;
    }

    private String report(int number) {
        return wire.sent.get(number).request().json().orElseThrow();
    }

    private List<Duration> gaps() {
        List<Duration> times = wire.times();
        List<Duration> gaps = new ArrayList<>();
        for (int i = 1; i < times.size(); i++) {
            gaps.add(times.get(i).minus(times.get(i - 1)));
        }
        return gaps;
    }

    @Test
    void theFirstReportGoesOutAtOnceWithAllThatIsKnownAndRegistersTheInstance() {
        self = self.with(SafetyMargin.standard().with("cpu", 80));
        load = load.withRooms(2).withCapacity(4);
        ReportLoop loop = started();
        assertThat(wire.sent.get(0).request().method()).isEqualTo("PUT");
        assertThat(wire.sent.get(0).request().path()).isEqualTo("/v1/services/battle/instances/i1");
        assertThat(report(0))
                .isEqualTo("{\"incarnation\":\"abc\",\"sequence\":1,\"sample_age_ms\":0,\"uptime_ms\":0,"
                        + "\"state\":\"up\",\"endpoint\":\"ws://10.0.0.5:9000\",\"node\":\"i1\","
                        + "\"metrics\":{\"cpu\":20.5,\"memory\":41.0},\"capacity\":4.0,\"rooms\":2,"
                        + "\"ceilings\":{\"cpu\":80.0,\"memory\":90.0},\"renew\":[]}");
        assertThat(loop.registered()).isCompleted();
        assertThat(loop.status().answered()).contains(Duration.ZERO);
    }

    @Test
    void whatIsUnknownIsLeftOutAndNeverZero() {
        load = InstanceLoad.unknown();
        started();
        assertThat(report(0)).contains("\"metrics\":{}").doesNotContain("rooms").doesNotContain("capacity");
    }

    @Test
    void aReportGoesOutEachPeriodWithATenthOfJitterAndAGrowingSequence() {
        started();
        timeline.advance(Duration.ofMinutes(10));
        assertThat(gaps())
                .hasSizeBetween(190, 210)
                .allSatisfy(gap -> assertThat(gap).isBetween(Duration.ofMillis(2_700), Duration.ofMillis(3_300)));
        assertThat(gaps().stream().distinct().count()).isGreaterThan(100);
        assertThat(report(0)).contains("\"sequence\":1,");
        assertThat(report(100)).contains("\"sequence\":101,");
    }

    @Test
    void aChangeOfStateIsSaidAtOnceAndTheNextReportComesOnePeriodLater() {
        ReportLoop loop = started();
        timeline.advance(Duration.ofSeconds(1));
        loop.change(InstanceState.DRAINING);
        timeline.settle();
        assertThat(wire.sent).hasSize(2);
        assertThat(report(1)).contains("\"state\":\"draining\"");
        timeline.advance(Duration.ofMillis(2_699));
        assertThat(wire.sent).hasSize(2);
        timeline.advance(Duration.ofMillis(601));
        assertThat(wire.sent).hasSize(3);
    }

    @Test
    void changesWhileAReportIsUnderWayAreSaidInOneReportAfterItWithTheNewestState() {
        wire.script(request -> taken("up", "").after(Duration.ofMillis(500)));
        ReportLoop loop = started();
        for (int i = 0; i < 10; i++) {
            loop.change(i % 2 == 0 ? InstanceState.UP : InstanceState.MAINTENANCE);
        }
        timeline.settle();
        assertThat(wire.sent).hasSize(1);
        timeline.advance(Duration.ofMillis(500));
        assertThat(wire.sent).hasSize(2);
        assertThat(report(1)).contains("\"state\":\"maintenance\"");
    }

    @Test
    void aReportThatFailsIsFollowedByANewerOneAfterABackOffAndNothingQueuesUp() {
        wire.script(request -> Outcome.failure(new ConnectException("Connection refused")));
        ReportLoop loop = started();
        load = load.withCpu(50);
        timeline.advance(Duration.ofMinutes(1));
        assertThat(gaps()).allSatisfy(gap -> assertThat(gap).isLessThanOrEqualTo(PERIOD));
        assertThat(gaps().get(0)).isLessThanOrEqualTo(Duration.ofMillis(250));
        assertThat(wire.sent).hasSizeBetween(30, 60);
        assertThat(report(1)).contains("\"sequence\":2,").contains("\"cpu\":50.0");
        assertThat(loop.status().failures()).isEqualTo(wire.sent.size());
        assertThat(loop.status().trouble().orElseThrow())
                .isEqualTo("the report of instance i1 of service battle: no manager answers at http://127.0.0.1:7400:"
                        + " Connection refused (start one there, or name the address of another)");
        int before = wire.sent.size();
        wire.script(request -> taken("up", ""));
        timeline.advance(PERIOD);
        assertThat(loop.status().failures()).isZero();
        assertThat(wire.sent.size() - before).isBetween(1, 2);
    }

    @Test
    void aManagerThatIsSilentGetsOneReportAtATime() {
        wire.script(request -> Outcome.silence());
        started();
        timeline.advance(Duration.ofMinutes(1));
        assertThat(gaps())
                .hasSizeGreaterThan(10)
                .allSatisfy(gap -> assertThat(gap).isGreaterThanOrEqualTo(Duration.ofSeconds(1)));
        assertThat(wire.exchanges.subList(0, wire.exchanges.size() - 1)).allMatch(CompletableFuture::isCancelled);
    }

    @Test
    void aManagerThatIsSilentIsHeardOfAgainBeforeTheInstanceIsSilentItselfHoweverLongTheBudgetIs() {
        budget = Duration.ofMinutes(1);
        wire.script(request -> Outcome.silence());
        started();
        timeline.advance(Duration.ofMinutes(1));
        assertThat(gaps())
                .hasSizeGreaterThan(8)
                .allSatisfy(gap -> assertThat(gap).isBetween(PERIOD, PERIOD.multipliedBy(2)));
    }

    @Test
    void anOrderToDrainThatCrossesWithAChangeOfItsOwnDoesNotUndoIt() {
        wire.script(request -> taken("draining", "").after(Duration.ofMillis(100)));
        ReportLoop loop = started();
        loop.change(InstanceState.MAINTENANCE);
        timeline.advance(Duration.ofMillis(150));
        assertThat(report(1)).contains("\"state\":\"maintenance\"");
        assertThat(listener.told).isEmpty();
    }

    @Test
    void theManagersWaitIsKeptAndARefusalThatNothingHealsIsTriedSeldom() {
        wire.script(request -> Outcome.refusal(503, "limit-reached").retryAfter("7"));
        started();
        timeline.advance(Duration.ofSeconds(6));
        assertThat(wire.sent).hasSize(1);
        timeline.advance(Duration.ofSeconds(1));
        assertThat(wire.sent).hasSize(2);
        wire.script(request -> Outcome.refusal(400, "bad-json"));
        timeline.advance(Duration.ofSeconds(7));
        assertThat(wire.sent).hasSize(3);
        timeline.advance(Duration.ofSeconds(9));
        assertThat(wire.sent).hasSize(3);
        timeline.advance(Duration.ofSeconds(1));
        assertThat(wire.sent).hasSize(4);
    }

    @Test
    void aLoadSourceThatHangsCostsItsLoadAndNothingElse() {
        List<Runnable> hanging = new ArrayList<>();
        lanes = hanging::add;
        rooms.hold(new RoomId("r"), 3);
        started();
        timeline.advance(Duration.ofSeconds(1));
        assertThat(wire.sent).hasSize(1);
        assertThat(report(0)).contains("\"metrics\":{}").contains("\"renew\":[{\"room\":\"r\",\"epoch\":3}]");
        timeline.advance(Duration.ofSeconds(30));
        assertThat(wire.sent).hasSizeGreaterThan(8);
        assertThat(hanging).as("the source is called once at a time").hasSize(1);
        lanes = Runnable::run;
        hanging.get(0).run();
        timeline.advance(PERIOD.multipliedBy(2));
        assertThat(report(wire.sent.size() - 1)).contains("\"cpu\":20.5");
    }

    @Test
    void aLoadSourceThatThrowsMakesTheLoadUnknown() {
        started(() -> {
            throw new IOException("no sensor");
        });
        timeline.advance(PERIOD.multipliedBy(3));
        assertThat(wire.sent).hasSizeGreaterThan(2);
        assertThat(report(2)).contains("\"metrics\":{}");
    }

    @Test
    void theLoadsAgeCountsFromItsReadingAndNotFromWhenItWasAskedFor() {
        List<Runnable> slow = new ArrayList<>();
        lanes = slow::add;
        started();
        timeline.advance(Duration.ofMillis(300));
        slow.get(0).run();
        timeline.settle();
        assertThat(report(0))
                .contains("\"sample_age_ms\":0")
                .contains("\"uptime_ms\":300")
                .contains("\"cpu\":20.5");
    }

    @Test
    void eachReportGivesItsLoadSourceTheWholeTime() {
        List<Runnable> slow = new ArrayList<>();
        lanes = slow::add;
        ReportLoop loop = started();
        timeline.advance(Duration.ofMillis(100));
        slow.remove(0).run();
        timeline.advance(Duration.ofMillis(100));
        loop.change(InstanceState.DRAINING);
        timeline.advance(Duration.ofMillis(900));
        assertThat(wire.sent).hasSize(1);
        slow.remove(0).run();
        timeline.settle();
        assertThat(report(1)).contains("\"cpu\":20.5");
    }

    @Test
    void moreRoomsThanAReportCarriesAreRenewedCloselyOneReportAfterTheOther() {
        for (int i = 0; i < 600; i++) {
            rooms.hold(new RoomId("r" + i), 1);
        }
        load = load.withRooms(1);
        started();
        timeline.advance(ReportPace.CLOSELY.multipliedBy(2));
        assertThat(wire.sent).hasSize(3);
        assertThat(report(0)).as("never fewer rooms than are renewed").contains("\"rooms\":600");
        assertThat(report(2).split("\"room\":", -1)).hasSize(600 - 2 * 256 + 1);
        timeline.advance(Duration.ofSeconds(2));
        assertThat(wire.sent).hasSize(3);
    }

    @Test
    void aLostRoomIsToldUntilTheApplicationTakesItAndIsRenewedNoMore() {
        rooms.hold(new RoomId("r9"), 7);
        listener.failures = 2;
        wire.script(request -> taken("up", "\"r9\""));
        started();
        assertThat(listener.told).containsExactly("lost r9 7", "lost r9 7");
        wire.script(request -> taken("up", ""));
        timeline.advance(PERIOD.multipliedBy(4));
        assertThat(listener.told).containsExactly("lost r9 7", "lost r9 7", "lost r9 7");
        assertThat(rooms.size()).isZero();
    }

    @Test
    void aRoomWithoutAClaimIsRenewedWithoutAnEpochAndItsEpochIsToldToTheListener() {
        rooms.hold(new RoomId("r9"));
        rooms.hold(new RoomId("r10"));
        wire.script(request -> Outcome.of(
                200,
                "{\"state\":\"up\",\"lost\":[\"r10\"],\"claimed\":[{\"room\":\"r9\",\"epoch\":12}],\"refused\":[],"
                        + "\"report_every_ms\":3000,\"renew_every_ms\":30000}"));
        started();
        assertThat(report(0))
                .contains("\"renew\":[{\"room\":\"r10\",\"epoch\":null},{\"room\":\"r9\",\"epoch\":null}]");
        assertThat(listener.told).containsExactly("claimed r9 12", "lost r10 -1");
        assertThat(rooms.all())
                .singleElement()
                .satisfies(held -> assertThat(held.epoch()).isEqualTo(12));
        wire.script(request -> taken("up", ""));
        timeline.advance(Duration.ofSeconds(28));
        assertThat(report(wire.sent.size() - 1) + report(wire.sent.size() - 2))
                .contains("{\"room\":\"r9\",\"epoch\":12}");
    }

    @Test
    void aRoomThatEndedBeforeItsClaimWasThereIsReleased() {
        rooms.hold(new RoomId("r9"));
        wire.script(request -> request.method().equals("DELETE")
                ? Outcome.of(200, "{}")
                : Outcome.of(
                                200,
                                "{\"state\":\"up\",\"lost\":[],\"claimed\":[{\"room\":\"r9\",\"epoch\":12}],"
                                        + "\"refused\":[],\"report_every_ms\":3000,\"renew_every_ms\":30000}")
                        .after(Duration.ofMillis(100)));
        started();
        rooms.end(new RoomId("r9"));
        timeline.advance(Duration.ofMillis(100));
        assertThat(wire.sent.get(1).request().path()).isEqualTo("/v1/services/battle/rooms/r9?epoch=12");
        assertThat(listener.told).isEmpty();
    }

    @Test
    void theGrowthOfYoungRoomsIsToldUnlessTheSourceKnowsBetter() {
        rooms.hold(new RoomId("a"), 1);
        timeline.advance(Duration.ofSeconds(15));
        rooms.hold(new RoomId("b"), 1);
        started();
        assertThat(report(0)).contains("\"rooms\":2,\"growth\":1.5,");
        timeline.advance(Duration.ofSeconds(40));
        assertThat(report(wire.sent.size() - 1)).contains("\"rooms\":2,\"growth\":0.0,");
        load = load.withRooms(7).withGrowth(2.5).withMemoryLimit(1_000);
        timeline.advance(Duration.ofSeconds(4));
        assertThat(report(wire.sent.size() - 1)).contains("\"memory_limit_bytes\":1000,\"rooms\":7,\"growth\":2.5,");
    }

    @Test
    void aRoomThatWasClaimedAnewMeanwhileIsNotLost() {
        rooms.hold(new RoomId("r9"), 7);
        wire.script(request -> taken("up", "\"r9\"").after(Duration.ofMillis(100)));
        started();
        rooms.hold(new RoomId("r9"), 8);
        timeline.advance(Duration.ofMillis(100));
        assertThat(listener.told).isEmpty();
        assertThat(rooms.size()).isOne();
    }

    @Test
    void anOrderToDrainIsHeardOnceAndSaidFromThenOn() {
        wire.script(request -> taken("draining", ""));
        ReportLoop loop = started();
        timeline.advance(PERIOD.multipliedBy(3));
        assertThat(listener.told).containsExactly("drain");
        assertThat(report(1)).contains("\"state\":\"draining\"");
        assertThat(loop.status().state()).isEqualTo(InstanceState.DRAINING);
        wire.script(request -> taken("up", ""));
        loop.change(InstanceState.UP);
        timeline.settle();
        assertThat(loop.status().state()).isEqualTo(InstanceState.UP);
    }

    @Test
    void aProcessThatDoesNotCountAnyMoreEndsItsRoomsAndReportsNoLonger() {
        rooms.hold(new RoomId("a"), 1);
        rooms.hold(new RoomId("b"), 2);
        wire.script(request -> Outcome.refusal(409, "incarnation-conflict"));
        ReportLoop loop = started();
        timeline.advance(Duration.ofMinutes(1));
        assertThat(wire.sent).hasSize(1);
        assertThat(listener.told).containsExactly("lost a 1", "lost b 2", "ended incarnation-conflict");
        assertThat(loop.status().ended()).isTrue();
        assertThat(loop.registered()).isCompletedExceptionally();
        assertThat(loop.leave()).as("nothing to say goodbye of").isCompleted();
        assertThat(wire.sent).hasSize(1);
    }

    @Test
    void theGoodbyeWaitsForTheReportUnderWaySoThatItCannotOvertakeTheRegistration() {
        wire.script(request -> (request.method().equals("PUT") ? taken("up", "") : Outcome.of(200, "{}"))
                .after(Duration.ofMillis(100)));
        ReportLoop loop = started();
        CompletableFuture<Void> left = loop.leave();
        assertThat(loop.leave()).as("one goodbye").isSameAs(left);
        timeline.settle();
        assertThat(wire.sent).hasSize(1);
        timeline.advance(Duration.ofMillis(200));
        assertThat(left).isCompleted();
        assertThat(wire.sent).hasSize(2);
        assertThat(wire.sent.get(1).request().method()).isEqualTo("DELETE");
        assertThat(wire.sent.get(1).request().path()).isEqualTo("/v1/services/battle/instances/i1?incarnation=abc");
        timeline.advance(Duration.ofMinutes(1));
        assertThat(wire.sent).hasSize(2);
    }

    @Test
    void theGoodbyeHasItsEndWithinTheBudgetWhateverTheManagerDoes() {
        wire.script(request -> Outcome.silence());
        ReportLoop loop = started();
        CompletableFuture<Void> left = loop.leave();
        timeline.advance(Duration.ofSeconds(1));
        assertThat(left).isCompletedExceptionally();
        assertThat(wire.times()).containsExactly(Duration.ZERO, Duration.ofMillis(500));
    }

    @Test
    void anInstanceThatTheManagerDoesNotKnowHasLeft() {
        wire.script(
                request -> request.method().equals("PUT") ? taken("up", "") : Outcome.refusal(404, "unknown-instance"));
        CompletableFuture<Void> left = started().leave();
        timeline.settle();
        assertThat(left).isCompleted();
    }

    @Test
    void anAnswerThatMakesNoSenseIsAFailureWithItsReason() {
        wire.script(request -> taken("dreaming", ""));
        @Nullable String trouble = started().status().trouble().orElse(null);
        assertThat(trouble).contains("state \"dreaming\" is not known");
    }
}
