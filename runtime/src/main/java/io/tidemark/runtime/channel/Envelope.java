package io.tidemark.runtime.channel;

import io.tidemark.core.message.EntityId;
import io.tidemark.core.message.Message;
import org.apache.pekko.actor.typed.ActorRef;

/**
 * A message on its way. In one JVM the message passes by reference, and with it the ownership of
 * what it refers to.
 *
 * @param pipeline whose entities they are
 * @param from who speaks
 * @param to who is meant: the receiver compares it with itself
 * @param sender the speaking incarnation; answers go to it and to no later one
 */
public record Envelope(
    String pipeline, EntityId from, EntityId to, ActorRef<Envelope> sender, Message message)
    implements EntityCommand {}
