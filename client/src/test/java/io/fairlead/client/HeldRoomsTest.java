package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.fairlead.RoomId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rooms a report renews. */
final class HeldRoomsTest {

    private static final Duration AFTER = Duration.ofSeconds(24);
    private static final long SECOND = 1_000_000_000;

    private final HeldRooms rooms = new HeldRooms(() -> 0);

    private List<String> due(long second) {
        return rooms.due(second * SECOND, AFTER).stream()
                .map(held -> held.room().value())
                .toList();
    }

    private void renewAll(long second) {
        rooms.renewed(rooms.due(second * SECOND, AFTER), second * SECOND);
    }

    @Test
    void aRoomIsRenewedWithTheNextReportAndThenInTimeBeforeItsPeriodEnds() {
        rooms.hold(new RoomId("a"), 1);
        assertThat(due(0)).containsExactly("a");
        renewAll(0);
        assertThat(due(23)).isEmpty();
        assertThat(due(24)).containsExactly("a");
    }

    @Test
    void whatWasRenewedLongestAgoGoesFirst() {
        rooms.hold(new RoomId("a"), 1);
        renewAll(1);
        rooms.hold(new RoomId("b"), 1);
        renewAll(0);
        rooms.hold(new RoomId("c"), 1);
        assertThat(due(30)).containsExactly("c", "b", "a");
    }

    @Test
    void aLaterClaimReplacesAnEarlierOneAndIsNotLostWithIt() {
        rooms.hold(new RoomId("a"), 5);
        List<HeldRooms.Held> sent = rooms.due(0, AFTER);
        rooms.hold(new RoomId("a"), 6);
        rooms.hold(new RoomId("a"), 4);
        rooms.renewed(sent, 0);
        assertThat(rooms.lose(new RoomId("a"), 5)).isFalse();
        assertThat(rooms.due(0, AFTER))
                .singleElement()
                .satisfies(held -> assertThat(held.epoch()).isEqualTo(6));
        assertThat(rooms.lose(new RoomId("a"), 6)).isTrue();
        assertThat(rooms.size()).isZero();
    }

    @Test
    void oneRoomTooManyIsRefusedByNameAndTheOthersStay() {
        for (int i = 0; i < HeldRooms.MOST; i++) {
            rooms.hold(new RoomId("r" + i), 1);
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> rooms.hold(new RoomId("more"), 1))
                .withMessage("room more is one too many: an instance renews at most 20000 rooms; spread them over more"
                        + " instances");
        rooms.hold(new RoomId("r7"), 2);
        assertThat(rooms.size()).isEqualTo(HeldRooms.MOST);
        assertThatIllegalArgumentException().isThrownBy(() -> rooms.hold(new RoomId("r7"), -1));
    }

    /** A manager that has just started knows all rooms after 33 s, so each has to be renewed in any 33 s. */
    @ParameterizedTest
    @ValueSource(ints = {1, 256, 257, 2_500, HeldRooms.MOST})
    void everyRoomIsRenewedWithinTheTimeThatAManagerWaitsForIt(int count) {
        for (int i = 0; i < count; i++) {
            rooms.hold(new RoomId("r" + i), 1);
        }
        Map<String, Long> last = new HashMap<>();
        long longest = 0;
        long now = 0;
        while (now < 100 * SECOND) {
            List<HeldRooms.Held> due = rooms.due(now, AFTER);
            assertThat(due).hasSizeLessThanOrEqualTo(HeldRooms.MOST_IN_A_REPORT);
            for (HeldRooms.Held held : due) {
                Long before = last.put(held.room().value(), now);
                longest = Math.max(longest, before == null ? now : now - before);
            }
            rooms.renewed(due, now);
            boolean more = !rooms.due(now, AFTER).isEmpty();
            now += (more ? ReportPace.CLOSELY : Duration.ofMillis(3_300)).toNanos();
        }
        assertThat(last).hasSize(count);
        assertThat(Duration.ofNanos(longest)).isLessThanOrEqualTo(Duration.ofSeconds(33));
    }
}
