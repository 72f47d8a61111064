package io.fairlead.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.net.BindException;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListenAddressTest {

    @Test
    void hostAndPortAreReadAndShownAsInAnAddress() throws UnknownHostException {
        assertThat(ListenAddress.parse("gw.example:7400")).isEqualTo(new ListenAddress("gw.example", 7400));
        assertThat(ListenAddress.parse("[::1]:0").withPort(5)).hasToString("[::1]:5");
        assertThat(new ListenAddress("::1", 7)).isEqualTo(ListenAddress.parse("[::1]:7"));
        assertThat(ListenAddress.parse("[::1]:7").socketAddress().getAddress().isLoopbackAddress())
                .isTrue();
    }

    @Test
    void aLoopbackAddressIsToldByItsForm() {
        assertThat(ListenAddress.parse("localhost:1").isLoopback()).isTrue();
        assertThat(ListenAddress.parse("127.0.0.5:1").isLoopback()).isTrue();
        assertThat(new ListenAddress("::1", 1).isLoopback()).isTrue();
        assertThat(ListenAddress.parse("0.0.0.0:1").isLoopback()).isFalse();
        assertThat(ListenAddress.parse("127.example:1").isLoopback()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "7400", ":7400", "host", "host:", "::1:7400", "h:x", "h:65536", "h:-1", "h h:1", "[]:1"})
    void anythingElseIsRefusedWithWhatWasFound(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ListenAddress.parse(text))
                .withMessage("listen: found \"" + text
                        + "\", expected HOST:PORT such as 127.0.0.1:7400 or [::1]:7400, port 0 to 65535");
    }

    @Test
    void whyItCannotBeOpenedIsSaidTheSameEverywhere() {
        ListenAddress here = ListenAddress.parse("127.0.0.1:7400");
        assertThat(here.cannotBeOpened(new BindException("Address already in use")))
                .isEqualTo("listen 127.0.0.1:7400: another process uses this port: stop it, or choose another port"
                        + " (port 0 takes any free one)");
        assertThat(here.cannotBeOpened(new BindException("Cannot assign requested address")))
                .isEqualTo("listen 127.0.0.1:7400: this machine does not have this address");
        assertThat(here.cannotBeOpened(new UnknownHostException("x"))).contains("the host is not known");
        assertThat(here.cannotBeOpened(new IOException("test"))).isEqualTo("listen 127.0.0.1:7400: test");
    }
}
