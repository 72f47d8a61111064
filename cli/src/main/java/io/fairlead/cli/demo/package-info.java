/** The demonstration: a manager, this machine, and four simulated machines whose load follows the role. */
@NullMarked
package io.fairlead.cli.demo;

import org.jspecify.annotations.NullMarked;
