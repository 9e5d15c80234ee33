package io.tidemark.config.launch;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * The signals that ask this process to end. The JVM's own way to tell of them, a shutdown hook,
 * does not say which one it was, and the exit status depends on it; {@code sun.misc.Signal} does.
 * It is reached by reflection, since naming it is a compiler warning that cannot be switched off
 * one by one.
 */
enum Signals {
  /** Ctrl-C. */
  INT,
  /** What {@code kill} and service managers send. */
  TERM;

  /** Hands each of the signals to the listener from now on, on a thread of its own. */
  static void listen(Consumer<Signals> listener) {
    for (Signals signal : values()) {
      try {
        signal.handle(listener);
      } catch (ReflectiveOperationException | IllegalArgumentException e) {
        // A JVM without them, or one started with -Xrs: it ends as it always did, and the run can
        // be resumed.
        return;
      }
    }
  }

  private void handle(Consumer<Signals> listener) throws ReflectiveOperationException {
    Class<?> signalClass = Class.forName("sun.misc.Signal");
    Class<?> handlerClass = Class.forName("sun.misc.SignalHandler");
    Object signal = signalClass.getConstructor(String.class).newInstance(name());
    Object handler =
        Proxy.newProxyInstance(
            Signals.class.getClassLoader(),
            new Class<?>[] {handlerClass},
            (proxy, method, arguments) -> {
              switch (method.getName().toLowerCase(Locale.ROOT)) {
                case "handle" -> listener.accept(this);
                case "hashcode" -> {
                  return System.identityHashCode(proxy);
                }
                case "equals" -> {
                  return arguments != null && proxy == arguments[0];
                }
                default -> {
                  return "signal " + this;
                }
              }
              return null;
            });
    try {
      signalClass.getMethod("handle", signalClass, handlerClass).invoke(null, signal, handler);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException("the JVM keeps the signal: " + this, e);
    }
  }
}
