package io.fairlead.manager.loop;

/**
 * What came of something that an operator wanted.
 *
 * @param act what was done, or refused
 * @param view the group after it
 */
public record ActAnswer(Act act, GroupView view) {}
