package io.fairlead.cli.rest;

import java.util.List;

/**
 * One group in the manager's list of groups.
 *
 * @param group the group's id
 * @param primary the primary, or an empty text
 * @param nodes how many nodes it has
 * @param alive how many of them are heard of
 * @param round number of its last round
 */
public record GroupRow(String group, String primary, long nodes, long alive, long round) {

    /** All groups of a manager, page by page, in the order of their ids. */
    public static List<GroupRow> all(ManagerClient client) throws ManagerException {
        return client.pages("/v1/groups", "groups").stream().map(GroupRow::of).toList();
    }

    private static GroupRow of(Document json) {
        return new GroupRow(
                json.text("group", "?"),
                json.text("primary", ""),
                json.integer("nodes").orElse(0),
                json.integer("alive").orElse(0),
                json.integer("round").orElse(0));
    }
}
