package io.fairlead.client.machine;

/**
 * A value that cannot be known this time, with the reason in words.
 *
 * <p>Never leaves this package: {@link MachineReader} turns it into {@link Reading.Unknown}. It has no stack trace, so
 * a machine on which a metric is never known does not pay for one at every reading.
 */
final class Unmeasured extends Exception {
    private static final long serialVersionUID = 1L;

    Unmeasured(String reason) {
        super(reason, null, false, false);
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
