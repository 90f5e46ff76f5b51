// The yardstick for bulk writes: the same parsed rows, written with prepared statements in one transaction, on a
// copy of the same database. Reads a BareWork from each line of its input and prints how long the write took.
import { Database } from 'bun:sqlite'
import { createInterface } from 'node:readline'
import { hundredths, insertProduct, type ProductRecord, type ProductValues } from './products.ts'

export type StockUpdate = { sku: string; stock_quantity: number; sale_price: number; mrp: number }

export type BareWork =
  { kind: 'records'; records: ProductRecord[] } | { kind: 'stock'; updates: StockUpdate[] }

export type BareDone = { tookMs: number; created: number; updated: number }

type Found = { seq: number }

const db = new Database(process.argv[2] ?? '', { readwrite: true })
db.run('PRAGMA journal_mode = WAL')
db.run('PRAGMA synchronous = FULL')
db.run('PRAGMA cache_size = -16000')
db.run('PRAGMA foreign_keys = ON')

const raiseVersion = db.query<{ version: number }, []>(
  'UPDATE catalogue_state SET version = version + 1 RETURNING version',
)
const findProduct = db.query<Found, [string]>('SELECT seq FROM products WHERE sku = ?')
const findVariant = db.query<Found, [string]>('SELECT seq FROM variants WHERE sku = ?')
const findCategory = db.query<{ id: string }, [string]>('SELECT id FROM categories WHERE slug = ?')
const findSlug = db.query<Found, [string]>('SELECT seq FROM products WHERE slug = ?')
const insert = db.query<never, ProductValues>(insertProduct)
// Updates every column of the record, changed or not.
const update = db.query<
  never,
  [
    name: string,
    foldedName: string,
    description: string,
    foldedDescription: string,
    categoryId: string,
    mrp: number,
    salePrice: number,
    stock: number,
    gst: number,
    hsn: string,
    version: number,
    now: number,
    seq: number,
  ]
>(
  `UPDATE products SET name = ?, folded_name = ?, description = ?, folded_description = ?, category_id = ?, mrp = ?,
     sale_price = ?, stock_quantity = ?, gst_basis_points = ?, hsn = ?, version = ?, updated_at = ? WHERE seq = ?`,
)
type StockValues = [stock: number, salePrice: number, mrp: number, now: number, seq: number]
const updateProductStock = db.query<never, [version: number, ...StockValues]>(
  `UPDATE products SET version = ?, stock_quantity = ?, sale_price = ?, mrp = ?, updated_at = ? WHERE seq = ?`,
)
const updateVariantStock = db.query<never, StockValues>(
  `UPDATE variants SET stock_quantity = ?, sale_price = ?, mrp = ?, updated_at = ? WHERE seq = ?`,
)

const storeRecords = db.transaction((records: readonly ProductRecord[]) => {
  const now = Date.now()
  const version = raiseVersion.get()?.version ?? 0
  let created = 0
  for (const record of records) if (storeRecord(record, version, now)) created++
  return { created, updated: records.length - created }
})

const storeStock = db.transaction((updates: readonly StockUpdate[]) => {
  const now = Date.now()
  const version = raiseVersion.get()?.version ?? 0
  let updated = 0
  for (const { sku, stock_quantity, sale_price, mrp } of updates) {
    const product = findProduct.get(sku)
    const target = product ?? findVariant.get(sku)
    if (target === null) continue
    const values: StockValues = [
      stock_quantity,
      hundredths(sale_price),
      hundredths(mrp),
      now,
      target.seq,
    ]
    if (product === null) updateVariantStock.run(...values)
    else updateProductStock.run(version, ...values)
    updated++
  }
  return { created: 0, updated }
})

console.log(JSON.stringify({ ready: true }))
for await (const line of createInterface({ input: process.stdin })) {
  const work: BareWork = JSON.parse(line)
  const started = performance.now()
  const done =
    work.kind === 'records'
      ? storeRecords.immediate(work.records)
      : storeStock.immediate(work.updates)
  console.log(JSON.stringify({ ...done, tookMs: performance.now() - started }))
}

/** Whether the product is new. */
function storeRecord(record: ProductRecord, version: number, now: number): boolean {
  const { sku, name, description, hsn } = record
  const categoryId = findCategory.get(record.category_slug)?.id ?? ''
  const found = findProduct.get(sku)
  const [mrp, salePrice] = [hundredths(record.mrp), hundredths(record.sale_price)]
  const gst = hundredths(record.gst_pct)
  const stock = record.stock_quantity
  const folded = [name.toLowerCase(), description.toLowerCase()] as const
  if (found !== null) {
    update.run(
      name,
      folded[0],
      description,
      folded[1],
      categoryId,
      mrp,
      salePrice,
      stock,
      gst,
      hsn,
      version,
      now,
      found.seq,
    )
    return false
  }
  if (findVariant.get(sku) !== null) throw new Error(`${sku} is a variant`)
  const slug = freeSlug(folded[0].replaceAll(' ', '-'))
  const id = Bun.randomUUIDv7()
  insert.run(
    id,
    sku,
    slug,
    name,
    folded[0],
    description,
    folded[1],
    categoryId,
    mrp,
    salePrice,
    stock,
    gst,
    hsn,
    null,
    1,
    version,
    now,
    now,
  )
  return true
}

function freeSlug(slug: string): string {
  let free = slug
  for (let number = 2; findSlug.get(free) !== null; number++) free = `${slug}-${number}`
  return free
}
