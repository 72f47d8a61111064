package io.fairlead.cli;

import io.fairlead.cli.rest.Document;
import picocli.CommandLine.Option;

/** The option by which a person says why. */
final class ReasonOption {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for whoever reads the audit.")
    private String reason = "";

    /** A document with the reason, if one was given. */
    Document document() {
        return reason.isEmpty() ? Document.empty() : Document.empty().with("reason", reason);
    }
}
