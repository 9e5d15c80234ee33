/**
 * Testing computations of your own, in milliseconds and virtual time: nothing runs by itself, no
 * clock is read. Read {@link io.tidemark.testkit.tester.TransformTester}.
 */
@NullMarked
package io.tidemark.testkit.tester;

import org.jspecify.annotations.NullMarked;
