package io.tidemark.persistence.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.typesafe.config.ConfigFactory;
import org.junit.jupiter.api.Test;

final class JournalSettingsTest {

  @Test
  void haveTheDefaultsThatTheReferenceExplains() {
    assertThat(JournalSettings.from(ConfigFactory.load().getConfig("tidemark.journal")))
        .isEqualTo(JournalSettings.defaults());
  }

  @Test
  void nameTheSettingThatIsOutOfRange() {
    assertThatThrownBy(() -> JournalSettings.defaults().withQueue(0, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("journal setting is out of range: queue=0, allowed: 1 or more");
  }
}
