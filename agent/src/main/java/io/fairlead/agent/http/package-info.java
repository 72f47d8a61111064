/** The agent's local port, which tells programs and balancers on this machine whether it is primary. */
@NullMarked
package io.fairlead.agent.http;

import org.jspecify.annotations.NullMarked;
