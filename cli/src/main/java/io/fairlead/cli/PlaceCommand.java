package io.fairlead.cli;

import io.fairlead.RoomId;
import io.fairlead.ServiceId;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.PlacementShown;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code fairlead place}: where a room goes, and why. */
@Command(
        name = "place",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Asks for a place for one room or connection of a service, and says why it goes there. A room with"
                        + " a name is remembered: whoever asks for it next gets the same place.",
        footer = {
            "",
            "Examples:",
            "  fairlead place battle                a place for a connection that nobody will look for",
            "  fairlead place battle --room r-17    the place of a room, a new one if it has none"
        })
final class PlaceCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ManagerOption manager = new ManagerOption();

    @Parameters(paramLabel = "SERVICE", description = "The service.")
    private @Nullable ServiceId service;

    @Option(names = "--room", paramLabel = "ROOM", description = "The name of the room.")
    private @Nullable RoomId room;

    @Option(names = "--json", description = "Print the manager's own document of the placement.")
    private boolean json;

    PlaceCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws ManagerException {
        ManagerClient client = manager.client(terminal, spec);
        // An id needs no escaping in JSON.
        String wish = room == null ? "{}" : "{\"room\":\"" + room + "\"}";
        ManagerClient.Answer answer =
                client.send("POST", "/v1/services/" + Objects.requireNonNull(service) + "/placements", wish);
        if (json) {
            terminal.out().println(answer.text().strip());
        } else {
            PlaceText text = new PlaceText(terminal.style());
            text.lines(PlacementShown.of(answer.document())).forEach(terminal.out()::println);
        }
        return ExitCode.DONE;
    }
}
