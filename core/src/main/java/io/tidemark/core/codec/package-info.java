/**
 * How keys, states, elements and results become bytes: the {@link io.tidemark.core.codec.Codec} a
 * pipeline names for each of its types, and the codecs of the values a row holds. Depends on the
 * JDK only; {@code DataOutput} and {@code DataInput} are the seam to whatever stores or sends the
 * bytes.
 */
@NullMarked
package io.tidemark.core.codec;

import org.jspecify.annotations.NullMarked;
