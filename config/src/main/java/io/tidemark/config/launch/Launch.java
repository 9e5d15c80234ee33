package io.tidemark.config.launch;

import io.tidemark.config.assembly.OpenedSources;
import io.tidemark.config.control.ControlServer;
import io.tidemark.config.refusal.Problem;
import io.tidemark.config.refusal.Refused;
import io.tidemark.config.state.OutputFiles;
import io.tidemark.config.state.OutputFiles.Output;
import io.tidemark.connector.file.FileSource;
import io.tidemark.connector.file.IoReason;
import io.tidemark.core.message.EntityId;
import io.tidemark.core.pipeline.Plan;
import io.tidemark.persistence.journal.Journal;
import io.tidemark.persistence.journal.JournalException;
import io.tidemark.runtime.Outcome;
import io.tidemark.runtime.RunningPipeline;
import io.tidemark.runtime.clock.Stopwatch;
import io.tidemark.runtime.clock.SystemClock;
import io.tidemark.runtime.entity.RuntimeSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One run of a pipeline in this process, from the state it finds to the state it leaves.
 *
 * <p>The order of things is what makes it safe to end at any moment: the state is taken, {@code
 * run.json} says what is to come, then the journal is opened, then actors start and outputs are
 * touched; at the end actors are gone before the journal is closed, and only then {@code run.json}
 * says how it ended.
 */
public final class Launch {
  /** Over the line before, cut off at the right margin instead of wrapped, the rest cleared. */
  private static final String ONE_LINE = "\r\u001b[?7l%s\u001b[K\u001b[?7h";

  private static final Duration REPORT_EVERY = Duration.ofSeconds(1);

  private final RunRequest request;
  private final OutputStream results;
  private final PrintStream messages;
  private final boolean live;
  private final boolean summarized;
  private final AtomicReference<@Nullable Signals> signal = new AtomicReference<>();
  private final AtomicReference<@Nullable RunningPipeline> pipeline = new AtomicReference<>();
  private final AtomicReference<@Nullable StartedNode> node = new AtomicReference<>();
  private final AtomicBoolean leaving = new AtomicBoolean();
  private final AtomicBoolean removed = new AtomicBoolean();

  /**
   * A run that has not begun.
   *
   * @param results what a sink to standard output writes to
   * @param messages what people read
   * @param live whether they read it as it comes, and want to see progress
   */
  public Launch(RunRequest request, OutputStream results, PrintStream messages, boolean live) {
    this(request, results, messages, live, true);
  }

  private Launch(
      RunRequest request,
      OutputStream results,
      PrintStream messages,
      boolean live,
      boolean summarized) {
    this.request = request;
    this.results = results;
    this.messages = messages;
    this.live = live;
    this.summarized = summarized;
  }

  /** A run that a program asks for, which has no standard output and shows no progress. */
  public static Launch of(RunRequest request, RunSettings settings) {
    return new Launch(
        request, settings.messages(), settings.messages(), false, settings.summarized());
  }

  /** Refuses a run whose outputs are in the way of each other, of its inputs or of its state. */
  public static void refuseConflicts(RunRequest request, OpenedSources sources) throws Refused {
    PreparedRun.refuseConflicts(
        request, sources.sources().values().stream().map(FileSource::files).toList());
  }

  /**
   * Runs to the end.
   *
   * @throws Refused where nothing was run
   */
  public RunSummary run() throws Refused {
    Signals.listen(this::end);
    try (FatalExit exit = FatalExit.watch(messages);
        PreparedRun run = PreparedRun.of(request)) {
      if (run.isComplete()) {
        messages.println(
            "tidemark: nothing to do: the run is complete; --fresh begins another one");
        return RunSummary.nothingLeft();
      }
      for (Problem warning : run.opened().warnings()) {
        messages.println("tidemark: warning: " + warning);
      }
      if (run.resumed()) {
        messages.println(
            run.amongOthers()
                ? "tidemark: taking part in the run"
                : "tidemark: going on with the interrupted run");
        run.laterFiles().forEach(this::reportLater);
      }
      return run(run, new Plan(run.opened().pipeline(results)), exit);
    } catch (IOException e) {
      String reason = "the state " + request.state() + " cannot be written: " + IoReason.of(e);
      messages.println("tidemark: " + reason);
      return RunSummary.failed(reason);
    }
  }

  private void reportLater(Path file) {
    messages.println(
        "tidemark: not read, since the files of a run are fixed when it begins: " + file);
  }

