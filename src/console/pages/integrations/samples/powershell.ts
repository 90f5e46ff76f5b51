import {
  exampleOrderNumber,
  exampleSku,
  keyPlaceholder,
  rowsPerRequest,
  type Samples,
} from './tasks.ts'

/** For Windows PowerShell 5.1 and for PowerShell 7. */
export const powershellSamples: Samples = {
  documents: (base) => `${head(base)}
$after = ""
do {
    $answer = Get-Daybook "scans/unsynced?limit=50&after=$after"
    foreach ($scan in $answer.items) {
        Write-Output "$($scan.filename)  $($scan.invoice_no)"
        # Save $scan.facts (typed) or $scan.data (all that was read) in your own system here,
        # under $scan.id: a document that was saved but not marked comes again. Only what is
        # saved may be marked:
        Send-Daybook "scans/mark-synced" @{ ids = @($scan.id); source = "PowerShell" } | Out-Null
    }
    $after = $answer.next
} while ($after)
`,
  orders: (base) => `${head(base)}
$after = ""
do {
    $answer = Get-Daybook "orders/unsynced?limit=50&after=$after"
    foreach ($order in $answer.data) {
        Write-Output "$($order.order_no)  $($order.customer_name)  $($order.total)"
        # Save the order in your own system here, under $order.id: an order that was
        # saved but not marked comes again. Only what is saved may be marked:
        $ids = @($order.items | ForEach-Object { $_.id })
        $row = @{ order_id = $order.id; order_item_ids = $ids }
        $marked = Send-Daybook "orders/sync" @{ orders = @($row) }
        if ($marked.summary.errors -gt 0) { throw $marked.results[0].error.message }
    }
    $after = $answer.next
} while ($after)
`,
  order: (base) => `${head(base)}
$order = @{
    customer_name = "Asha Rao"
    customer_phone = "98450 12345"
    items = @(@{ sku = "${exampleSku}"; quantity = 1 })
}
# Your own number of the order: sent again within a day, it is not placed twice.
$placed = Send-Daybook "orders" $order @{ "Idempotency-Key" = "${exampleOrderNumber}" }
Write-Output "$($placed.order_no)  $($placed.total)"
`,
  products: (base) => `${head(base)}
$offset = 0
do {
    $answer = Get-Daybook "products?limit=100&sort=oldest&offset=$offset"
    foreach ($product in $answer.data) {
        Write-Output "$($product.slug)  $($product.name)  $($product.sale_price)"
    }
    $offset += 100
} while ($offset -lt $answer.pagination.total)
`,
  bulk: (base) => `${head(base)}
$products = @(
    @{
        sku = "${exampleSku}"
        name = "Basmati Rice 5 kg"
        mrp = 620
        sale_price = 575.5
        stock_quantity = 40
        gst_pct = 5
    }
)
# "products/bulk?dry_run=true" tries it and changes nothing.
${inParts('products', 'products/bulk')}`,
  stock: (base) => `${head(base)}
$updates = @(
    @{ sku = "${exampleSku}"; stock_quantity = 12 }
)
${inParts('updates', 'products/stock')}`,
}

/** Sends a list in parts and shows the result of each row. */
function inParts(list: string, path: string): string {
  return `for ($start = 0; $start -lt $${list}.Count; $start += ${rowsPerRequest}) {
    $end = [Math]::Min($start + ${rowsPerRequest}, $${list}.Count) - 1
    $answer = Send-Daybook "${path}" @{ ${list} = @($${list}[$start..$end]) }
    foreach ($result in $answer.results) {
        Write-Output "$($result.sku)  $($result.status)  $($result.error.message)"
    }
}
`
}

/** Windows PowerShell offers TLS 1.2 only if told to. */
const tls = `[Net.ServicePointManager]::SecurityProtocol = [Net.ServicePointManager]::SecurityProtocol -bor [Net.SecurityProtocolType]::Tls12
`

function head(base: string): string {
  return `$ErrorActionPreference = "Stop"
${base.startsWith('https:') ? tls : ''}$base = "${base}"
$headers = @{ Authorization = "Bearer ${keyPlaceholder}" }

function Get-Daybook($path) {
    $answer = Invoke-RestMethod -Uri ($base + $path) -Headers $headers
    # What PowerShell cannot read as JSON it gives back as text, without a word.
    if ($answer -is [string]) { throw "The answer is no JSON that PowerShell can read: $($answer.Substring(0, [Math]::Min(200, $answer.Length)))" }
    $answer
}

function Send-Daybook($path, $body, $moreHeaders = @{}) {
    # As bytes: Windows PowerShell sends a text as Latin-1.
    $bytes = [Text.Encoding]::UTF8.GetBytes(($body | ConvertTo-Json -Depth 10))
    Invoke-RestMethod -Method Post -Uri ($base + $path) -Headers ($headers + $moreHeaders) -ContentType "application/json; charset=utf-8" -Body $bytes
}
`
}
