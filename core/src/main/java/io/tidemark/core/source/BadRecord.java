package io.tidemark.core.source;

/**
 * A record that is no element: it is counted, shown on the diagnostic stream and otherwise has no
 * effect.
 *
 * @param kind why, in the words of the diagnostic stream: {@code bad-timestamp}, {@code null-key},
 *     {@code wrong-column-count}, {@code unparsable}, {@code oversized}, …
 * @param text the record as it stands in the source, without its line end
 * @param eventText the raw text of its event time, empty where there is none
 * @param arrivalText the raw text of its arrival time, empty where there is none
 */
public record BadRecord(String kind, String text, String eventText, String arrivalText) {}
