package io.fairlead.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.Room;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContestedRoomsTest {

    private static final Room ROOM = new Room(new ServiceId("battle"), new RoomId("r"));

    private final ContestedRooms rooms = new ContestedRooms();
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");

    private boolean isLost(int after) {
        now = now.plusSeconds(after);
        return rooms.isLost(ROOM, now);
    }

    @Test
    void anotherHomeCountsOnceItHasStoodForThreeReports() {
        assertThat(isLost(0)).isFalse();
        assertThat(isLost(3)).isFalse();
        assertThat(isLost(5)).isFalse();
        assertThat(isLost(1)).isTrue();
        assertThat(isLost(0)).as("told once; asked again it is a new contest").isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {9, 30, 60})
    void whoeverRenewsSeldomHearsItTheSecondTime(int period) {
        assertThat(isLost(0)).isFalse();
        assertThat(isLost(period)).isTrue();
    }

    @Test
    void aRoomThatWasItsProcesssMeanwhileIsNotLost() {
        assertThat(isLost(0)).isFalse();
        rooms.settled(ROOM);
        assertThat(isLost(9)).isFalse();
    }

    @Test
    void aContestOfWhichNobodyHasAskedForLongIsForgotten() {
        assertThat(isLost(0)).isFalse();
        assertThat(isLost((int) Duration.ofSeconds(91).toSeconds())).isFalse();
    }
}
