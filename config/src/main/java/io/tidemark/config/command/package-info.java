/**
 * The {@code tidemark} command: what its subcommands are called, the options they take, what they
 * print and the status they end with. What they do stands in the packages they call. Read {@link
 * io.tidemark.config.command.TidemarkCommand} first, then {@link
 * io.tidemark.config.command.Terminal}.
 */
@NullMarked
package io.tidemark.config.command;

import org.jspecify.annotations.NullMarked;
