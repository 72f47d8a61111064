/** The house rules as tests: they read every module's classes and the repository's text. */
@NullMarked
package io.fairlead.house;

import org.jspecify.annotations.NullMarked;
