/** The HTTP interface: resources, and explanations as data and as text. */
@NullMarked
package io.fairlead.manager.rest;

import org.jspecify.annotations.NullMarked;
