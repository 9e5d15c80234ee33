/** Keys: which one an element has, and which key group answers for it. */
@NullMarked
package io.tidemark.core.key;

import org.jspecify.annotations.NullMarked;
