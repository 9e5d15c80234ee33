package io.tidemark.config.expression;

import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind.Kind;
import dev.cel.common.ast.CelMutableExpr;
import dev.cel.common.ast.CelMutableExpr.CelMutableCall;
import dev.cel.common.ast.CelMutableExpr.CelMutableIdent;
import io.tidemark.config.expression.Reference.Side;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the columns that an expression names, and puts variables in their place whose names mean
 * nothing else in the language: a column may be called {@code string} or {@code km/h}.
 */
final class ColumnNames {
  private static final String INDEX = "_[_]";

  /** Before functions that belong to the language, as in {@code math.abs(x)}. */
  private static final String NAMESPACE = "math";

  private final boolean sides;
  private final Map<Long, Integer> positions;
  private final Map<Reference, Integer> found = new LinkedHashMap<>();
  private final List<Reference> references = new ArrayList<>();

  ColumnNames(boolean sides, Map<Long, Integer> positions) {
    this.sides = sides;
    this.positions = positions;
  }

  /** The columns found, in order; where each is first named. */
  Map<Reference, Integer> found() {
    return found;
  }

  /** The variable that stands for the column of that place in the order. */
  static String variable(int index) {
    return "c" + index;
  }

  /** Replaces the names in the expression. */
  void replace(CelMutableExpr at) throws ExpressionFault {
    Optional<Reference> reference = reference(at);
    if (reference.isPresent()) {
      at.setIdent(CelMutableIdent.create(variable(index(reference.get(), at))));
      return;
    }
    switch (at.getKind()) {
      case IDENT ->
          throw new ExpressionFault(
              "a name without its side: " + at.ident().name() + "; write left.NAME or right.NAME",
              position(at));
      case SELECT -> {
        requireNotTested(at);
        replace(at.select().operand());
      }
      case CALL -> replace(at.call());
      case LIST -> {
        for (CelMutableExpr element : at.list().elements()) {
          replace(element);
        }
      }
      case CONSTANT -> {}
      default ->
          throw new ExpressionFault("maps and messages are no values of a column", position(at));
    }
  }

  private void replace(CelMutableCall call) throws ExpressionFault {
    if (call.target().isPresent() && !isNamespace(call.target().get())) {
      replace(call.target().get());
    }
    for (CelMutableExpr argument : call.args()) {
      replace(argument);
    }
  }

  private void requireNotTested(CelMutableExpr at) throws ExpressionFault {
    if (at.select().testOnly()) {
      throw new ExpressionFault("has() is not there: compare with null", position(at));
    }
  }

  private Optional<Reference> reference(CelMutableExpr at) {
    if (at.getKind() == Kind.IDENT) {
      return sides ? Optional.empty() : Optional.of(Reference.ofRow(at.ident().name()));
    }
    if (at.getKind() == Kind.SELECT && sides && !at.select().testOnly()) {
      return side(at.select().operand()).map(side -> new Reference(side, at.select().field()));
    }
    if (at.getKind() == Kind.CALL && at.call().function().equals(INDEX)) {
      CelMutableExpr index = at.call().args().get(1);
      boolean named =
          index.getKind() == Kind.CONSTANT
              && index.constant().getKind() == CelConstant.Kind.STRING_VALUE;
      return named
          ? side(at.call().args().get(0))
              .map(side -> new Reference(side, index.constant().stringValue()))
          : Optional.empty();
    }
    return Optional.empty();
  }

  private Optional<Side> side(CelMutableExpr of) {
    if (of.getKind() != Kind.IDENT) {
      return Optional.empty();
    }
    for (Side side : sides ? List.of(Side.LEFT, Side.RIGHT) : List.of(Side.ROW)) {
      if (side.name().toLowerCase(Locale.ROOT).equals(of.ident().name())) {
        return Optional.of(side);
      }
    }
    return Optional.empty();
  }

  private static boolean isNamespace(CelMutableExpr target) {
    return target.getKind() == Kind.IDENT && target.ident().name().equals(NAMESPACE);
  }

  private int index(Reference reference, CelMutableExpr at) {
    if (found.putIfAbsent(reference, first(at)) == null) {
      references.add(reference);
    }
    return references.indexOf(reference);
  }

  /** Where a name begins: a selection stands at its point, an index at its bracket. */
  private int first(CelMutableExpr at) {
    if (at.getKind() == Kind.SELECT) {
      return position(at.select().operand());
    }
    return at.getKind() == Kind.CALL ? position(at.call().args().get(0)) : position(at);
  }

  private int position(CelMutableExpr at) {
    return positions.getOrDefault(at.id(), 0);
  }
}
