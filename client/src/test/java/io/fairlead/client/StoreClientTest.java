package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.placement.PlacementSettings;
import io.fairlead.placement.Policy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The way in without a manager, on its real threads. */
final class StoreClientTest {

    @Test
    void whatIsChainedToACallRunsOnNeitherTheStoresThreadNorTheClientsTime() throws Exception {
        SharedStores shared = new SharedStores();
        shared.report("i1", "a", 40);
        try (StoreClient client = StoreClient.over(shared.reports, shared.rooms, shared.drains)) {
            // In-memory stores answer at once, on the thread that asks: the one that keeps the client's time.
            for (String room : new String[] {"a", "a", "b"}) {
                CompletableFuture<String> thread = client.allocator(SharedStores.BATTLE)
                        .allocate(new RoomId(room))
                        .thenApply(place -> Thread.currentThread().getName())
                        .toCompletableFuture();
                String ran = thread.get(20, TimeUnit.SECONDS);
                assertThat(ran).doesNotContain("time");
            }
        }
    }

    @Test
    void settingsOutOfRangeAreRefusedAndAServiceMayHaveItsOwn() {
        StoreSettings standard = StoreSettings.standard();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.withLookEvery(Duration.ofMillis(249)))
                .withMessage("lookEvery is 249ms: use 250ms to 1s");
        assertThatIllegalArgumentException().isThrownBy(() -> standard.withBudget(Duration.ofMinutes(2)));
        ServiceId own = new ServiceId("own");
        StoreSettings other = standard.with(own, PlacementSettings.safetyMargin());
        assertThat(other.of(own).policy()).isEqualTo(Policy.SAFETY_MARGIN);
        assertThat(other.of(SharedStores.BATTLE)).isEqualTo(PlacementSettings.standard());
    }
}
