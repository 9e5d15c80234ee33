package io.tidemark.benchmarks.beam;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.benchmarks.nexmark.Query;
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
import org.apache.beam.sdk.nexmark.queries.Query9Model;
import org.apache.beam.sdk.values.TimestampedValue;

/** What Beam's models say a query must give, as rows. */
final class BeamModels {
  private static final ObjectMapper JSON = new ObjectMapper();

  private BeamModels() {}

  static List<List<?>> rows(Query query, NexmarkConfiguration of) {
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
          rows(new Query4Model(of), CategoryPrice.class, r -> Plain.cells(r.category, r.price));
      case Q5 -> rows(new Query5Model(of), AuctionCount.class, r -> Plain.cells(r.auction, r.num));
      case Q6 -> rows(new Query6Model(of), SellerPrice.class, BeamModels::sellerPrice);
      case Q7 -> rows(new Query7Model(of), Bid.class, BeamModels::bid);
      case Q8 -> rows(new Query8Model(of), IdNameReserve.class, BeamModels::newcomer);
      case Q9 -> rows(new Query9Model(of), AuctionBid.class, BeamModels::winner);
      case Q13 -> rows(new BoundedSideInputJoinModel(of), Bid.class, BeamModels::bid);
      default -> throw new IllegalArgumentException("Beam has no model of " + query);
    };
  }

  private static <R> List<List<?>> rows(
      NexmarkQueryModel<?> model, Class<R> type, Function<R, List<?>> row) {
    List<List<?>> rows = new ArrayList<>();
    Iterator<? extends TimestampedValue<?>> results = model.simulator().results();
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
