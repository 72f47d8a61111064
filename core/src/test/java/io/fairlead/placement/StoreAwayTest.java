package io.fairlead.placement;

import static io.fairlead.placement.FairBench.SETTINGS;
import static io.fairlead.placement.FairBench.at;
import static io.fairlead.placement.FairBench.shares;
import static io.fairlead.placement.PlacementBench.chosen;
import static io.fairlead.placement.PlacementBench.claim;
import static io.fairlead.placement.PlacementBench.owner;
import static io.fairlead.placement.PlacementBench.view;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.fairlead.InstanceId;
import io.fairlead.RoomId;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Placements by the policy {@code fairlead} while reports cannot be seen. */
class StoreAwayTest {

    private static final Placer PLACER = new Placer(SETTINGS);
    private static final Draw NEVER = bound -> {
        throw new AssertionError("nothing is to be drawn");
    };

    private static String home(Placer placer, ServiceView view, String room) {
        return chosen(placer.place(PlacementRequest.plain().with(new RoomId(room)), view, null, NEVER));
    }

    private static SortedMap<String, Integer> homes(ServiceView view, int rooms) {
        TreeMap<String, Integer> homes = new TreeMap<>();
        for (int i = 0; i < rooms; i++) {
            homes.merge(home(PLACER, view, "r-" + i), 1, Integer::sum);
        }
        return homes;
    }

    // ---- with a name

    @Test
    void everySchedulerGivesARoomTheSameHomeWhateverItKnowsOfTheLoad() {
        ServiceView one = view("a=20/10,c=4 b=65/10,c=8 c=90/10,c=2").outdated(Duration.ofSeconds(1));
        ServiceView other =
                view("a=80/10,c=4,n=7 b=10/10,c=8,age=2 c=50/10,c=2").outdated(Duration.ofSeconds(90));
        SchedulerState busy = FairBench.knowing(0.1, 1e7).placed(owner("b#1"), 500, at(0));
        for (int i = 0; i < 2_000; i++) {
            assertThat(home(new Placer(SETTINGS, busy), other, "r-" + i)).isEqualTo(home(PLACER, one, "r-" + i));
        }
    }

    @Test
    void roomsAreSharedOutByCapacity() {
        SortedMap<String, Integer> homes =
                homes(view("a=20/10,c=4 b=65/10,c=8 c=90/10,c=2").outdated(), 70_000);
        assertThat(homes.getOrDefault("a", 0) / 70_000.0).isEqualTo(4 / 14.0, within(0.01));
        assertThat(homes.getOrDefault("b", 0) / 70_000.0).isEqualTo(8 / 14.0, within(0.01));
        assertThat(homes.getOrDefault("c", 0) / 70_000.0).isEqualTo(2 / 14.0, within(0.01));
    }

    @Test
    void whenAnInstanceGoesOnlyItsRoomsArePickedAnew() {
        ServiceView four = view("a=20/10 b=20/10 c=20/10 d=20/10").outdated();
        ServiceView three = view("a=20/10 b=20/10,drain c=20/10 d=20/10").outdated();
        for (int i = 0; i < 2_000; i++) {
            String before = home(PLACER, four, "r-" + i);
            String after = home(PLACER, three, "r-" + i);
            if (before.equals("b")) {
                assertThat(after).isNotEqualTo("b");
            } else {
                assertThat(after).isEqualTo(before);
            }
        }
    }

    /** The documented hash, so that a scheduler in another language can give the same answer. */
    @ParameterizedTest
    @CsvSource({"r-17, gw-1, 464e43772c07f6f3", "r-17, gw-2, 746ac054a39b9bab", "lobby, gw-1, cffe20ecc5c0d59c"})
    void theHashIsTheDocumentedOneOnEveryMachine(String room, String instance, String hash) {
        assertThat(Long.toHexString(RoomHash.hash(new RoomId(room), new InstanceId(instance))))
                .isEqualTo(hash);
    }

    @Test
    void aRoomThatHasAHomeStaysThere() {
        Placement placement = PLACER.place(
                PlacementRequest.plain().with(new RoomId("r-1")),
                view("a=99/99,age=60,drain b=0/0").outdated(Duration.ofMinutes(1)),
                claim("a#1"),
                NEVER);
        assertThat(placement.basis()).isEqualTo(Basis.AFFINITY);
    }

