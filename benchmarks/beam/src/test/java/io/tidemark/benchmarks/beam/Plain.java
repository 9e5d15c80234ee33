package io.tidemark.benchmarks.beam;

import static java.util.stream.Collectors.averagingDouble;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.tidemark.benchmarks.nexmark.Auction;
import io.tidemark.benchmarks.nexmark.Bid;
import io.tidemark.benchmarks.nexmark.Event;
import io.tidemark.benchmarks.nexmark.Person;
import io.tidemark.benchmarks.nexmark.Query;
import io.tidemark.core.row.RecordForm;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** What each query must give, computed over all events at once, in no particular order. */
final class Plain {
  private static final long SECOND = 1_000;
  private static final long DAY = 86_400 * SECOND;

  private final List<Event> events;
  private final List<Bid> bids;
  private final List<Auction> auctions;
  private final Map<Long, Auction> auctionsById = new HashMap<>();
  private final Map<Long, Person> personsById = new HashMap<>();

  /** Over these events, of which each has a time of its own. */
  Plain(List<Event> unordered) {
    events = unordered.stream().sorted(Comparator.comparing(Event::time)).toList();
    bids = only(Bid.class);
    auctions = only(Auction.class);
    auctions.forEach(auction -> auctionsById.put(auction.id(), auction));
    only(Person.class).forEach(person -> personsById.put(person.id(), person));
  }

