package io.fairlead.cli;

import io.fairlead.GroupId;
import io.fairlead.cli.rest.ManagerClient;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What every command that asks a manager about one group is given. */
final class GroupQuestion {

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    @Mixin
    private ManagerOption manager = new ManagerOption();

    @Parameters(paramLabel = "GROUP", description = "The group.")
    private @Nullable GroupId group;

    /** The group. */
    GroupId group() {
        return Objects.requireNonNull(group);
    }

    /** The path of a part of the group at the manager. */
    String path(String part) {
        return "/v1/groups/" + group() + "/" + part;
    }

    /** A client of the manager. */
    ManagerClient client(Terminal terminal) {
        return manager.client(terminal, spec);
    }
}
