package io.tidemark.core.time;

import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What one substream's admission remembers between events; {@link Time#MIN} where nothing was seen.
 *
 * @param maxMicros the largest accepted time
 * @param watermarkMicros the substream's watermark
 */
public record KeyState(long maxMicros, long watermarkMicros) {
  /** Before the first event. */
  public static final KeyState INITIAL = new KeyState(Time.MIN, Time.MIN);

  /** Two numbers of eight bytes, in the order of the components. */
  public static final Codec<KeyState> CODEC =
      new Codec<>() {
        @Override
        public void write(KeyState state, DataOutput out) throws IOException {
          out.writeLong(state.maxMicros);
          out.writeLong(state.watermarkMicros);
        }

        @Override
        public KeyState read(DataInput in) throws IOException {
          return new KeyState(in.readLong(), in.readLong());
        }
      };
}
