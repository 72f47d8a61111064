package io.fairlead.cli.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** What an operator reads of an order to drain. */
class DrainShownTest {

    private static String words(String json) throws IOException {
        return DrainShown.of(Document.parse(json)).words("i1");
    }

    private static String words(String state, String rooms, String then) throws IOException {
        return words("{\"drain\":{\"state\":\"" + state + "\",\"rooms_left\":" + rooms
                + ",\"left_ms\":540999,\"then\":\"" + then + "\"}}");
    }

    @Test
    void anInstanceThatDrainsIsShownWithItsRoomsAndTheTimeThatTheyHave() throws IOException {
        assertThat(words("draining", "3", "report"))
                .isEqualTo("i1 takes no new rooms: 3 rooms are left, what is left in 540 s is reported and stays.");
        assertThat(words("draining", "1", "move"))
                .isEqualTo("i1 takes no new rooms: 1 room is left, what is left in 540 s gets another home.");
    }

    @Test
    void roomsThatAreNotCountedAreNotTakenForNone() throws IOException {
        assertThat(words("draining", "null", "move"))
                .isEqualTo(
                        "i1 takes no new rooms: it does not count its rooms, what is left in 540 s gets another home.");
    }

    @Test
    void anOverdueOneIsShownWithWhatBecomesOfTheRoomsThatAreLeft() throws IOException {
        String begin = "i1 takes no new rooms: 2 rooms are left, the time is over, and what is left ";
        assertThat(words("overdue", "2", "report")).isEqualTo(begin + "is reported and stays.");
        assertThat(words("overdue", "2", "move")).isEqualTo(begin + "gets another home.");
    }

    @Test
    void oneWithoutRoomsToWhichSomeMayBeOnTheirWayIsNotSaidToBeEmpty() throws IOException {
        assertThat(words("draining", "0", "report"))
                .isEqualTo(
                        "i1 takes no new rooms: it reports none, and one of its next reports shows whether some were on"
                                + " their way.");
    }

    @Test
    void anEmptyOneCanBeEnded() throws IOException {
        assertThat(words("drained", "0", "report"))
                .isEqualTo("i1 takes no new rooms and has none left: it can be ended.");
    }

    @Test
    void withoutAnOrderThereIsNothingLeftOfIt() throws IOException {
        assertThat(words("{\"drain\":null}")).isEqualTo("i1 is ordered to drain no more.");
        assertThat(words("{}")).isEqualTo("i1 is ordered to drain no more.");
    }
}
