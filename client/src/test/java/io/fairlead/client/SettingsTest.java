package io.fairlead.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client can be told, and what it refuses. */
final class SettingsTest {

    private final ClientSettings standard = ClientSettings.standard();

    @Test
    void theStandardNeedsNoConfiguration() {
        assertThat(standard.manager()).isEqualTo(URI.create("http://127.0.0.1:7400"));
        assertThat(standard.budget()).isEqualTo(Duration.ofSeconds(1));
        assertThat(standard.inFlight()).isEqualTo(256);
        assertThat(LocatorSettings.standard())
                .isEqualTo(new LocatorSettings(Duration.ofSeconds(1), Duration.ofSeconds(5)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "gw-1",
                "gw-1:7400",
                "ftp://gw-1",
                "http://",
                "http://gw-1/v1",
                "http://gw-1?x",
                "http://u@gw-1",
                "http://gw-1:0",
                "http://gw-1:70000",
                "http://a b",
                "http://gw-1:7400,http://gw-2:7400"
            })
    void whatIsNoAddressOfOneManagerIsRefusedWithTheRightForm(String address) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.withManager(address))
                .withMessage("manager is \"" + address + "\": use http://HOST:PORT, such as http://127.0.0.1:7400");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://gw-1:7400", "https://gw-1", "http://[::1]:7400/"})
    void anAddressIsTaken(String address) {
        assertThat(standard.withManager(address).manager()).hasToString(address);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s3cr3t x", "s3cr3t\n", "s3cr3t\u00e9"})
    void whatNoHeaderCanHoldIsNoTokenAndIsNotShown(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.withToken(text))
                .withMessage(
                        "the token of ClientSettings.withToken has characters other than printable ASCII, or is empty");
    }

    @Test
    void settingsAsTextShowNoToken() {
        assertThat(standard.withToken("s3cr3t-0123456789").toString()).doesNotContain("s3cr3t");
    }

    @Test
    void valuesOutOfRangeAreRefusedByName() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.withBudget(Duration.ofMillis(9)))
                .withMessage("budget is 9ms: use 10ms to 60s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> standard.withInFlight(0))
                .withMessage("inFlight is 0: use 1 to 10000");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LocatorSettings(Duration.ofMillis(99), Duration.ofSeconds(5)))
                .withMessage("refresh is 99ms: use 100ms to 60s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LocatorSettings(Duration.ofSeconds(1), Duration.ofMillis(1_999)))
                .withMessage("staleAfter is 1999ms: use 2s to 600s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PlaceWish.forConnection().withCost(0))
                .withMessage("cost is 0.0: use a number above 0 and at most 1000");
    }

    @Test
    void aLoadOutOfRangeIsRefusedByName() {
        InstanceLoad load = InstanceLoad.unknown();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load.withCpu(Double.NaN))
                .withMessage("metric cpu is NaN: use a number of percent from 0 to 100");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load.withRooms(-1))
                .withMessageContaining("rooms is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load.withCapacity(0))
                .withMessage("capacity is 0.0: use cores above 0 and at most 1000000");
    }
}
