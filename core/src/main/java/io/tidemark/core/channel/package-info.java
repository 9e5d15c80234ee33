/**
 * Channels between entities: numbering, gaps, retention, acknowledgements, and the word to the
 * coordinator. Read {@link io.tidemark.core.channel.Outgoing} first, then {@link
 * io.tidemark.core.channel.Incoming}.
 */
@NullMarked
package io.tidemark.core.channel;

import org.jspecify.annotations.NullMarked;