  private RunSummary run(PreparedRun run, Plan plan, FatalExit exit) throws Refused, IOException {
    RunWatch watch = RunWatch.of(plan);
    Stopwatch watching = Stopwatch.started();
    Outcome outcome;
    try (Journal journal = openFor(run, plan);
        ControlServer control = ControlServer.start(question -> answer(question, plan, watch))) {
      run.answersAt(control.control());
      outcome = run(plan, watch, journal, exit);
    } catch (Refused e) {
      run.refuse();
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
    Duration took = watching.elapsed();
    RunSummary summary = RunSummary.of(outcome, whenStopped(), watch, took, run.resumed());
    run.settle(summary.ending().status());
    if (summarized) {
      summary.lines().forEach(messages::println);
    }
    switch (summary.ending()) {
      case COMPLETE -> {}
      case FAILED -> messages.println("tidemark: failed: " + summary.reason());
      case REMOVED ->
          messages.println(
              "tidemark: this node was removed from the cluster by the others, who could not reach"
                  + " it (or it could not reach them); start it again with the same command");
      case LEFT -> messages.println("tidemark: left the cluster, where the run goes on");
      case DRAINED, INTERRUPTED ->
          messages.println("tidemark: stopped; the same command goes on with the run");
    }
    return summary;
  }

  /**
   * How a run ended that was stopped: where nobody asked for it, by the other nodes or by an error
   * of the JVM.
   */
  private Ending whenStopped() {
    Signals received = signal.get();
    if (received == null) {
      return removed.get() ? Ending.REMOVED : Ending.FAILED;
    }
    if (leaving.get()) {
      return Ending.LEFT;
    }
    return received == Signals.INT ? Ending.INTERRUPTED : Ending.DRAINED;
  }

  /** Of several nodes each knows what runs on it. */
  private boolean isHere(EntityId.Member member) {
    RunningPipeline running = pipeline.get();
    return request.node().isEmpty()
        || (running != null && running.status().residents().contains(member));
  }

  private List<String> answer(String question, Plan plan, RunWatch watch) {
    if (question.equals("why") || question.startsWith("why ")) {
      String stream = question.substring("why".length()).strip();
      try {
        return Explanation.of(stream, plan, watch, this::isHere, new SystemClock().nowMicros());
      } catch (IllegalArgumentException e) {
        return List.of(String.valueOf(e.getMessage()));
      }
    }
    return List.of("no such question: " + question);
  }

  /** The journal, once it is clear that inputs and outputs are as it knows them. */
  private Journal openFor(PreparedRun run, Plan plan) throws Refused, IOException {
    Journal journal = open(run);
    try {
      if (run.resumed()) {
        List<Problem> losses = checkFiles(run, plan, journal);
        if (!losses.isEmpty()) {
          throw new Refused(losses);
        }
      }
      run.letOthersIn();
      return journal;
    } catch (Refused | IOException | RuntimeException e) {
      journal.close();
      throw e;
    }
  }

  private List<Problem> checkFiles(PreparedRun run, Plan plan, Journal journal)
      throws Refused, IOException {
    OutputFiles outputs = new OutputFiles(request.pipeline().outputs());
    List<Output> filled = outputs.filled();
    CommittedLengths lengths = CommittedLengths.of(journal, request.pipeline().name(), outputs);
    List<Problem> losses = new ArrayList<>(OutputFiles.strangers(filled, lengths.started()));
    if (run.amongOthers()) {
      losses.addAll(outputs.elsewhere(lengths.bytes()));
      return losses;
    }
    losses.addAll(ReadOffsets.shortened(journal, plan, run.opened().inputs()));
    losses.addAll(outputs.losses(lengths.bytes()));
    if (losses.isEmpty() && run.isShared()) {
      outputs.createMissing(); // Whoever began the run may have been killed before it did.
    }
    return losses;
  }

  private Journal open(PreparedRun run) throws Refused {
    try {
      return Journal.open(run.journal(), request.pipeline().journal());
    } catch (JournalException e) {
      throw new Refused(
          Problem.of("the journal " + run.journal(), String.valueOf(e.getMessage()), ""));
    }
  }

  private Outcome run(Plan plan, RunWatch watch, Journal journal, FatalExit exit)
      throws Refused, InterruptedException {
    try (StartedNode started = StartedNode.start(request.node(), plan, journal)) {
      // Before it is let in: what others send at once finds its receivers.
      RunningPipeline running = Run.start(started.system(), plan, watch);
      node.set(started);
      pipeline.set(running);
      if (signal.get() != null) {
        stop(running); // It came while the actor system was starting.
      }
      Outcome outcome = await(running.outcome().toCompletableFuture(), watch, started);
      removed.set(started.wasRemoved());
      if (outcome instanceof Outcome.Failed failed) {
        exit.failing(failed.entity().name() + ": " + failed.reason());
      }
      return outcome;
    }
  }

  /** The first signal ends the run, or this node's part in it, a second one the process at once. */
  private void end(Signals received) {
    if (!signal.compareAndSet(null, received)) {
      Runtime.getRuntime().halt(128 + (received == Signals.INT ? 2 : 15));
    }
    RunningPipeline running = pipeline.get();
    if (running != null) {
      stop(running);
    }
  }

  /**
   * Where other nodes are there, what runs here goes on on them; else it comes to its rest here.
   */
  private void stop(RunningPipeline running) {
    StartedNode member = node.get();
    if (member != null && member.leave()) {
      leaving.set(true);
      messages.println("tidemark: leaving: what runs here is handed over to the other nodes");
      return;
    }
    messages.println(
        "tidemark: stopping: nothing more is read; what is final is committed, for at most "
            + RuntimeSettings.defaults().draining().toSeconds()
            + " s");
    drain(running);
  }

  private static void drain(RunningPipeline running) {
    CompletionStage<Outcome> unused = running.drain();
  }

  private Outcome await(CompletableFuture<Outcome> outcome, RunWatch watch, StartedNode started)
      throws InterruptedException {
    Stopwatch sinceLast = Stopwatch.started();
    long lastRead = 0;
    boolean shown = false;
    while (true) {
      try {
        Outcome ended = outcome.get(REPORT_EVERY.toMillis(), TimeUnit.MILLISECONDS);
        if (shown) {
          messages.println();
        }
        return ended;
      } catch (TimeoutException e) {
        long read = watch.recordsRead();
        if (live) {
          double perSecond = (read - lastRead) * 1e9 / sinceLast.elapsed().toNanos();
          messages.print(ONE_LINE.formatted(RunReport.progress(watch, perSecond)));
          messages.flush();
          shown = true;
        }
        started.tellHowItJoins(messages);
        sinceLast = Stopwatch.started();
        lastRead = read;
      } catch (ExecutionException e) {
        throw new IllegalStateException("an outcome never fails", e);
      }
    }
  }
}
