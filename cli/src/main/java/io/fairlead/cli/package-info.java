/** The command line: one class per command. */
@NullMarked
package io.fairlead.cli;

import org.jspecify.annotations.NullMarked;
