package io.tidemark.core.time;

import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What a partition's admission remembers between events; {@link Time#MIN} where nothing was seen.
 *
 * @param lastArrivalMicros the largest arrival seen, dropped events included
 * @param floorMicros with substreams the partition's floor, else {@link Time#MIN}
 * @param maxMicros without substreams the largest accepted time, else {@link Time#MIN}
 * @param watermarkMicros without substreams the watermark, else {@link Time#MIN}
 */
public record AdmissionState(
    long lastArrivalMicros, long floorMicros, long maxMicros, long watermarkMicros) {
  /** Before the first event. */
  public static final AdmissionState INITIAL =
      new AdmissionState(Time.MIN, Time.MIN, Time.MIN, Time.MIN);

  /** Four numbers of eight bytes, in the order of the components. */
  public static final Codec<AdmissionState> CODEC =
      new Codec<>() {
        @Override
        public void write(AdmissionState state, DataOutput out) throws IOException {
          out.writeLong(state.lastArrivalMicros);
          out.writeLong(state.floorMicros);
          out.writeLong(state.maxMicros);
          out.writeLong(state.watermarkMicros);
        }

        @Override
        public AdmissionState read(DataInput in) throws IOException {
          return new AdmissionState(in.readLong(), in.readLong(), in.readLong(), in.readLong());
        }
      };
}
