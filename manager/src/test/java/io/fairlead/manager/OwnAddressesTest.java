package io.fairlead.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class OwnAddressesTest {

    @Test
    void eachOfThemIsOnANetworkCardOfThisMachineAndLoopbackIsAmongThem() throws Exception {
        Set<String> own = OwnAddresses.ofThisMachine();
        assertThat(own).contains(InetAddress.getLoopbackAddress().getHostAddress());
        for (String address : own) {
            assertThat(NetworkInterface.getByInetAddress(InetAddress.getByName(address)))
                    .as(address)
                    .isNotNull();
        }
        assertThat(own).doesNotContain("192.0.2.1");
    }
}