    @Test
    void whomTheCallerCouldNotConnectToIsPassedOver() {
        ServiceView view = view("a=20/10 b=20/10 c=20/10").outdated();
        String first = home(PLACER, view, "r-1");
        PlacementRequest again =
                PlacementRequest.afterFailedConnect(owner(first + "#1")).with(new RoomId("r-1"));
        String second = chosen(PLACER.place(again, view, null, NEVER));
        assertThat(second).isNotEqualTo(first);
        assertThat(chosen(PLACER.place(again, view, null, NEVER))).isEqualTo(second);
    }

    @Test
    void whoWasSilentOrUnknownWhenTheStoreWentIsNotPicked() {
        ServiceView view = view("a=20/10 b=20/10,age=9 c=-/10 d=20/10,maint").outdated(Duration.ofSeconds(30));
        assertThat(homes(view, 500)).containsOnlyKeys("a");
        assertThat(shares(PLACER, view, 500)).containsOnlyKeys("a");
    }

    // ---- without a name

    @Test
    void aConnectionIsDrawnByTheLastMarginsAndTheyFadeToCapacity() {
        // margins 60 and 20, mean 40
        for (double age : new double[] {0, 30, 60, 600}) {
            double kept = StrictMath.exp(-age / 60);
            double a = kept * 60 + (1 - kept) * 40;
            double b = kept * 20 + (1 - kept) * 40;
            double share = 2 * a * a / (2 * a * a + 8 * b * b);
            ServiceView view = view("a=25/10,c=2 b=65/10,c=8").outdated(Duration.ofSeconds((long) age));
            assertThat(shares(PLACER, view, 20_000).getOrDefault("a", 0) / 20_000.0)
                    .as("after %s s", age)
                    .isEqualTo(share, within(0.012));
        }
    }

    @Test
    void theAnswerSaysThatItRestsOnWhatWasKnown() {
        ServiceView view = view("a=25/10,c=2 b=65/10,c=8").outdated(Duration.ofSeconds(30));
        Placement drawn = PLACER.place(PlacementRequest.plain(), view, null, bound -> 7);
        assertThat(drawn.basis()).isEqualTo(Basis.STALE);
        assertThat(drawn.words())
                .isEqualTo("a: reports do not arrive: drawn by the last margins known, 7 of 0..9007199254740991");
        assertThat(PLACER.place(PlacementRequest.plain().with(new RoomId("r-1")), view, null, NEVER)
                        .words())
                .endsWith(": reports do not arrive: as the room's name has it");
    }

    @Test
    void aMachineThatWasFullIsNotMetAtFirstAndOneBeyondItsCeilingNotMoreThanThat() {
        ServiceView view = view("a=25/10 b=85/10 c=100/10").outdated(Duration.ZERO);
        assertThat(shares(PLACER, view, 500)).containsOnlyKeys("a");
    }

    @Test
    void whereAllWereFullCapacityDecides() {
        SortedMap<String, Integer> shares =
                shares(PLACER, view("a=95/10,c=2 b=90/10,c=8").outdated(), 10_000);
        assertThat(shares.getOrDefault("a", 0) / 10_000.0).isEqualTo(0.2, within(0.02));
    }

    @Test
    void whatWasPlacedSinceTheStoreWentDoesNotMoveTheLastMargins() {
        SchedulerState seen = FairBench.knowing(0.1, 1e7)
                .placed(owner("a#1"), 4, at(8))
                .learn(view("a=25/10,c=4,age=2"), SETTINGS, at(9));
        SchedulerState later = seen.placed(owner("a#1"), 100, at(20));
        ServiceView away = view("a=25/10,c=4").outdated(Duration.ofSeconds(20));
        assertThat(FairBench.outlook(SETTINGS, later, away).load().inFlight()).isEqualTo(4);
        assertThat(FairBench.outlook(SETTINGS, later, view("a=25/10,c=4"))
                        .load()
                        .inFlight())
                .isEqualTo(104);
    }

    @Test
    void whereNothingWasEverKnownThereIsNoInstance() {
        assertThat(PLACER.place(PlacementRequest.plain(), view("").outdated(), null, NEVER)
                        .basis())
                .isEqualTo(Basis.NO_INSTANCES);
    }

    @Test
    void whereInstancesAreKnownButNoLoadCapacityDecides() {
        SortedMap<String, Integer> shares =
                shares(PLACER, view("a=-/10,c=2 b=10/-,c=8").outdated(), 10_000);
        assertThat(shares.getOrDefault("a", 0) / 10_000.0).isEqualTo(0.2, within(0.02));
    }
}
