/**
 * The dry run of a time policy over a file: what admission does with each row, without a pipeline.
 * Uses core's admission and the file connector's reader; knows no pipeline file. Read {@link
 * io.tidemark.config.policy.DryRun} first, then {@link io.tidemark.config.policy.Verdict}.
 */
@NullMarked
package io.tidemark.config.policy;

import org.jspecify.annotations.NullMarked;
