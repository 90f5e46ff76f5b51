import {
  exampleOrderNumber,
  exampleSku,
  keyPlaceholder,
  rowsPerRequest,
  type Samples,
} from './tasks.ts'

/** For Python 3, without packages. */
export const pythonSamples: Samples = {
  documents: (base) => `${head(base)}
after = ""
while after is not None:
    answer = call("GET", f"scans/unsynced?limit=50&after={after}")
    for scan in answer["items"]:
        print(scan["filename"], scan.get("invoice_no", ""))
        # Save scan["facts"] (typed) or scan["data"] (all that was read) in your own system here,
        # under scan["id"]: a document that was saved but not marked comes again. Only what is
        # saved may be marked:
        call("POST", "scans/mark-synced", {"ids": [scan["id"]], "source": "Python"})
    after = answer["next"]
`,
  orders: (base) => `${head(base)}
after = ""
while after is not None:
    answer = call("GET", f"orders/unsynced?limit=50&after={after}")
    for order in answer["data"]:
        print(order["order_no"], order["customer_name"], order["total"])
        # Save the order in your own system here, under order["id"]: an order that was
        # saved but not marked comes again. Only what is saved may be marked:
        ids = [item["id"] for item in order["items"]]
        row = {"order_id": order["id"], "order_item_ids": ids}
        marked = call("POST", "orders/sync", {"orders": [row]})
        if marked["summary"]["errors"] > 0:
            raise SystemExit(marked["results"][0]["error"]["message"])
    after = answer["next"]
`,
  order: (base) => `${head(base)}
order = {
    "customer_name": "Asha Rao",
    "customer_phone": "98450 12345",
    "items": [{"sku": "${exampleSku}", "quantity": 1}],
}
# Your own number of the order: sent again within a day, it is not placed twice.
placed = call("POST", "orders", order, {"Idempotency-Key": "${exampleOrderNumber}"})
print(placed["order_no"], placed["total"])
`,
  products: (base) => `${head(base)}
offset = 0
while True:
    answer = call("GET", f"products?limit=100&sort=oldest&offset={offset}")
    for product in answer["data"]:
        print(product["slug"], product["name"], product["sale_price"])
    offset += 100
    if offset >= answer["pagination"]["total"]:
        break
`,
  bulk: (base) => `${head(base)}
products = [
    {
        "sku": "${exampleSku}",
        "name": "Basmati Rice 5 kg",
        "mrp": 620,
        "sale_price": 575.5,
        "stock_quantity": 40,
        "gst_pct": 5,
    },
]
# "products/bulk?dry_run=true" tries it and changes nothing.
for start in range(0, len(products), ${rowsPerRequest}):
    answer = call("POST", "products/bulk", {"products": products[start : start + ${rowsPerRequest}]})
    for result in answer["results"]:
        print(result["sku"], result["status"], result.get("error", {}).get("message", ""))
`,
  stock: (base) => `${head(base)}
updates = [
    {"sku": "${exampleSku}", "stock_quantity": 12},
]
for start in range(0, len(updates), ${rowsPerRequest}):
    answer = call("POST", "products/stock", {"updates": updates[start : start + ${rowsPerRequest}]})
    for result in answer["results"]:
        print(result["sku"], result["status"], result.get("error", {}).get("message", ""))
`,
}

function head(base: string): string {
  return `import json
import urllib.error
import urllib.request

BASE = "${base}"
KEY = "${keyPlaceholder}"


def call(method, path, body=None, more_headers=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/json"}
    headers.update(more_headers or {})
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        # Daybook says in a sentence what was wrong.
        raise SystemExit(f"{error.code}: {error.read().decode()}")

`
}
