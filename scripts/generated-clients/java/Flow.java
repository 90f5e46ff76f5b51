// Plays an integrator and a web shop with the clients that openapi-generator makes for Java.
import com.google.gson.Gson;
import daybook.scanexport.api.KeysApi;
import daybook.scanexport.api.ScansApi;
import daybook.scanexport.model.MarkSynced;
import daybook.scanexport.model.RawDocument;
import daybook.scanexport.model.ScanItem;
import daybook.scanexport.model.ScanUpload;
import daybook.storefront.api.CatalogueApi;
import daybook.storefront.api.OrdersApi;
import daybook.storefront.api.ProductsApi;
import daybook.storefront.model.BulkProduct;
import daybook.storefront.model.BulkProducts;
import daybook.storefront.model.Order;
import daybook.storefront.model.OrderInput;
import daybook.storefront.model.OrderInputItem;
import daybook.storefront.model.OrderItem;
import daybook.storefront.model.Product;
import daybook.storefront.model.StockUpdate;
import daybook.storefront.model.StockUpdates;
import daybook.storefront.model.SyncOrders;
import daybook.storefront.model.SyncRow;
import java.io.File;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

final class Flow {
  private static final String name = System.getenv("CLIENT");

  public static void main(String[] args) throws Exception {
    Map<String, Object> outcome = new TreeMap<>();
    documents(outcome);
    shop(outcome);
    System.out.println(new Gson().toJson(outcome));
    // The client's connections would keep it waiting.
    System.exit(0);
  }

  /** Brings a bill, fetches what waits, acknowledges it, and is refused with a wrong key. */
  private static void documents(Map<String, Object> outcome) throws Exception {
    var client = new daybook.scanexport.ApiClient();
    client.setBasePath(System.getenv("SCAN_EXPORT_URL"));
    client.setBearerToken(System.getenv("SCAN_EXPORT_KEY"));
    var keys = new KeysApi(client);
    check(keys.whoAmI(null).getService().getValue().equals("scan-export"), "whoAmI");
    check(!keys.listLimits(null).getLimits().isEmpty(), "limits");
    var scans = new ScansApi(client);
    var raw =
        new RawDocument()
            .invoiceMetadata(Map.of("Bill No.", name + "-1", "Supplier", "शर्मा & Sons"))
            .lineItems(
                List.of(
                    Map.of("Particulars", "Basmati Rice 5 kg", "Qty", "2 Nos", "Rate", "1,23,456.78")));
    var upload =
        new ScanUpload()
            .category(ScanUpload.CategoryEnum.VENDOR_INVOICE)
            .filename(name + ".pdf")
            .raw(raw);
    UUID scan = scans.uploadScans(upload, null).getItems().get(0).getId();
    ScanItem waiting =
        unsynced(scans).stream().filter(item -> item.getId().equals(scan)).findFirst().orElseThrow();
    var metadata = waiting.getData().getInvoiceMetadata();
    check(metadata.getInvoiceNo().equals(name + "-1"), "invoice_no");
    // A label that the document has beside those that are promised.
    check(metadata.getAdditionalProperty("vendor_name").equals("शर्मा & Sons"), "vendor_name");
    check(waiting.getData().getLineItems().get(0).getRate() == 123456.78, "rate");
    var acknowledged = new MarkSynced().ids(List.of(scan)).source(name);
    check(scans.markScansSynced(acknowledged).getUpdated() == 1, "acknowledged");
    check(unsynced(scans).stream().noneMatch(item -> item.getId().equals(scan)), "it waits no more");
    File file = Files.createTempFile(name, ".txt").toFile();
    Files.writeString(file.toPath(), name);
    var files = scans.uploadScanFiles("vendor_invoice", List.of(file), null, null);
    outcome.put("scan", scan);
    outcome.put("file", files.getItems().get(0).getId());
    client.setBearerToken("wrong");
    try {
      scans.listUnsyncedScans(null, null, null, null, null, null, null, null);
      throw new IllegalStateException("A wrong key works.");
    } catch (daybook.scanexport.ApiException refusal) {
      check(refusal.getCode() == 401, "401");
      var error = daybook.scanexport.model.Error.fromJson(refusal.getResponseBody());
      outcome.put("unauthorized", error.getError());
    }
  }

