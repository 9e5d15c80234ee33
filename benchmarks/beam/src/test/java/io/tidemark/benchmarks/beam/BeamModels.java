package io.tidemark.benchmarks.beam;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.nexmark.Query;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.apache.beam.sdk.nexmark.NexmarkConfiguration;
import org.apache.beam.sdk.nexmark.model.AuctionBid;
import org.apache.beam.sdk.nexmark.model.AuctionCount;
import org.apache.beam.sdk.nexmark.model.AuctionPrice;
import org.apache.beam.sdk.nexmark.model.Bid;
import org.apache.beam.sdk.nexmark.model.CategoryPrice;
import org.apache.beam.sdk.nexmark.model.Event;
import org.apache.beam.sdk.nexmark.model.IdNameReserve;
import org.apache.beam.sdk.nexmark.model.NameCityStateId;
import org.apache.beam.sdk.nexmark.model.SellerPrice;
import org.apache.beam.sdk.nexmark.queries.AbstractSimulator;
import org.apache.beam.sdk.nexmark.queries.BoundedSideInputJoinModel;
import org.apache.beam.sdk.nexmark.queries.NexmarkQueryModel;
import org.apache.beam.sdk.nexmark.queries.Query0Model;
import org.apache.beam.sdk.nexmark.queries.Query1Model;
import org.apache.beam.sdk.nexmark.queries.Query2Model;
import org.apache.beam.sdk.nexmark.queries.Query3Model;
import org.apache.beam.sdk.nexmark.queries.Query4Model;
import org.apache.beam.sdk.nexmark.queries.Query5Model;
import org.apache.beam.sdk.nexmark.queries.Query6Model;
import org.apache.beam.sdk.nexmark.queries.Query7Model;
import org.apache.beam.sdk.nexmark.queries.Query8Model;
import org.apache.beam.sdk.nexmark.queries.WinningBidsSimulator;
import org.apache.beam.sdk.values.TimestampedValue;

/**
 * What Beam's models say a query must give, as rows. Those of 4, 6 and 9 begin with the winning
 * bids, which take Beam time in the square of the events: they are computed once.
 */
final class BeamModels {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final NexmarkConfiguration of;
  private final List<TimestampedValue<AuctionBid>> winners = new ArrayList<>();

  /** Of the events of that configuration. */
  BeamModels(NexmarkConfiguration of) {
    this.of = of;
    new WinningBidsSimulator(of).results().forEachRemaining(winners::add);
  }

  List<List<?>> rows(Query query) {
    return switch (query) {
      case Q0 -> rows(new Query0Model(of), Event.class, BeamModels::event);
      case Q1 -> rows(new Query1Model(of), Bid.class, BeamModels::bid);
      case Q2 ->
          rows(new Query2Model(of), AuctionPrice.class, r -> Plain.cells(r.auction, r.price));
      case Q3 ->
          rows(
              new Query3Model(of),
              NameCityStateId.class,
              r -> Plain.cells(r.name, r.city, r.state, r.id));
      case Q4 ->
          ofWinners(
              new Query4Model(of).simulator(),
              CategoryPrice.class,
              r -> Plain.cells(r.category, r.price));
      case Q5 -> rows(new Query5Model(of), AuctionCount.class, r -> Plain.cells(r.auction, r.num));
      case Q6 ->
          ofWinners(new Query6Model(of).simulator(), SellerPrice.class, BeamModels::sellerPrice);
      case Q7 -> rows(new Query7Model(of), Bid.class, BeamModels::bid);
      case Q8 -> rows(new Query8Model(of), IdNameReserve.class, BeamModels::newcomer);
      case Q9 -> rows(winners.iterator(), AuctionBid.class, BeamModels::winner);
      case Q13 -> rows(new BoundedSideInputJoinModel(of), Bid.class, BeamModels::bid);
      default -> throw new IllegalArgumentException("Beam has no model of " + query);
    };
  }

  private static <R> List<List<?>> rows(
      NexmarkQueryModel<?> model, Class<R> type, Function<R, List<?>> row) {
    return rows(model.simulator().results(), type, row);
  }

  /** Gives a simulator the winning bids, instead of those it would compute again. */
  private <R> List<List<?>> ofWinners(
      AbstractSimulator<?, ?> simulator, Class<R> type, Function<R, List<?>> row) {
    try {
      Field input = AbstractSimulator.class.getDeclaredField("input");
      input.setAccessible(true);
      input.set(simulator, winners.iterator());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Beam changed a simulator", e);
    }
    return rows(simulator.results(), type, row);
  }

  private static <R> List<List<?>> rows(
      Iterator<? extends TimestampedValue<?>> results, Class<R> type, Function<R, List<?>> row) {
    List<List<?>> rows = new ArrayList<>();
    while (results.hasNext()) {
      rows.add(row.apply(type.cast(results.next().getValue())));
    }
    return rows;
  }

  private static List<?> event(Event event) {
    return Plain.row((Record) BeamEvents.event(event));
  }

  private static List<?> bid(Bid bid) {
    return Plain.row(BeamEvents.bid(bid));
  }

  private static List<?> sellerPrice(SellerPrice average) {
    JsonNode fields = fields(average);
    return Plain.cells(average.seller, fields.get("price").longValue());
  }

  private static List<?> newcomer(IdNameReserve seller) {
    JsonNode fields = fields(seller);
    return Plain.cells(
        fields.get("id").longValue(),
        fields.get("name").textValue(),
        fields.get("reserve").longValue());
  }

  /** Some results show their fields in their text only, which is JSON. */
  private static JsonNode fields(Object result) {
    try {
      return JSON.readTree(result.toString());
    } catch (JsonProcessingException e) {
      throw new AssertionError(result.toString(), e);
    }
  }

  private static List<?> winner(AuctionBid won) {
    return Plain.winner(new Plain.Won(BeamEvents.auction(won.auction), BeamEvents.bid(won.bid)));
  }
}