  private <E extends Event> List<E> only(Class<E> kind) {
    return events.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  Stream<List<?>> rows(Query query) {
    return switch (query) {
      case Q0 -> events.stream().map(event -> row((Record) event));
      case Q1 -> bids.stream().map(bid -> row(priced(bid, (bid.price() * 89) / 100)));
      case Q2 -> bids.stream().filter(bid -> bid.auction() % 123 == 0).map(Plain::price);
      case Q3 -> sellers(this::isLocal, (who, what) -> local(who, what));
      case Q4 -> averages();
      case Q5 -> hottest();
      case Q6 -> lastSales();
      case Q7 -> windows(10, 10).values().stream().map(Plain::highest);
      case Q8 -> sellers(Plain::sameWindow, Plain::newcomer);
      case Q9 -> winners().map(Plain::winner);
      case Q11 -> sessions();
      case Q13 -> bids.stream().map(bid -> bidAnd(bid, Long.toString(bid.bidder() % 500)));
      case Q14 -> bids.stream().filter(Plain::isMiddling).map(Plain::converted);
      case Q15 -> Stream.of(statistics(bids, dayOf(bids.get(0))));
      case Q16 -> grouped(bids, Plain::channel).entrySet().stream().map(Plain::channelReport);
      case Q17 -> grouped(bids, Bid::auction).entrySet().stream().map(Plain::auctionReport);
      case Q18 -> lastBids();
      case Q19 -> grouped(bids, Bid::auction).values().stream().flatMap(Plain::top);
      case Q20 -> bids.stream().filter(this::isExpanded).map(this::expanded);
      case COUNTS -> counts(10, 10);
      case HOPPING_COUNTS -> counts(10, 2);
    };
  }

  static <R extends Record> List<?> row(R row) {
    @SuppressWarnings("unchecked")
    Class<R> type = (Class<R>) row.getClass();
    return Arrays.asList(RecordForm.of(type).values(row));
  }

  static List<?> cells(Object... values) {
    return Arrays.asList(values);
  }

  private static Bid priced(Bid bid, long price) {
    return new Bid(bid.auction(), bid.bidder(), price, bid.time(), bid.extra());
  }

  private static List<?> price(Bid bid) {
    return cells(bid.auction(), bid.price());
  }

  private static List<?> bidAnd(Bid bid, String value) {
    return cells(bid.auction(), bid.bidder(), bid.price(), bid.time(), value);
  }

  // Joins of persons and auctions.

  private interface Pair<R> {
    R of(Person seller, Auction auction);
  }

  private Stream<List<?>> sellers(Pair<Boolean> joins, Pair<List<?>> select) {
    return auctions.stream()
        .filter(auction -> personsById.containsKey(auction.seller()))
        .filter(auction -> joins.of(seller(auction), auction))
        .map(auction -> select.of(seller(auction), auction));
  }

  private Person seller(Auction auction) {
    return known(personsById, auction.seller());
  }

  private boolean isLocal(Person seller, Auction auction) {
    return auction.category() == 10 && seller.state().matches("OR|ID|CA");
  }

  private static List<?> local(Person seller, Auction auction) {
    return cells(seller.name(), seller.city(), seller.state(), auction.id());
  }

  private static boolean sameWindow(Person seller, Auction auction) {
    return millis(seller) / (10 * SECOND) == millis(auction) / (10 * SECOND);
  }

  private static List<?> newcomer(Person seller, Auction auction) {
    return cells(seller.id(), seller.name(), auction.reserve());
  }

  // Winning bids.

  record Won(Auction auction, Bid bid) {}

  static List<?> winner(Won won) {
    Auction auction = won.auction();
    return cells(
        auction.id(),
        auction.seller(),
        auction.category(),
        auction.reserve(),
        auction.expires(),
        won.bid().bidder(),
        won.bid().price(),
        won.bid().time());
  }

  private Stream<Won> winners() {
    Map<Long, List<Bid>> byAuction = grouped(bids, Bid::auction);
    return auctions.stream()
        .flatMap(
            auction ->
                best(auction, byAuction.getOrDefault(auction.id(), List.of())).stream()
                    .map(bid -> new Won(auction, bid)));
  }

  private static Optional<Bid> best(Auction auction, List<Bid> inOrder) {
    return inOrder.stream()
        .filter(bid -> bid.time().isBefore(auction.expires()) && bid.price() >= auction.reserve())
        .reduce((first, second) -> second.price() > first.price() ? second : first);
  }

  private Stream<List<?>> averages() {
    record Cell(long start, long category) {}
    Map<Cell, List<Long>> prices = new HashMap<>();
    winners()
        .forEach(
            won -> {
              long expires = won.auction().expires().toEpochMilli();
              for (long start : starts(expires, 10, 5)) {
                prices
                    .computeIfAbsent(new Cell(start, won.auction().category()), c -> list())
                    .add(won.bid().price());
              }
            });
    return prices.entrySet().stream()
        .map(
            cell ->
                cells(
                    instant(cell.getKey().start()),
                    instant(cell.getKey().start() + 10 * SECOND),
                    cell.getKey().category(),
                    cell.getValue().stream().collect(averagingDouble(Long::doubleValue))));
  }

  private Stream<List<?>> lastSales() {
    Map<Long, List<Bid>> last = new HashMap<>();
    List<List<?>> rows = new ArrayList<>();
    Comparator<Won> closing = Comparator.comparing(won -> won.auction().expires());
    winners()
        .sorted(closing.thenComparing(won -> won.auction().id()))
        .forEach(
            won -> {
              List<Bid> sales = last.computeIfAbsent(won.auction().seller(), s -> list());
              if (sales.size() == 10) {
                sales.remove(sales.stream().min(Comparator.comparing(Bid::time)).orElseThrow());
              }
              sales.add(won.bid());
              double average = sales.stream().mapToLong(Bid::price).average().orElseThrow();
              rows.add(cells(won.auction().seller(), Math.round(average)));
            });
    return rows.stream();
  }

  // Windows of bids.

  private static List<Long> starts(long millis, int size, int hop) {
    long latest = Math.floorDiv(millis, hop * SECOND) * hop * SECOND;
    return LongStream.iterate(
            latest, start -> start > millis - size * SECOND, s -> s - hop * SECOND)
        .boxed()
        .toList();
  }

  private Map<Long, List<Bid>> windows(int size, int hop) {
    Map<Long, List<Bid>> windows = new HashMap<>();
    for (Bid bid : bids) {
      for (long start : starts(millis(bid), size, hop)) {
        windows.computeIfAbsent(start, s -> list()).add(bid);
      }
    }
    return windows;
  }

  private Stream<List<?>> counts(int size, int hop) {
    List<List<?>> rows = new ArrayList<>();
    windows(size, hop)
        .forEach(
            (start, inWindow) ->
                numbers(inWindow)
                    .forEach(
                        (auction, bids) ->
                            rows.add(
                                cells(
                                    instant(start),
                                    instant(start + size * SECOND),
                                    auction,
                                    bids))));
    return rows.stream();
  }

  private static Map<Long, Long> numbers(List<Bid> bids) {
    return bids.stream().collect(groupingBy(Bid::auction, counting()));
  }

  private Stream<List<?>> hottest() {
    return windows(10, 5).entrySet().stream()
        .flatMap(
            window -> {
              Map<Long, Long> numbers = numbers(window.getValue());
              long most = numbers.values().stream().max(Long::compare).orElseThrow();
              Instant end = instant(window.getKey() + 10 * SECOND);
              return numbers.entrySet().stream()
                  .filter(number -> number.getValue() == most)
                  .map(number -> cells(end, number.getKey(), most));
            });
  }

  private static List<?> highest(List<Bid> inOrder) {
    return row(inOrder.stream().reduce((a, b) -> b.price() >= a.price() ? b : a).orElseThrow());
  }

  private Stream<List<?>> sessions() {
    List<List<?>> rows = new ArrayList<>();
    grouped(bids, Bid::bidder)
        .forEach(
            (bidder, inOrder) -> {
              int first = 0;
              for (int i = 1; i <= inOrder.size(); i++) {
                if (i == inOrder.size()
                    || millis(inOrder.get(i)) - millis(inOrder.get(i - 1)) > 10 * SECOND) {
                  rows.add(
                      cells(
                          bidder,
                          inOrder.get(first).time(),
                          inOrder.get(i - 1).time(),
                          (long) i - first));
                  first = i;
                }
              }
            });
    return rows.stream();
  }

  // What Flink's suite adds.

  private static boolean isMiddling(Bid bid) {
    double price = 0.908 * bid.price();
    return price > 1_000_000 && price < 50_000_000;
  }

  /** All events are of the night. */
  private static List<?> converted(Bid bid) {
    int letters = bid.extra().length() - bid.extra().replace("c", "").length();
    return cells(
        bid.auction(),
        bid.bidder(),
        bid.price() * 908,
        "nightTime",
        bid.time(),
        bid.extra(),
        (long) letters);
  }

  private static List<Instant> dayOf(Bid bid) {
    long start = millis(bid) / DAY * DAY;
    return List.of(instant(start), instant(start + DAY));
  }

  private static String channel(Bid bid) {
    return new String[] {"Google", "Facebook", "Baidu", "Apple"}[(int) bid.bidder() % 4];
  }

  private static List<?> channelReport(Map.Entry<String, List<Bid>> channel) {
    List<Bid> inOrder = channel.getValue();
    List<Object> front = new ArrayList<>(dayOf(inOrder.get(0)));
    front.add(channel.getKey());
    front.add(inOrder.get(inOrder.size() - 1).time().toString().substring(11, 16));
    return statistics(inOrder, front);
  }

  private static List<?> statistics(List<Bid> bids, List<?> front) {
    List<Object> row = new ArrayList<>(front);
    List<Function<List<Bid>, Long>> figures =
        List.of(
            some -> (long) some.size(),
            some -> some.stream().map(Bid::bidder).distinct().count(),
            some -> some.stream().map(Bid::auction).distinct().count());
    for (Function<List<Bid>, Long> figure : figures) {
      for (List<Bid> ranked : ranked(bids)) {
        row.add(figure.apply(ranked));
      }
    }
    return row;
  }

  /** All bids, and those of each rank. */
  private static List<List<Bid>> ranked(List<Bid> bids) {
    Stream<Predicate<Bid>> ranks =
        Stream.of(
            bid -> true,
            bid -> bid.price() < 10_000,
            bid -> bid.price() >= 10_000 && bid.price() < 1_000_000,
            bid -> bid.price() >= 1_000_000);
    return ranks.map(rank -> bids.stream().filter(rank).toList()).toList();
  }

  private static List<?> auctionReport(Map.Entry<Long, List<Bid>> auction) {
    List<Bid> inOrder = auction.getValue();
    var prices = inOrder.stream().mapToLong(Bid::price).summaryStatistics();
    List<Object> row = new ArrayList<>(dayOf(inOrder.get(0)));
    row.add(auction.getKey());
    ranked(inOrder).forEach(some -> row.add((long) some.size()));
    row.addAll(cells(prices.getMin(), prices.getMax(), prices.getAverage(), prices.getSum()));
    return row;
  }

  private Stream<List<?>> lastBids() {
    Map<List<Long>, Bid> last = new HashMap<>();
    bids.forEach(bid -> last.put(List.of(bid.bidder(), bid.auction()), bid));
    return last.values().stream().map(Plain::row);
  }

  private static Stream<List<?>> top(List<Bid> inOrder) {
    List<Bid> best =
        inOrder.stream().sorted(Comparator.comparing(Bid::price).reversed()).limit(10).toList();
    return LongStream.range(0, best.size())
        .mapToObj(
            i -> {
              Bid bid = best.get((int) i);
              return cells(
                  bid.auction(), i + 1, bid.bidder(), bid.price(), bid.time(), bid.extra());
            });
  }

  private boolean isExpanded(Bid bid) {
    Auction auction = auctionsById.get(bid.auction());
    return auction != null && auction.category() == 10;
  }

  private List<?> expanded(Bid bid) {
    Auction auction = known(auctionsById, bid.auction());
    return cells(
        bid.auction(),
        bid.bidder(),
        bid.price(),
        bid.time(),
        bid.extra(),
        auction.itemName(),
        auction.description(),
        auction.initialBid(),
        auction.reserve(),
        auction.time(),
        auction.expires(),
        auction.seller(),
        auction.category(),
        auction.extra());
  }

  private static <K> Map<K, List<Bid>> grouped(Collection<Bid> bids, Function<Bid, K> key) {
    return bids.stream()
        .collect(groupingBy(key, LinkedHashMap::new, java.util.stream.Collectors.toList()));
  }

  private static <V> V known(Map<Long, V> byId, long id) {
    return Objects.requireNonNull(byId.get(id));
  }

  private static <T> List<T> list() {
    return new ArrayList<>();
  }

  private static long millis(Event event) {
    return event.time().toEpochMilli();
  }

  private static Instant instant(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