  private static List<ScanItem> unsynced(ScansApi scans) throws Exception {
    return scans.listUnsyncedScans(1000, null, null, null, null, null, null, null).getItems();
  }

  /** Sends a product and its stock, orders two of it, takes the order over, and looks for what is not there. */
  private static void shop(Map<String, Object> outcome) throws Exception {
    var client = new daybook.storefront.ApiClient();
    client.setBasePath(System.getenv("STOREFRONT_URL"));
    client.setBearerToken(System.getenv("STOREFRONT_KEY"));
    var keys = new daybook.storefront.api.KeysApi(client);
    check(!keys.listLimits(null).getLimits().isEmpty(), "limits");
    String sku = name + "-1";
    var products = new ProductsApi(client);
    var product =
        new BulkProduct()
            .sku(sku)
            .name("Rice " + name)
            .mrp(123456.78)
            .salePrice(123456.78)
            .gstPct(0.0)
            .stockQuantity(10);
    var bulk = products.upsertProducts(new BulkProducts().products(List.of(product)), null);
    check(bulk.getSummary().getErrors() == 0, "bulk");
    var update = new StockUpdate().sku(sku).stockQuantity(7);
    var stock = products.updateStock(new StockUpdates().updates(List.of(update)));
    check(stock.getSummary().getUpdated() == 1, "stock");
    var catalogue = new CatalogueApi(client);
    Product listed =
        catalogue.listProducts("Rice " + name, null, null, null, null, null).getData().stream()
            .filter(each -> each.getId().equals(bulk.getResults().get(0).getId()))
            .findFirst()
            .orElseThrow();
    check(listed.getStockQuantity() == 7 && listed.getOfferPrice() == null, "stock, no offer");
    check(listed.getSalePrice() == 123456.78, "price");
    var found = catalogue.getProduct(listed.getSlug(), null).getData();
    check(found.getSlug().equals(listed.getSlug()), "slug");
    var orders = new OrdersApi(client);
    var item = new OrderInputItem().sku(sku).quantity(2);
    var wanted = new OrderInput().customerName("Asha Rao").items(List.of(item));
    var placed = orders.placeOrder(wanted, name + "-order");
    check(placed.getTotal() == 246913.56, "total");
    check(orders.placeOrder(wanted, name + "-order").getId().equals(placed.getId()), "placed once");
    Order waiting =
        waiting(orders).stream()
            .filter(order -> order.getId().equals(placed.getId()))
            .findFirst()
            .orElseThrow();
    var row =
        new SyncRow()
            .orderId(waiting.getId())
            .orderItemIds(waiting.getItems().stream().map(OrderItem::getId).toList());
    var synced = orders.markOrdersSynced(new SyncOrders().orders(List.of(row)));
    check(synced.getSummary().getOrdersMarked() == 1, "synced");
    check(
        waiting(orders).stream().noneMatch(order -> order.getId().equals(placed.getId())),
        "it waits no more");
    outcome.put("order", placed.getId());
    outcome.put("slug", listed.getSlug());
    try {
      catalogue.getProduct("nothing-has-this-name", null);
      throw new IllegalStateException("There is a product with a name that none has.");
    } catch (daybook.storefront.ApiException refusal) {
      check(refusal.getCode() == 404, "404");
      var error = daybook.storefront.model.Error.fromJson(refusal.getResponseBody());
      outcome.put("notFound", error.getError().getMessage());
    }
  }

  private static List<Order> waiting(OrdersApi orders) throws Exception {
    return orders.listUnsyncedOrders(100, null, null, null, null, null).getData();
  }

  private static void check(boolean holds, String what) {
    if (!holds) throw new IllegalStateException("Not so: " + what + ".");
  }
}
