/** What leaves a JVM and how. Read {@link io.tidemark.sharding.wire.WireSerializer}. */
@NullMarked
package io.tidemark.sharding.wire;

import org.jspecify.annotations.NullMarked;
