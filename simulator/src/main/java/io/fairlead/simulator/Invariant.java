package io.fairlead.simulator;

import java.util.Optional;

/**
 * A sentence that must be true of every round of every run, whatever happens in the world.
 *
 * <p>One object watches one run and may remember earlier rounds.
 */
@FunctionalInterface
public interface Invariant {

    /** What is wrong in this round, in one line that says where and what, or empty. */
    Optional<String> violation(RoundFacts facts);
}
