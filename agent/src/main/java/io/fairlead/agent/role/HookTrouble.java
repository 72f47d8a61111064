package io.fairlead.agent.role;

/**
 * What a heartbeat says of a hook that fails.
 *
 * @param failed which hook; of two the demote, for then the node may still work as primary
 * @param attempts how many times in a row
 */
record HookTrouble(HookOrder.Hook failed, int attempts) {}
