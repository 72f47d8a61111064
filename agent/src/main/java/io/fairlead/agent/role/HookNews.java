package io.fairlead.agent.role;

import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the log says of hooks. */
final class HookNews {
    private static final Logger LOG = LoggerFactory.getLogger(HookNews.class);

    private HookNews() {}

    /**
     * Each order is told, and of its repetitions those that end in another way than the one before.
     *
     * @param failures how many times this order failed already
     * @param news whether it ended in another way than the run before
     */
    static void tell(HookOrder order, HookResult result, int failures, boolean news) {
        if (failures > 0 && !news) {
            LOG.debug("hook {} failed again, for the {}. time", word(order), failures + 1);
            return;
        }
        String took = String.format(Locale.ROOT, "%.1f s", result.took().toMillis() / 1000.0);
        switch (result.end()) {
            case EXITED -> {
                if (result.succeeded()) {
                    LOG.info("hook {} succeeded after {}{}", word(order), took, tries(failures));
                } else {
                    LOG.warn(
                            "hook {} failed after {}: exit code {}{}{}",
                            word(order),
                            took,
                            result.exit(),
                            said(result),
                            later(order));
                }
            }
            case TIMED_OUT ->
                LOG.warn("hook {} was ended after {}: too slow{}{}", word(order), took, said(result), later(order));
            case ENDED_BY_NEWER -> LOG.info("hook {} was ended after {}: a newer order came", word(order), took);
            case NOT_STARTED ->
                LOG.warn("hook {} could not be started: {}{}", word(order), result.output(), later(order));
            case ABSENT, REPLACED_BY_NEWER -> LOG.debug("hook {}: {}", word(order), result.end());
        }
    }

    private static String tries(int failures) {
        return failures == 0 ? "" : ", at the " + (failures + 1) + ". attempt";
    }

    private static String later(HookOrder order) {
        return order.hook() == HookOrder.Hook.DEMOTE ? "; it is tried again until it succeeds" : "";
    }

    /** The output on one line of the log, as far as it is readable. */
    private static String said(HookResult result) {
        StringBuilder line = new StringBuilder();
        result.output()
                .strip()
                .codePoints()
                .forEach(c -> line.append(c == '\n' ? " | " : Character.isISOControl(c) ? "?" : Character.toString(c)));
        return line.isEmpty() ? "" : "; it said: " + line;
    }

    static String word(HookOrder order) {
        return order.hook().word() + " (token " + order.token() + ", " + order.reason() + ")";
    }
}
