package io.tidemark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.NullMarked;

/**
 * Where things may point and what they are called, over the production classes of every module.
 *
 * <p>Maven's dependencies already forbid most arrows; these rules also stand when a dependency is
 * added by mistake, and they say which arrow was wrong. A rule that has nothing to speak of fails,
 * and so does an empty layer.
 */
@AnalyzeClasses(
    packages = "io.tidemark",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.HandWritten.class})
final class ArchitectureTest {
  private static final String CORE = "io.tidemark.core..";
  private static final String TESTKIT = "io.tidemark.testkit..";
  private static final String RUNTIME = "io.tidemark.runtime..";
  private static final String PERSISTENCE = "io.tidemark.persistence..";
  private static final String SHARDING = "io.tidemark.sharding..";
  private static final String CONNECTORS = "io.tidemark.connector.*..";
  private static final String CODECS = "io.tidemark.codec.*..";
  private static final String CONFIG = "io.tidemark.config..";
  private static final String EXAMPLES = "io.tidemark.examples..";
  private static final String BENCHMARKS = "io.tidemark.benchmarks..";

  /** Leaves out what JMH generates. */
  static final class HandWritten implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("/jmh_generated/");
    }
  }

  @ArchTest
  static final ArchRule modulesDependOnlyDownTheArrows =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.tidemark..")
          .layer("core")
          .definedBy(CORE)
          .layer("testkit")
          .definedBy(TESTKIT)
          .layer("runtime")
          .definedBy(RUNTIME)
          .layer("persistence")
          .definedBy(PERSISTENCE)
          .layer("sharding")
          .definedBy(SHARDING)
          .layer("connectors")
          .definedBy(CONNECTORS)
          .layer("codecs")
          .definedBy(CODECS)
          .layer("config")
          .definedBy(CONFIG)
          .layer("examples")
          .definedBy(EXAMPLES)
          .layer("benchmarks")
          .definedBy(BENCHMARKS)
          .whereLayer("core")
          .mayNotAccessAnyLayer()
          .whereLayer("testkit")
          .mayOnlyAccessLayers("core")
          .whereLayer("runtime")
          .mayOnlyAccessLayers("core")
          .whereLayer("persistence")
          .mayOnlyAccessLayers("core", "runtime")
          .whereLayer("sharding")
          .mayOnlyAccessLayers("core", "runtime")
          .whereLayer("connectors")
          .mayOnlyAccessLayers("core")
          .whereLayer("codecs")
          .mayOnlyAccessLayers("core")
          .whereLayer("config")
          .mayOnlyAccessLayers("core", "runtime", "persistence", "sharding", "connectors")
          .whereLayer("examples")
          .mayOnlyAccessLayers(
              "core", "runtime", "persistence", "sharding", "connectors", "codecs", "config")
          .whereLayer("benchmarks")
          .mayOnlyAccessLayers(
              "core", "runtime", "persistence", "sharding", "connectors", "config");

  @ArchTest
  static final ArchRule everyClassBelongsToAModule =
      classes()
          .should()
          .resideInAnyPackage(
              CORE,
              TESTKIT,
              RUNTIME,
              PERSISTENCE,
              SHARDING,
              CONNECTORS,
              CODECS,
              CONFIG,
              EXAMPLES,
              BENCHMARKS)
          .because("the arrows between modules are checked by package name");

  @ArchTest
  static final ArchRule noPackageIsSplitBetweenModules =
      classes().should(resideInTheOnlyModuleOfTheirPackage());

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices()
          .matching("io.tidemark.(**)")
          .should()
          .beFreeOfCycles()
          .because("a package is understood with what it depends on, and with nothing else");

  @ArchTest
  static final ArchRule onlyTheCompositionRootReadsConfigurationFiles =
      noClasses()
          .that()
          .resideOutsideOfPackages(CONFIG, EXAMPLES, BENCHMARKS)
          .should()
          .dependOnClassesThat()
          .haveFullyQualifiedName("com.typesafe.config.ConfigFactory")
          .because("every other class takes settings as values, already checked");

  @ArchTest
  static final ArchRule codecsLiveWhereEachIsHeldToAGoldenFile =
      noClasses()
          .that()
          .resideOutsideOfPackages(CORE, TESTKIT, CODECS)
          .should()
          .beAssignableTo("io.tidemark.core.codec.Codec")
          .because("a test of their module finds each of them there and asks for its golden file")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule namesSayARole =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Utils?|Helpers?|Manager|Base|Data|Info)(\\$.*)?")
          .because("a type is named for its role, its value, its decision or the fact it states");

  @ArchTest
  static final ArchRule packagesAreNamedForAFeature =
      noClasses()
          .should()
          .resideInAnyPackage(
              "..impl..",
              "..internal..",
              "..util..",
              "..utils..",
              "..helper..",
              "..common..",
              "..model..")
          .because("a package is found by what it is for");

  @ArchTest
  static final ArchRule everyPackageIsDescribedAndNullMarked =
      classes().should(resideInANullMarkedPackage());

  private static ArchCondition<JavaClass> resideInANullMarkedPackage() {
    return new ArchCondition<>("reside in a package whose package-info.java says @NullMarked") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        boolean marked = type.getPackage().isAnnotatedWith(NullMarked.class);
        events.add(
            new SimpleConditionEvent(
                type, marked, type.getName() + " is in a package without @NullMarked"));
      }
    };
  }

  private static ArchCondition<JavaClass> resideInTheOnlyModuleOfTheirPackage() {
    return new ArchCondition<>("reside in the only module that has their package") {
      private final Map<String, String> rootOfPackage = new HashMap<>();

      @Override
      public void check(JavaClass type, ConditionEvents events) {
        String file = type.getSource().orElseThrow().getUri().toString();
        String inside = "/" + type.getName().replace('.', '/') + ".class";
        String root = file.substring(0, file.length() - inside.length());
        String first = rootOfPackage.computeIfAbsent(type.getPackageName(), name -> root);
        events.add(
            new SimpleConditionEvent(
                type,
                root.equals(first),
                type.getName() + " is in " + root + ", others of its package in " + first));
      }
    };
  }
}
