import { keyPlaceholder, type Samples } from './tasks.ts'

/** For a terminal; quoted so that it works in cmd.exe too. */
export const curlSamples: Samples = {
  documents: (base) =>
    lines(
      get(`${base}scans/unsynced?limit=100`),
      post(`${base}scans/mark-synced`, { ids: ['ID_OF_A_DOCUMENT'], source: 'curl' }),
    ),
  orders: (base) =>
    lines(
      get(`${base}orders/unsynced?limit=50`),
      post(`${base}orders/sync`, {
        orders: [{ order_id: 'ID_OF_AN_ORDER', order_item_ids: ['ID_OF_A_LINE'] }],
      }),
    ),
  products: (base) => lines(get(`${base}products?limit=100&offset=0`)),
  stock: (base) =>
    lines(post(`${base}products/stock`, { updates: [{ sku: 'YOUR-SKU', stock_quantity: 12 }] })),
}

const head = `curl -H "Authorization: Bearer ${keyPlaceholder}"`

function get(url: string): string {
  return `${head} "${url}"`
}

function post(url: string, body: unknown): string {
  const text = JSON.stringify(body).replaceAll('"', String.raw`\"`)
  return `${head} -H "Content-Type: application/json" -d "${text}" "${url}"`
}

function lines(...some: string[]): string {
  return some.join('\n\n')
}
