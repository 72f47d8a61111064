/** The words everyone shares: identifiers of nodes and groups, and the checks behind a decision. */
@NullMarked
package io.fairlead;

import org.jspecify.annotations.NullMarked;
