package io.fairlead.agent;

import io.fairlead.config.ListenAddress;
import io.fairlead.config.Settings;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How an agent takes part in failsafe.
 *
 * @param listen where the other agents of the group ask this one
 * @param address {@code HOST:PORT} under which they reach that
 * @param secretFile the file with the secret that all of them share
 */
public record PeerConfig(ListenAddress listen, String address, Path secretFile) {

    /** Nothing where none of the three keys is set; one or two of them are refused, naming what is missing. */
    static Optional<PeerConfig> read(Settings settings, Optional<Path> secretFile) {
        Optional<String> listen = settings.text("peer-listen");
        Optional<String> address = settings.text("peer-address");
        if (listen.isEmpty() && address.isEmpty() && secretFile.isEmpty()) {
            return Optional.empty();
        }
        if (listen.isEmpty() || address.isEmpty() || secretFile.isEmpty()) {
            String missing =
                    listen.isEmpty() ? "peer-listen" : address.isEmpty() ? "peer-address" : "group-secret-file";
            throw new IllegalArgumentException(
                    missing + ": is not set, and failsafe needs peer-listen, peer-address and group-secret-file");
        }
        return Optional.of(new PeerConfig(ListenAddress.parse(listen.get()), address.get(), secretFile.get()));
    }
}
