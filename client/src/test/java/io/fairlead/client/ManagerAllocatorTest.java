package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.client.ScriptedWire.Outcome;
import java.net.URI;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** How a manager's answer to a placement is read. */
final class ManagerAllocatorTest {

    private final HandTimeline timeline = new HandTimeline();

    private CompletableFuture<Place> allocate(String room, String claim) {
        String answer = "{\"number\":4,\"room\":" + room + ",\"instance\":\"i1\",\"incarnation\":\"ab\",\"node\":\"n\","
                + "\"endpoint\":\"ws://h:1\",\"basis\":\"STALE\",\"words\":\"i1: so\",\"claim\":" + claim + "}";
        ScriptedWire wire = new ScriptedWire(timeline, request -> Outcome.of(200, answer));
        Calls calls = new Calls(
                new Calls.Way(URI.create("http://127.0.0.1:7400"), wire, timeline, Runnable::run),
                BackOff.standard(),
                4,
                new SplittableRandom(1));
        Allocator allocator = new ManagerAllocator(new ServiceId("battle"), calls, Duration.ofSeconds(1));
        CompletableFuture<Place> place = (room.equals("null")
                        ? allocator.allocate()
                        : allocator.allocate(new RoomId("r")))
                .toCompletableFuture();
        timeline.settle();
        return place;
    }

    @Test
    void aRoomThatWasPlacedWhileTheManagersStoreWasAwayHasAPlaceAndNoClaim() {
        Place place = allocate("\"r\"", "null").join();
        assertThat(place.room()).contains(new RoomId("r"));
        assertThat(place.claim()).isEmpty();
        assertThat(place.basis()).isEqualTo("STALE");
    }

    @Test
    void aClaimOfNoRoomMakesNoSense() {
        assertThat(allocate("null", "{\"epoch\":7}")
                        .handle((place, trouble) -> trouble)
                        .join())
                .hasMessageContaining("claim is there without a room");
        assertThat(allocate("\"r\"", "{\"epoch\":7}")
                        .join()
                        .claim()
                        .orElseThrow()
                        .epoch())
                .isEqualTo(7);
    }
}
