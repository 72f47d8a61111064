package io.fairlead.client.role;

/**
 * What a heartbeat says of a step that fails.
 *
 * @param failed which step; of two the demote, for then the node may still work as primary
 * @param attempts how many times in a row
 */
record StepTrouble(RoleStep failed, int attempts) {}
