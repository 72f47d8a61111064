package io.fairlead.manager.journal;

import java.time.Duration;

/** A machine's clock that is set by hand. */
final class HandClock implements BootClock {

    String boot = "run-1";
    Duration uptime = Duration.ofHours(2);
    long wallMillis = 1_700_000_000_000L;

    @Override
    public String boot() {
        return boot;
    }

    @Override
    public Duration uptime() {
        return uptime;
    }

    @Override
    public long wallMillis() {
        return wallMillis;
    }

    void advance(Duration span) {
        uptime = uptime.plus(span);
        wallMillis += span.toMillis();
    }
}
