package io.tidemark;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.Set;

/**
 * What the core may know: nothing that could make the same records and decisions give other bytes.
 *
 * <p>What bytecode cannot show is left to other tests: the order of a hash table, a {@code
 * synchronized} block, a format in the default locale.
 */
@AnalyzeClasses(
    packages = "io.tidemark",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.HandWritten.class})
final class PurityTest {
  private static final String CORE = "io.tidemark.core..";

  @ArchTest
  static final ArchRule coreUsesOnlyTheJdkAndJSpecify =
      classes()
          .that()
          .resideInAPackage(CORE)
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(CORE, "java..", "org.jspecify.annotations..");

  @ArchTest
  static final ArchRule coreDoesNoInputOrOutput =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(doInputOrOutput())
          .because("a connector or an actor does it, and tells the core what came of it");

  @ArchTest
  static final ArchRule coreStartsNoThreadAndSharesNothing =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat(areForThreads())
          .orShould()
          .accessTargetWhere(isOneOf("java.lang.Object", "wait", "notify", "notifyAll"))
          .orShould()
          .accessTargetWhere(isAnyJdkMethod("parallelStream", "parallel"))
          .orShould(declareASynchronizedMethod())
          .because("what is mutable there is owned by one actor");

  @ArchTest
  static final ArchRule coreDrawsNothingAtRandom =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .dependOnClassesThat()
          .haveNameMatching("java\\.util\\.(Random|SplittableRandom|random\\..*)")
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.security.SecureRandom")
          .orShould()
          .accessTargetWhere(isOneOf("java.lang.Math", "random"))
          .orShould()
          .accessTargetWhere(isOneOf("java.util.UUID", "randomUUID"))
          .orShould()
          .accessTargetWhere(isOneOf("java.util.Collections", "shuffle"))
          .orShould()
          .accessTargetWhere(isOneOf("java.lang.System", "identityHashCode"))
          .because("the same records and decisions give the same bytes");

  @ArchTest
  static final ArchRule coreDoesNotLookAtTheMachineItRunsOn =
      noClasses()
          .that()
          .resideInAPackage(CORE)
          .should()
          .accessTargetWhere(isOneOf("java.lang.System", "getenv", "getProperty", "getProperties"))
          .orShould()
          .accessTargetWhere(isOneOf("java.time.ZoneId", "systemDefault"))
          .orShould()
          .accessTargetWhere(isOneOf("java.util.Locale", "getDefault"))
          .orShould()
          .accessTargetWhere(isOneOf("java.util.TimeZone", "getDefault"))
          .orShould()
          .accessTargetWhere(isOneOf("java.nio.charset.Charset", "defaultCharset"))
          .because("the same records and decisions give the same bytes on every machine");

  @ArchTest
  static final ArchRule onePackageReadsTheClock =
      noClasses()
          .that()
          .resideOutsideOfPackages("io.tidemark.runtime.clock..", "io.tidemark.benchmarks..")
          .should()
          .accessTargetWhere(readsAClock())
          .because("time is an argument everywhere else, so that a test or a replay can set it");

  private static DescribedPredicate<JavaClass> doInputOrOutput() {
    Set<String> harmless =
        Set.of(
            "java.io.IOException",
            "java.io.UncheckedIOException",
            "java.io.EOFException",
            "java.io.Closeable",
            "java.io.Serializable",
            // The seam of codecs, and bytes in memory.
            "java.io.DataInput",
            "java.io.DataOutput",
            "java.io.DataInputStream",
            "java.io.DataOutputStream",
            "java.io.InputStream",
            "java.io.OutputStream",
            "java.io.ByteArrayInputStream",
            "java.io.ByteArrayOutputStream");
    Set<String> processes = Set.of("java.lang.Process", "java.lang.ProcessBuilder");
    return resideInAnyPackage("java.io..", "java.net..", "java.nio.file..", "java.nio.channels..")
        .or(describe("processes", type -> processes.contains(type.getName())))
        .and(describe("not exceptions or marks", type -> !harmless.contains(type.getName())))
        .as("do input or output");
  }

  private static DescribedPredicate<JavaClass> areForThreads() {
    Set<String> threads =
        Set.of(
            "java.lang.Thread",
            "java.lang.ThreadLocal",
            "java.lang.InheritableThreadLocal",
            "java.lang.Runtime",
            "java.util.Timer",
            "java.util.TimerTask");
    return resideInAPackage("java.util.concurrent..")
        .or(describe("threads", type -> threads.contains(type.getName())))
        .as("are threads, locks or made for several threads");
  }

  private static ArchCondition<JavaClass> declareASynchronizedMethod() {
    return new ArchCondition<>("declare a synchronized method") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean locks =
            type.getMethods().stream()
                .anyMatch(method -> method.getModifiers().contains(JavaModifier.SYNCHRONIZED));
        events.add(
            new SimpleConditionEvent(type, locks, type.getName() + " has a synchronized method"));
      }
    };
  }

  /** An access is a call or a method reference: {@code Instant::now} reads the clock too. */
  private static DescribedPredicate<JavaAccess<?>> readsAClock() {
    return isOneOf("java.lang.System", "currentTimeMillis", "nanoTime")
        .or(isOneOf("java.time.Clock"))
        .or(
            describe(
                "now() of java.time",
                access ->
                    access.getTargetOwner().getPackageName().startsWith("java.time")
                        && access.getTarget().getName().equals("now")))
        .or(
            describe(
                "new Date()",
                access ->
                    access.getTargetOwner().getName().equals("java.util.Date")
                        && access.getTarget() instanceof CodeUnitAccessTarget made
                        && made.getRawParameterTypes().isEmpty()
                        && made.getName().equals("<init>")))
        .as("the target reads a clock");
  }

  /** Any member of {@code owner} where no name is given. */
  private static DescribedPredicate<JavaAccess<?>> isOneOf(String owner, String... members) {
    Set<String> names = Set.of(members);
    return describe(
        "the target is " + owner + (names.isEmpty() ? "" : "." + String.join("|", members)),
        access ->
            access.getTargetOwner().getName().equals(owner)
                && (names.isEmpty() || names.contains(access.getTarget().getName())));
  }

  private static DescribedPredicate<JavaAccess<?>> isAnyJdkMethod(String... methods) {
    Set<String> names = Set.of(methods);
    return describe(
        "the target is a method called " + String.join("|", methods),
        access ->
            access.getTargetOwner().getPackageName().startsWith("java.")
                && names.contains(access.getTarget().getName()));
  }
}
