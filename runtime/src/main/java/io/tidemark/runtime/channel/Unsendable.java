package io.tidemark.runtime.channel;

/**
 * Published on the actor system's event stream: an envelope cannot leave this JVM. It ends the
 * pipeline that the sender belongs to.
 */
public record Unsendable(Envelope envelope, String reason) {}
