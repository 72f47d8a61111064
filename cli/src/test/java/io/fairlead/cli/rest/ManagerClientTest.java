package io.fairlead.cli.rest;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ManagerClientTest {

    @Test
    void whatNeverAnswersInFullIsGivenUpAndNamed() throws IOException {
        // The system takes the connection; nobody ever answers on it.
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            ManagerUrl url = new ManagerUrl("http://127.0.0.1:" + silent.getLocalPort());
            ManagerClient client = new ManagerClient(url, Optional.empty(), Duration.ofMillis(200));
            assertThatExceptionOfType(ManagerException.class)
                    .isThrownBy(() -> client.get("/v1/groups", "groups"))
                    .withMessage("the manager at " + url + " did not answer in full within 0.2 s");
        }
    }
}
