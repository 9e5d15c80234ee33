/** Small complete pipelines, one idea each, whose output is written down and compared by a test. */
@NullMarked
package io.tidemark.examples;

import org.jspecify.annotations.NullMarked;
