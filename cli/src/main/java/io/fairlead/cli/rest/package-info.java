/** Reads what a manager answers over its REST interface, with as few classes as possible: a command starts and ends. */
@NullMarked
package io.fairlead.cli.rest;

import org.jspecify.annotations.NullMarked;
