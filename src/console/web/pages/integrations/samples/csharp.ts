import { keyPlaceholder, type Samples } from './tasks.ts'

/** For a console program of .NET 8 or later, with nothing to install. */
export const csharpSamples: Samples = {
  documents: (base) => `${head(base)}
var answer = await client.GetFromJsonAsync<JsonElement>("scans/unsynced?limit=100");
foreach (var scan in answer.GetProperty("items").EnumerateArray())
{
    Console.WriteLine(scan.GetProperty("filename").GetString());
    // Save scan.GetProperty("data") in your own system here. Only what is saved may be marked:
    var ids = new[] { scan.GetProperty("id").GetString() };
    var marked = await client.PostAsJsonAsync("scans/mark-synced", new { ids, source = "C#" });
    marked.EnsureSuccessStatusCode();
}
`,
  orders: (base) => `${head(base)}
var answer = await client.GetFromJsonAsync<JsonElement>("orders/unsynced?limit=50");
foreach (var order in answer.GetProperty("data").EnumerateArray())
{
    Console.WriteLine(order.GetProperty("order_no").GetString());
    // Save the order in your own system here. Only what is saved may be marked:
    var lines = order.GetProperty("items").EnumerateArray();
    var row = new
    {
        order_id = order.GetProperty("id").GetString(),
        order_item_ids = lines.Select(line => line.GetProperty("id").GetString()).ToArray(),
    };
    var marked = await client.PostAsJsonAsync("orders/sync", new { orders = new[] { row } });
    marked.EnsureSuccessStatusCode();
}
`,
  products: (base) => `${head(base)}
for (var offset = 0; ; offset += 100)
{
    var answer = await client.GetFromJsonAsync<JsonElement>($"products?limit=100&offset={offset}");
    foreach (var product in answer.GetProperty("data").EnumerateArray())
    {
        Console.WriteLine(product.GetProperty("name").GetString());
    }
    if (offset + 100 >= answer.GetProperty("pagination").GetProperty("total").GetInt32()) break;
}
`,
  stock: (base) => `${head(base)}
var updates = new[] { new { sku = "YOUR-SKU", stock_quantity = 12 } };
var sent = await client.PostAsJsonAsync("products/stock", new { updates });
sent.EnsureSuccessStatusCode();
Console.WriteLine(await sent.Content.ReadAsStringAsync());
`,
}

function head(base: string): string {
  return `using System.Net.Http.Json;
using System.Text.Json;

using var client = new HttpClient { BaseAddress = new Uri("${base}") };
client.DefaultRequestHeaders.Authorization = new("Bearer", "${keyPlaceholder}");
`
}
