package io.fairlead.manager.access;

/**
 * Whose a token is.
 *
 * @param role what it is for
 * @param name what the audit calls its owner; the role where the file names nobody
 */
public record Caller(TokenRole role, String name) {}
