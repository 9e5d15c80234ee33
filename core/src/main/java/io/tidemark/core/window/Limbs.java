package io.tidemark.core.window;

/**
 * An exact whole number of any size that others are added to and taken from, in limbs of 32 bits,
 * of which only the stretch in use exists. A limb is a {@code long}, so that carries wait: an
 * addition touches the limbs of what is added, and only after 2³⁰ additions are carries passed on.
 * The one form of the number, which does not depend on the order of additions, is {@link #exact}.
 */
class Limbs {
  static final int LIMB_BITS = 32;
  static final long LIMB_MASK = 0xFFFF_FFFFL;

  private static final int MOST_PENDING = 1 << 30;
  private static final long[] NO_LIMBS = {};

  /** The limb of index i counts 2^(32 · (first + i)) units. */
  long[] limbs = NO_LIMBS;

  int first;

  /** Additions since carries were passed on. */
  private int pending;

  /**
   * Adds {@code sign · (high · 2⁶⁴ + low) · 2^shift} units, both halves unsigned.
   *
   * @param sign 1 or −1
   */
  final void add(int sign, long high, long low, int shift) {
    int limb = shift / LIMB_BITS;
    int bits = shift % LIMB_BITS;
    makeRoom(limb, limb + 5);
    int at = limb - first;
    long[] parts = {low & LIMB_MASK, low >>> LIMB_BITS, high & LIMB_MASK, high >>> LIMB_BITS};
    for (int i = 0; i < parts.length; i++) {
      long moved = parts[i] << bits;
      limbs[at + i] += sign * (moved & LIMB_MASK);
      limbs[at + i + 1] += sign * (moved >>> LIMB_BITS);
    }
    noteAddition();
  }

  /** Adds another number, which stays what it is. */
  final void addAll(Limbs from) {
    addAll(1, from);
  }

  /** Subtracts another number, which stays what it is. */
  final void subtractAll(Limbs from) {
    addAll(-1, from);
  }

  private void addAll(int sign, Limbs from) {
    from.passCarries();
    makeRoom(from.first, from.first + from.limbs.length);
    for (int i = 0; i < from.limbs.length; i++) {
      limbs[from.first - first + i] += sign * from.limbs[i];
    }
    noteAddition();
  }

  /** Becomes the number. */
  final void set(ExactNumber number) {
    first = number.first();
    limbs = number.signedLimbs();
  }

  final void noteAddition() {
    if (++pending == MOST_PENDING) {
      passCarries();
    }
  }

  final void makeRoom(int from, int to) {
    if (limbs.length == 0) {
      limbs = new long[to - from];
      first = from;
    } else if (from < first || to > first + limbs.length) {
      int lowest = Math.min(from, first);
      long[] wider = new long[Math.max(to, first + limbs.length) - lowest];
      System.arraycopy(limbs, 0, wider, first - lowest, limbs.length);
      limbs = wider;
      first = lowest;
    }
  }

  /** Afterwards every limb is from 0 to below 2³², the last one from −2³². */
  private void passCarries() {
    pending = 0;
    long carry = 0;
    for (int i = 0; i < limbs.length; i++) {
      long limb = limbs[i] + carry;
      limbs[i] = limb & LIMB_MASK;
      carry = limb >> LIMB_BITS;
    }
    if (carry == -1) {
      limbs[limbs.length - 1] -= LIMB_MASK + 1;
    } else if (carry != 0) {
      makeRoom(first, first + limbs.length + 1);
      limbs[limbs.length - 1] = carry;
    }
  }

  final ExactNumber exact() {
    passCarries();
    return ExactNumber.of(first, limbs);
  }
}
