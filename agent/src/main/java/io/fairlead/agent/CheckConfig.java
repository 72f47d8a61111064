package io.fairlead.agent;

import io.fairlead.config.ListenAddress;
import io.fairlead.config.Settings;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What HAProxy's agent-check is told, and where.
 *
 * @param listen where HAProxy asks; any address, for HAProxy is usually elsewhere, and the port tells a state and a weight only
 * @param by of what the answer speaks. Default: the service where one is set, else the role
 * @param standbyShare the percent of its weight that a standby has, 0..100. Default 0: a standby gets nothing
 */
public record CheckConfig(ListenAddress listen, By by, int standbyShare) {

    /** Of what the answer speaks. */
    public enum By {
        /** Of the node's role in its group. */
        ROLE,
        /** Of the machine as an instance of a service. */
        SERVICE
    }

    private static final String LISTEN = "agent-check";
    private static final String BY = "agent-check-by";
    private static final String SHARE = "standby-share";
    private static final Pattern PERCENT = Pattern.compile("(\\d{1,3})%");

    /** Nothing where the port is not set; then what else is said of it is refused, since it would have no effect. */
    static Optional<CheckConfig> read(Settings settings, boolean hasService) {
        Optional<String> listen = settings.text(LISTEN);
        if (listen.isEmpty()) {
            for (String key : new String[] {BY, SHARE}) {
                if (settings.text(key).isPresent()) {
                    throw settings.refusedFor(
                            key, "has no effect without agent-check: set agent-check, or leave it out");
                }
            }
            return Optional.empty();
        }
        By by = by(settings, hasService);
        if (by == By.SERVICE && settings.text(SHARE).isPresent()) {
            throw settings.refusedFor(
                    SHARE, "has no effect with agent-check-by service, whose weight is that of its margin");
        }
        return Optional.of(new CheckConfig(address(listen.get()), by, share(settings)));
    }

    private static By by(Settings settings, boolean hasService) {
        String given = settings.text(BY).orElse(hasService ? "service" : "role");
        if (given.equals("role")) {
            return By.ROLE;
        }
        if (!given.equals("service")) {
            throw settings.refused(BY, "role or service");
        }
        if (!hasService) {
            throw settings.refusedFor(BY, "found service, and no service is set: set service, or use role");
        }
        return By.SERVICE;
    }

    private static int share(Settings settings) {
        Optional<String> given = settings.text(SHARE);
        if (given.isEmpty()) {
            return 0;
        }
        var form = PERCENT.matcher(given.get());
        if (!form.matches() || Integer.parseInt(form.group(1)) > 100) {
            throw settings.refused(SHARE, "a whole number of percent, 0% to 100%, such as 5%");
        }
        return Integer.parseInt(form.group(1));
    }

    private static ListenAddress address(String text) {
        try {
            return ListenAddress.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(String.valueOf(e.getMessage()).replaceFirst("^listen", LISTEN), e);
        }
    }
}
