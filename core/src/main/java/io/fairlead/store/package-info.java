/**
 * What must be remembered: ports, each with an in-memory implementation beside it.
 *
 * <p>A port answers done or refused as a value. Only when it cannot tell which, the answer is an exception: {@link
 * io.fairlead.store.OutcomeUnknownException}. Answers come later, since a store may be far away; no call blocks.
 */
@NullMarked
package io.fairlead.store;

import org.jspecify.annotations.NullMarked;
