/** A node's part in its group: what it must not forget, and how it holds or loses the role. */
@NullMarked
package io.fairlead.client.role;

import org.jspecify.annotations.NullMarked;
