package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.cli.rest.GroupShown;
import io.fairlead.cli.rest.HandoverShown;
import io.fairlead.cli.rest.ManagerClient;
import io.fairlead.cli.rest.ManagerException;
import io.fairlead.cli.rest.NodeShown;
import java.time.Duration;
import java.util.List;

/** Looks at a change of primary until it is done, and says on a terminal how far it is. */
final class ChangeFollower {

    private static final Duration LOOK_EVERY = Duration.ofMillis(200);

    private final Terminal terminal;
    private final ManagerClient client;
    private final GroupId group;
    private String said = "";

    ChangeFollower(Terminal terminal, ManagerClient client, GroupId group) {
        this.terminal = terminal;
        this.client = client;
        this.group = group;
    }

    /** Returns when all of it is done; throws {@link CommandFailed} with what went wrong if the node is not primary then. */
    void follow(String node) throws ManagerException {
        GroupShown now = look();
        while (now.handover().isUnderWay()) {
            tell(now.handover());
            pause();
            now = look();
        }
        if (!works(now, node)) {
            List<String> troubles = now.handover().troublesSinceItWasToBe(node);
            throw new CommandFailed(node + " did not become primary of " + group
                    + (troubles.isEmpty() ? "" : ": " + String.join("; ", troubles))
                    + (now.primary().isEmpty() ? "; nobody is primary" : "; " + now.primary() + " is primary"));
        }
    }

    private static boolean works(GroupShown group, String node) {
        return group.primary().equals(node)
                && group.node(node).filter(NodeShown::isYetToTakeTheRole).isEmpty();
    }

    private GroupShown look() throws ManagerException {
        return GroupShown.of(client.get("/v1/groups/" + group, "group").document());
    }

    private void tell(HandoverShown change) {
        String words = change.to() + ": " + change.step();
        if (terminal.errIsTerminal() && !words.equals(said)) {
            said = words;
            terminal.err().println(words);
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_EVERY.toMillis());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw CommandFailed.by(stopped);
        }
    }
}
