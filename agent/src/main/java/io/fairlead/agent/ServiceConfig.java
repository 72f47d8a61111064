package io.fairlead.agent;

import io.fairlead.ServiceId;
import io.fairlead.config.Quoted;
import io.fairlead.config.Settings;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The service of which this machine is an instance, so that programs in any language take rooms.
 *
 * @param name the service
 * @param endpoint what callers are told, 1..255 printable ASCII characters without spaces
 */
public record ServiceConfig(ServiceId name, String endpoint) {
    private static final String KEY = "service";
    private static final Pattern ENDPOINT = Pattern.compile("[!-~]{1,255}");

    /** Checks the form of the endpoint. */
    public ServiceConfig {
        if (!ENDPOINT.matcher(endpoint).matches()) {
            throw new IllegalArgumentException("endpoint: found " + Quoted.of(endpoint)
                    + ", expected 1 to 255 printable ASCII characters without spaces, such as ws://10.0.0.5:9000");
        }
    }

    /** A section in a file, and as a flag {@code name=battle,endpoint=ws://10.0.0.5:9000}. */
    static Optional<ServiceConfig> read(Settings settings) {
        return settings.section(KEY, "name=battle,endpoint=ws://10.0.0.5:9000").map(ServiceConfig::of);
    }

    private static ServiceConfig of(Settings section) {
        section.known("name", "endpoint");
        String name = section.text("name").orElseThrow(() -> section.refused("name", "a service such as battle"));
        String endpoint = section.text("endpoint")
                .orElseThrow(() -> section.refused("endpoint", "what callers are told, such as ws://10.0.0.5:9000"));
        return section.build(() -> new ServiceConfig(new ServiceId(name), endpoint));
    }
}
