/**
 * The rules between entities, without actors: numbering, gaps, acknowledgements, retention, credit,
 * generations, and the messages that carry them.
 */
@NullMarked
package io.tidemark.core.channel;

import org.jspecify.annotations.NullMarked;
