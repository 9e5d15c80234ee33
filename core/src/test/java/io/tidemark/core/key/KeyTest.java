package io.tidemark.core.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.core.codec.Bytes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyTest {
  private record Car(@Nullable String road, int lane) {}

  private record Lane(@Nullable String road, int number) {}

  private static final Key<Car, Lane> LANE =
      Key.of(Lane.class, car -> new Lane(car.road(), car.lane()));

  @Test
  void keepsARecordAsTheListOfItsComponents() {
    Object kept = LANE.selector().key().apply(new Car("A1", 2));

    assertThat(LANE.columns()).containsExactly("road", "number");
    assertThat(kept).isEqualTo(List.<Object>of("A1", 2L));
    assertThat(LANE.parts(List.<Object>of("A1", 2L))).isEqualTo(List.<Object>of("A1", 2L));
    assertThat(LANE.typed(List.<Object>of("A1", 2L))).isEqualTo(new Lane("A1", 2));
  }

  @Test
  void takesAnEmptyComponentForNoKey() {
    assertThat(LANE.selector().key().apply(new Car(null, 2))).isNull();
  }

  @Test
  void keepsAValueAsItIs() {
    Key<Car, Integer> key = Key.of("lane", Car::lane);
    KeySelector<Object, Object> selector = key.selector();

    assertThat(selector.key().apply(new Car("A1", 2))).isEqualTo(2);
    assertThat(key.typed(2)).isEqualTo(2);
    assertThat(key.isKeptOtherwise()).isFalse();
    assertThat(
            Bytes.read(Bytes.write(out -> selector.codec().write(2, out)), selector.codec()::read))
        .isEqualTo(2);
    assertThat(selector.order().compare(2, 10)).isNegative();
  }

  @Test
  void refusesAKeyThatNoRowHoldsWhenItIsWritten() {
    KeySelector<Object, Object> selector =
        Key.<Car, Thread.State>of(c -> Thread.State.NEW).selector();

    assertThatThrownBy(() -> Bytes.write(out -> selector.codec().write(Thread.State.NEW, out)))
        .hasMessageContaining("type=java.lang.Thread$State")
        .hasMessageContaining("expected=String, Long, Integer");
  }

  @Test
  void isOneForAllElements() {
    Key<Car, Key.One> one = Key.one();

    assertThat(one.columns()).isEmpty();
    assertThat(one.selector().key().apply(new Car("A1", 2))).isEqualTo(List.of());
    assertThat(one.typed(List.of())).isEqualTo(new Key.One());
  }

  @Test
  void refusesAColumnWithoutAName() {
    assertThatThrownBy(() -> Key.of("", Car::lane)).isInstanceOf(IllegalArgumentException.class);
  }

  private record Road(@Nullable String name) {}

  @Test
  void tellsHowAKeyIsKept() {
    assertThat(Key.asKept(new Lane("A1", 2))).isEqualTo(List.<Object>of("A1", 2L));
    assertThat(Key.asKept(new Road("A1"))).isEqualTo("A1");
    assertThat(Key.asKept(new Key.One())).isEqualTo(List.of());
    assertThat(Key.asKept(List.<Object>of("A1", 2L))).isEqualTo(List.<Object>of("A1", 2L));
    assertThat(Key.asKept(2)).isEqualTo(2);
  }

  @Test
  void refusesWhatNoKeyIs() {
    assertThatThrownBy(() -> Key.asKept(new Road(null)))
        .hasMessageContaining("key=Road[name=null]");
    assertThatThrownBy(() -> Key.asKept(Thread.State.NEW))
        .hasMessageContaining("no key has this type: expected=a record, String")
        .hasMessageContaining("actual=java.lang.Thread$State");
  }
}
