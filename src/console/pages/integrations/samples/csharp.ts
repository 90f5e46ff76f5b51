import {
  exampleOrderNumber,
  exampleSku,
  keyPlaceholder,
  rowsPerRequest,
  type Samples,
} from './tasks.ts'

/** For a console program in .NET 8 or later, without packages. */
export const csharpSamples: Samples = {
  documents: (base) => `${head(base)}
for (string? after = ""; after is not null;)
{
    var answer = await Call(HttpMethod.Get, $"scans/unsynced?limit=50&after={after}");
    foreach (var scan in answer.GetProperty("items").EnumerateArray())
    {
        Console.WriteLine(scan.GetProperty("filename").GetString());
        // Save scan.GetProperty("facts") (typed) or "data" (all that was read) in your own system
        // here, under its id: a document that was saved but not marked comes again. Only what is
        // saved may be marked:
        var ids = new[] { scan.GetProperty("id").GetString() };
        await Call(HttpMethod.Post, "scans/mark-synced", new { ids, source = "C#" });
    }
    after = answer.GetProperty("next").GetString();
}
${tail}`,
  orders: (base) => `${head(base)}
for (string? after = ""; after is not null;)
{
    var answer = await Call(HttpMethod.Get, $"orders/unsynced?limit=50&after={after}");
    foreach (var order in answer.GetProperty("data").EnumerateArray())
    {
        Console.WriteLine(order.GetProperty("order_no").GetString());
        // Save the order in your own system here, under its id: an order that was saved but
        // not marked comes again. Only what is saved may be marked:
        var lines = order.GetProperty("items").EnumerateArray();
        var row = new
        {
            order_id = order.GetProperty("id").GetString(),
            order_item_ids = lines.Select(line => line.GetProperty("id").GetString()).ToArray(),
        };
        var marked = await Call(HttpMethod.Post, "orders/sync", new { orders = new[] { row } });
        if (marked.GetProperty("summary").GetProperty("errors").GetInt32() > 0)
        {
            throw new Exception(marked.GetProperty("results")[0].GetProperty("error").ToString());
        }
    }
    after = answer.GetProperty("next").GetString();
}
${tail}`,
  order: (base) => `${head(base)}
var order = new
{
    customer_name = "Asha Rao",
    customer_phone = "98450 12345",
    items = new[] { new { sku = "${exampleSku}", quantity = 1 } },
};
// Your own number of the order: sent again within a day, it is not placed twice.
var placed = await Call(HttpMethod.Post, "orders", order, "${exampleOrderNumber}");
Console.WriteLine($"{placed.GetProperty("order_no")}  {placed.GetProperty("total")}");
${tail}`,
  products: (base) => `${head(base)}
for (var offset = 0; ; offset += 100)
{
    var answer = await Call(HttpMethod.Get, $"products?limit=100&sort=oldest&offset={offset}");
    foreach (var product in answer.GetProperty("data").EnumerateArray())
    {
        Console.WriteLine(product.GetProperty("name").GetString());
    }
    if (offset + 100 >= answer.GetProperty("pagination").GetProperty("total").GetInt32()) break;
}
${tail}`,
  bulk: (base) => `${head(base)}
var products = new[]
{
    new { sku = "${exampleSku}", name = "Basmati Rice 5 kg", mrp = 620m, sale_price = 575.5m, stock_quantity = 40, gst_pct = 5m },
};
// "products/bulk?dry_run=true" tries it and changes nothing.
foreach (var part in products.Chunk(${rowsPerRequest}))
{
    Show(await Call(HttpMethod.Post, "products/bulk", new { products = part }));
}
${show}${tail}`,
  stock: (base) => `${head(base)}
var updates = new[]
{
    new { sku = "${exampleSku}", stock_quantity = 12 },
};
foreach (var part in updates.Chunk(${rowsPerRequest}))
{
    Show(await Call(HttpMethod.Post, "products/stock", new { updates = part }));
}
${show}${tail}`,
}

function head(base: string): string {
  return `using System.Net.Http.Json;
using System.Text.Json;

using var client = new HttpClient { BaseAddress = new Uri("${base}") };
client.DefaultRequestHeaders.Authorization = new("Bearer", "${keyPlaceholder}");
`
}

const show = `
void Show(JsonElement answer)
{
    foreach (var result in answer.GetProperty("results").EnumerateArray())
    {
        var why = result.TryGetProperty("error", out var error) ? error.GetProperty("message").GetString() : "";
        Console.WriteLine($"{result.GetProperty("sku")}  {result.GetProperty("status")}  {why}");
    }
}
`

const tail = `
async Task<JsonElement> Call(HttpMethod method, string path, object? body = null, string? orderKey = null)
{
    using var request = new HttpRequestMessage(method, path);
    if (body is not null) request.Content = JsonContent.Create(body, body.GetType());
    if (orderKey is not null) request.Headers.Add("Idempotency-Key", orderKey);
    using var response = await client.SendAsync(request);
    var text = await response.Content.ReadAsStringAsync();
    // Daybook says in a sentence what was wrong.
    if (!response.IsSuccessStatusCode) throw new Exception($"{(int)response.StatusCode}: {text}");
    return JsonDocument.Parse(text).RootElement;
}
`
