package io.fairlead.client;

import io.fairlead.placement.InstanceState;
import java.time.Duration;
import java.util.Optional;

/**
 * How it stands between an instance and its manager.
 *
 * @param state what the instance says of itself
 * @param rooms how many rooms it renews
 * @param answered time since the last report was sent that was answered; empty if none was
 * @param failures reports in a row that came to nothing
 * @param trouble what became of the last of them; empty if there is none
 * @param ended whether the manager does not count this process any more, or it has said goodbye
 */
public record ReporterStatus(
        InstanceState state,
        int rooms,
        Optional<Duration> answered,
        int failures,
        Optional<String> trouble,
        boolean ended) {}
