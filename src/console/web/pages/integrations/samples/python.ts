import { keyPlaceholder, type Samples } from './tasks.ts'

/** For Python 3, with nothing to install. */
export const pythonSamples: Samples = {
  documents: (base) => `${head(base)}
answer = call("GET", "scans/unsynced?limit=100")
for scan in answer["items"]:
    print(scan["filename"], scan.get("invoice_no", ""))
    # Save scan["data"] in your own system here. Only what is saved may be marked:
    call("POST", "scans/mark-synced", {"ids": [scan["id"]], "source": "Python"})
`,
  orders: (base) => `${head(base)}
answer = call("GET", "orders/unsynced?limit=50")
for order in answer["data"]:
    print(order["order_no"], order["customer_name"], order["total"])
    # Save the order in your own system here. Only what is saved may be marked:
    ids = [item["id"] for item in order["items"]]
    call("POST", "orders/sync", {"orders": [{"order_id": order["id"], "order_item_ids": ids}]})
`,
  products: (base) => `${head(base)}
offset = 0
while True:
    answer = call("GET", f"products?limit=100&offset={offset}")
    for product in answer["data"]:
        print(product["slug"], product["name"], product["sale_price"])
    offset += 100
    if offset >= answer["pagination"]["total"]:
        break
`,
  stock: (base) => `${head(base)}
answer = call("POST", "products/stock", {"updates": [{"sku": "YOUR-SKU", "stock_quantity": 12}]})
for result in answer["results"]:
    print(result["sku"], result["status"])
`,
}

function head(base: string): string {
  return `import json
import urllib.request

BASE = "${base}"
KEY = "${keyPlaceholder}"


def call(method, path, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + KEY, "Content-Type": "application/json"}
    request = urllib.request.Request(BASE + path, data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.load(response)

`
}
