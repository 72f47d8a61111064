/** Strict reading of a YAML configuration: a value is right, or the error names file, line, key and what would be right. */
@NullMarked
package io.fairlead.config;

import org.jspecify.annotations.NullMarked;
