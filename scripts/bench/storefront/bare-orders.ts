// The yardstick for placing orders: parse the JSON body, read the products with prepared statements, write the order and its
// lines in one transaction with synchronous = FULL. Nothing else.
import { Database } from 'bun:sqlite'

type Body = {
  customer_name: string
  customer_phone: string
  shipping_address: string
  shipping_city: string
  shipping_state: string
  shipping_pincode: string
  items: { sku: string; quantity: number }[]
}

type Product = {
  seq: number
  id: string
  name: string
  hsn: string
  sale_price: number
  gst_basis_points: number
}

type Line = Product & { sku: string; quantity: number; total: number; gst: number }

const db = new Database(process.argv[2] ?? '', { readwrite: true, strict: true })
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA synchronous = FULL')
db.run('PRAGMA cache_size = -16000')
db.run('PRAGMA foreign_keys = ON')

const findProduct = db.query<Product, [string]>(
  'SELECT seq, id, name, hsn, sale_price, gst_basis_points FROM products WHERE sku = ? AND is_listed = 1',
)
const takeStock = db.query<never, [number, number, number]>(
  'UPDATE products SET stock_quantity = stock_quantity - ? WHERE seq = ? AND stock_quantity >= ?',
)
const nextNumber = db.query<{ last: number }, [number]>(
  `INSERT INTO order_counters (year, last) VALUES (?, 1)
   ON CONFLICT (year) DO UPDATE SET last = last + 1 RETURNING last`,
)
type OrderValues = Record<
  | 'id'
  | 'orderNo'
  | 'name'
  | 'phone'
  | 'address'
  | 'city'
  | 'state'
  | 'pincode'
  | 'subtotal'
  | 'gst'
  | 'total'
  | 'items'
  | 'now',
  string | number
>
const insertOrder = db.query<{ seq: number }, [OrderValues]>(
  `INSERT INTO orders (id, order_no, customer_name, customer_phone, customer_gstin, shipping_address, shipping_city,
     shipping_state, shipping_pincode, status, subtotal, gst_total, discount, total, revision, takes_stock,
     waiting_items, synced_at, created_at, updated_at)
   VALUES ($id, $orderNo, $name, $phone, '', $address, $city, $state, $pincode, 'pending', $subtotal, $gst, 0, $total,
     1, 1, $items, NULL, $now, $now) RETURNING seq`,
)
type ItemValues = [
  id: string,
  orderSeq: number,
  productId: string,
  sku: string,
  name: string,
  hsn: string,
  quantity: number,
  price: number,
  total: number,
  gst: number,
  rate: number,
]
const insertItem = db.query<never, ItemValues>(
  `INSERT INTO order_items (id, order_seq, product_id, variant_id, sku, product_name, variant_label, hsn, quantity,
     unit_price, line_total, gst_amount, gst_basis_points, synced_at, synced_key_id)
   VALUES (?, ?, ?, NULL, ?, ?, NULL, ?, ?, ?, ?, ?, ?, NULL, NULL)`,
)

const place = db.transaction((order: Body) => {
  const now = Date.now()
  const lines = order.items.map(lineOf)
  for (const { seq, quantity, sku } of lines) {
    if (takeStock.run(quantity, seq, quantity).changes === 0) throw new Error(`${sku} is short`)
  }
  const year = new Date(now).getFullYear()
  const total = sum(lines.map((line) => line.total))
  const gst = sum(lines.map((line) => line.gst))
  const id = Bun.randomUUIDv7()
  const orderNo = `${year}/${nextNumber.get(year)?.last ?? 0}`
  const seq =
    insertOrder.get({
      id,
      orderNo,
      name: order.customer_name,
      phone: order.customer_phone,
      address: order.shipping_address,
      city: order.shipping_city,
      state: order.shipping_state,
      pincode: order.shipping_pincode,
      subtotal: total - gst,
      gst,
      total,
      items: lines.length,
      now,
    })?.seq ?? 0
  const items = lines.map((line) => storeLine(line, seq))
  const amounts = { subtotal: (total - gst) / 100, gst_total: gst / 100, total: total / 100 }
  const created_at = new Date(now).toISOString()
  return { ...order, id, order_no: orderNo, ...amounts, created_at, items }
})

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  routes: {
    '/orders': async (request) => {
      const body: Body = JSON.parse(await request.text())
      return Response.json(place.immediate(body), { status: 201 })
    },
    // Answers at once, to measure how fast the load generator itself is.
    '/nothing': () => new Response('{}'),
  },
})
console.log(JSON.stringify({ url: server.url.origin }))

function lineOf({ sku, quantity }: Body['items'][number]): Line {
  const product = findProduct.get(sku)
  if (product === null) throw new Error(`there is no ${sku}`)
  const total = product.sale_price * quantity
  const rate = product.gst_basis_points
  return { ...product, sku, quantity, total, gst: Math.round((total * rate) / (10_000 + rate)) }
}

function storeLine(line: Line, orderSeq: number) {
  const { id: productId, sku, name, hsn, quantity, sale_price, total, gst } = line
  const id = Bun.randomUUIDv7()
  const rate = line.gst_basis_points
  insertItem.run(id, orderSeq, productId, sku, name, hsn, quantity, sale_price, total, gst, rate)
  return {
    id,
    product_id: productId,
    sku,
    product_name: name,
    quantity,
    unit_price: sale_price / 100,
    line_total: total / 100,
    gst_amount: gst / 100,
    gst_pct: rate / 100,
  }
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0)
}
