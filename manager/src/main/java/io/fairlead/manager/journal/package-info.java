/** The embedded store on disk: a journal of facts, and snapshots that it can begin anew from. */
@NullMarked
package io.fairlead.manager.journal;

import org.jspecify.annotations.NullMarked;
