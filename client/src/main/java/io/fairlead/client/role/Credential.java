package io.fairlead.client.role;

import java.util.function.Supplier;

/**
 * By what the managers know a node.
 *
 * @param header the value of the header {@code Authorization}, asked for before each heartbeat; answers from memory
 * @param name what a person is told of it, which is never the token itself
 */
public record Credential(Supplier<String> header, String name) {

    /** A token, as it stands in the manager's file of tokens. */
    public static Credential ofToken(String token) {
        return ofToken(() -> token, "the token of RoleSettings.withCredential");
    }

    /** A token that may change; {@code name} is where it comes from, for a person who looks for it. */
    public static Credential ofToken(Supplier<String> token, String name) {
        return new Credential(() -> "Bearer " + token.get(), name);
    }

    @Override
    public String toString() {
        return name;
    }
}
