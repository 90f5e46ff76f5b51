import { exampleOrderNumber, exampleSku, keyPlaceholder, type Samples } from './tasks.ts'

/** For a terminal, quoted so that it also works in cmd.exe. */
export const curlSamples: Samples = {
  documents: (base) =>
    lines(
      get(`${base}scans/unsynced?limit=50`),
      post(`${base}scans/mark-synced`, { ids: ['ID_OF_A_DOCUMENT'], source: 'curl' }),
    ),
  orders: (base) =>
    lines(
      get(`${base}orders/unsynced?limit=50`),
      post(`${base}orders/sync`, {
        orders: [{ order_id: 'ID_OF_AN_ORDER', order_item_ids: ['ID_OF_A_LINE'] }],
      }),
    ),
  order: (base) =>
    lines(
      post(
        `${base}orders`,
        {
          customer_name: 'Asha Rao',
          customer_phone: '98450 12345',
          items: [{ sku: exampleSku, quantity: 1 }],
        },
        ` -H "Idempotency-Key: ${exampleOrderNumber}"`,
      ),
    ),
  products: (base) => lines(get(`${base}products?limit=100&offset=0`)),
  bulk: (base) =>
    lines(
      post(`${base}products/bulk`, {
        products: [
          {
            sku: exampleSku,
            name: 'Basmati Rice 5 kg',
            mrp: 620,
            sale_price: 575.5,
            stock_quantity: 40,
            gst_pct: 5,
          },
        ],
      }),
    ),
  stock: (base) =>
    lines(post(`${base}products/stock`, { updates: [{ sku: exampleSku, stock_quantity: 12 }] })),
}

const head = `curl -H "Authorization: Bearer ${keyPlaceholder}"`

function get(url: string): string {
  return `${head} "${url}"`
}

function post(url: string, body: unknown, header = ''): string {
  const text = JSON.stringify(body).replaceAll('"', String.raw`\"`)
  return `${head} -H "Content-Type: application/json"${header} -d "${text}" "${url}"`
}

function lines(...some: string[]): string {
  return some.join('\n\n')
}
