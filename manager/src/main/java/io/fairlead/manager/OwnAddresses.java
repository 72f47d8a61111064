package io.fairlead.manager;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The addresses of this machine, by which a node on it is told from one elsewhere. */
final class OwnAddresses {

    private static final Logger LOG = LoggerFactory.getLogger(OwnAddresses.class);

    private OwnAddresses() {}

    /** All of them as text; none where the system does not tell. */
    static Set<String> ofThisMachine() {
        try {
            return NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .map(InetAddress::getHostAddress)
                    .collect(Collectors.toCollection(TreeSet::new));
        } catch (SocketException trouble) {
            LOG.debug("the addresses of this machine are not known", trouble);
            return Set.of();
        }
    }
}
