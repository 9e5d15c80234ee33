package io.tidemark.core.transform;

/**
 * Is told when a program's code is called and has returned, so that somebody with a clock can see
 * how long it takes. One watches one computation, in the thread that runs it.
 */
public interface HandlerWatch {
  /** Watches nothing. */
  HandlerWatch NONE =
      new HandlerWatch() {
        @Override
        public void before() {
          // Nobody watches.
        }

        @Override
        public void after(Object key) {
          // Nobody watches.
        }
      };

  /** A handler is called next. */
  void before();

  /** It has returned, or thrown. */
  void after(Object key);
}
