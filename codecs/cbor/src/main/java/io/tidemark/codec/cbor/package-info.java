/**
 * Values that no row can hold as bytes: nested records, sealed types, lists and maps, as CBOR with
 * a version before it.
 *
 * <p>A type is looked at once, when its codec is made, and refused there if it cannot be coded. The
 * bytes name components and the simple names of the permitted classes of sealed types, never a
 * class that is loaded for them. It depends on the core and on Jackson. Read {@link
 * io.tidemark.codec.cbor.CborCodec} first.
 */
@NullMarked
package io.tidemark.codec.cbor;

import org.jspecify.annotations.NullMarked;
