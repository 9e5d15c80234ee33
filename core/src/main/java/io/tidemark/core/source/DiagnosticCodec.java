package io.tidemark.core.source;

import io.tidemark.core.codec.Bytes;
import io.tidemark.core.codec.Codec;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** The codec of diagnostics. */
public final class DiagnosticCodec implements Codec<Diagnostic> {
  /** The one instance. */
  public static final DiagnosticCodec INSTANCE = new DiagnosticCodec();

  private DiagnosticCodec() {}

  @Override
  public void write(Diagnostic diagnostic, DataOutput out) throws IOException {
    out.writeLong(diagnostic.timeMicros());
    Bytes.writeString(diagnostic.source(), out);
    Bytes.writeVarInt(diagnostic.partition(), out);
    Bytes.writeString(diagnostic.partitionName(), out);
    Bytes.writeVarInt(diagnostic.offset().file(), out);
    Bytes.writeVarLong(diagnostic.offset().position(), out);
    Bytes.writeString(diagnostic.rule(), out);
    Bytes.writeString(diagnostic.eventText(), out);
    Bytes.writeString(diagnostic.arrivalText(), out);
    Bytes.writeString(diagnostic.assignedText(), out);
    Bytes.writeString(diagnostic.text(), out);
  }

  @Override
  public Diagnostic read(DataInput in) throws IOException {
    return new Diagnostic(
        in.readLong(),
        Bytes.readString(in),
        Bytes.readVarInt(in),
        Bytes.readString(in),
        new Offset(Bytes.readVarInt(in), Bytes.readVarLong(in)),
        Bytes.readString(in),
        Bytes.readString(in),
        Bytes.readString(in),
        Bytes.readString(in),
        Bytes.readString(in));
  }
}
