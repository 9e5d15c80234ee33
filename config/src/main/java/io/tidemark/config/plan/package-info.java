/**
 * What a pipeline will do, told to a person before it does it: a picture of its stages and where
 * they run, the settings that take effect, and warnings. Read {@link
 * io.tidemark.config.plan.PlanPicture} first, then {@link io.tidemark.config.plan.Warnings}.
 */
@NullMarked
package io.tidemark.config.plan;

import org.jspecify.annotations.NullMarked;
