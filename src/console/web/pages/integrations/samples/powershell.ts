import { keyPlaceholder, type Samples } from './tasks.ts'

/** For Windows PowerShell 5.1 and for PowerShell 7. */
export const powershellSamples: Samples = {
  documents: (base) => `${head(base)}
$answer = Invoke-RestMethod -Uri ($base + "scans/unsynced?limit=100") -Headers $headers
foreach ($scan in $answer.items) {
    Write-Output "$($scan.filename)  $($scan.invoice_no)"
    # Save $scan.data in your own system here. Only what is saved may be marked:
    Send-Daybook "scans/mark-synced" @{ ids = @($scan.id); source = "PowerShell" } | Out-Null
}
`,
  orders: (base) => `${head(base)}
$answer = Invoke-RestMethod -Uri ($base + "orders/unsynced?limit=50") -Headers $headers
foreach ($order in $answer.data) {
    Write-Output "$($order.order_no)  $($order.customer_name)  $($order.total)"
    # Save the order in your own system here. Only what is saved may be marked:
    $ids = @($order.items | ForEach-Object { $_.id })
    $row = @{ order_id = $order.id; order_item_ids = $ids }
    Send-Daybook "orders/sync" @{ orders = @($row) } | Out-Null
}
`,
  products: (base) => `${head(base)}
$offset = 0
do {
    $answer = Invoke-RestMethod -Uri ($base + "products?limit=100&offset=$offset") -Headers $headers
    foreach ($product in $answer.data) {
        Write-Output "$($product.slug)  $($product.name)  $($product.sale_price)"
    }
    $offset += 100
} while ($offset -lt $answer.pagination.total)
`,
  stock: (base) => `${head(base)}
$updates = @(@{ sku = "YOUR-SKU"; stock_quantity = 12 })
$answer = Send-Daybook "products/stock" @{ updates = $updates }
$answer.results | Format-Table sku, status
`,
}

function head(base: string): string {
  return `$base = "${base}"
$headers = @{ Authorization = "Bearer ${keyPlaceholder}" }

function Send-Daybook($path, $body) {
    $bytes = [Text.Encoding]::UTF8.GetBytes(($body | ConvertTo-Json -Depth 10))
    Invoke-RestMethod -Method Post -Uri ($base + $path) -Headers $headers -ContentType "application/json; charset=utf-8" -Body $bytes
}
`
}
