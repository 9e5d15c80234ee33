/**
 * How entities reach each other: the envelope, what an entity's actor understands, and who is known
 * to live where. Numbering, acknowledgement and sending again are the core's; here a message may be
 * lost.
 *
 * <p>It depends on the core, on telemetry and on Pekko's actors. Read {@link
 * io.tidemark.runtime.channel.Envelope} first, then {@link io.tidemark.runtime.channel.Peers}.
 */
@NullMarked
package io.tidemark.runtime.channel;

import org.jspecify.annotations.NullMarked;
