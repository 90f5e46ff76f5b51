import { median, rounded, type Figure } from '../figures.ts'
import { program, serveCommand, startPartner, startServer, type Partner } from '../processes.ts'
import type { Part, Workshop } from '../workshop.ts'
import type { BareDone, BareWork, StockUpdate } from './bare-writes.ts'
import { apiPath, smallShop } from './catalogue.ts'
import { productRecord, productsPerVariant, variantSku } from './products.ts'
import { mixed } from './product-texts.ts'

const rowsPerRequest = 1_000

/** The first round is a warm-up and does not count. */
const rounds = 7

const target = { atLeast: 0.4 }

type Answer = { summary: { created?: number; updated: number }; results: { changed?: boolean }[] }
type Turn = { oursMs: number; bareMs: number }

/** `POST products/bulk` with 1,000 new products, then with 1,000 existing products that get a new price and stock. */
export const measureBulk: Part = async (shop) =>
  await withBothSides(shop, async (take) => {
    const created: Turn[] = []
    const updated: Turn[] = []
    for (let round = 0; round <= rounds; round++) {
      created.push(await take.records(newRows(round), 'created'))
      updated.push(await take.records(existingRows(round), 'updated'))
    }
    return [
      ratioFigure('bulk of 1,000 new rows, ratio to bare statements', created),
      ratioFigure(
        'bulk of 1,000 existing rows, ratio to bare statements',
        updated,
        'prices and stock of each row differ; the bare side writes every column of the record',
      ),
    ]
  })

/** `POST products/stock` with the quantity and both prices of 900 products and 100 variants. */
export const measureStock: Part = async (shop) =>
  await withBothSides(shop, async (take) => {
    const turns: Turn[] = []
    for (let round = 0; round <= rounds; round++) turns.push(await take.stock(stockUpdates(round)))
    return [
      ratioFigure(
        'stock of 1,000 rows, ratio to bare statements',
        turns,
        'every row differs; one in ten is a variant',
      ),
    ]
  })

type Take = {
  records(records: ReturnType<typeof productRecord>[], as: 'created' | 'updated'): Promise<Turn>
  stock(updates: StockUpdate[]): Promise<Turn>
}

/** The executable and the bare program make the same changes, each to its own copy of the same database. */
async function withBothSides(
  shop: Workshop,
  work: (take: Take) => Promise<Figure[]>,
): Promise<Figure[]> {
  const { dir, key } = await shop.shop(smallShop)
  const copy = await shop.shop(smallShop)
  await using ours = await startServer(serveCommand(shop.executable, dir.root))
  await using bare = startPartner(program('storefront/bare-writes.ts', copy.dir.database))
  await bare.hear()
  const url = `${ours.url}${apiPath}/products`
  const figures = await work({
    async records(products, as) {
      const oursMs = await post(`${url}/bulk`, key, { products }, as)
      return { oursMs, bareMs: await writeBare(bare, { kind: 'records', records: products }, as) }
    },
    async stock(updates) {
      const oursMs = await post(`${url}/stock`, key, { updates }, 'updated')
      return { oursMs, bareMs: await writeBare(bare, { kind: 'stock', updates }, 'updated') }
    },
  })
  shop.resident.push(ours.residentMb())
  return figures
}

/** The time from sending the request to reading the answer. Throws if a row was not written as expected. */
async function post(
  url: string,
  key: string,
  body: unknown,
  as: 'created' | 'updated',
): Promise<number> {
  const text = JSON.stringify(body)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const started = performance.now()
  const response = await fetch(url, { method: 'POST', headers, body: text })
  const answer = await response.text()
  const tookMs = performance.now() - started
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${answer}`)
  const { summary, results }: Answer = JSON.parse(answer)
  const unchanged = results.filter(({ changed }) => changed === false).length
  if (summary[as] !== rowsPerRequest || unchanged > 0) {
    throw new Error(`${url}: ${JSON.stringify(summary)}, ${unchanged} rows were not changed`)
  }
  return tookMs
}

async function writeBare(
  bare: Partner,
  work: BareWork,
  as: 'created' | 'updated',
): Promise<number> {
  bare.say(work)
  const done = await bare.hear<BareDone>()
  if (done[as] !== rowsPerRequest) throw new Error(`the bare side wrote ${JSON.stringify(done)}`)
  return done.tookMs
}

function newRows(round: number) {
  const first = smallShop.products + round * rowsPerRequest
  return Array.from({ length: rowsPerRequest }, (_, at) => productRecord(first + at))
}

/** Rows from all over the database. The step and the number of rows have no common factor, so no row comes twice. */
function existingRows(round: number) {
  return Array.from({ length: rowsPerRequest }, (_, at) =>
    productRecord(indexOf(round, at), round + 1),
  )
}

function stockUpdates(round: number): StockUpdate[] {
  return Array.from({ length: rowsPerRequest }, (_, at) => {
    const index = indexOf(round, at)
    const { sku, stock_quantity, sale_price, mrp } = productRecord(index, round + 1)
    const isVariant = index % productsPerVariant === 0
    return { sku: isVariant ? variantSku(index) : sku, stock_quantity, sale_price, mrp }
  })
}

function indexOf(round: number, at: number): number {
  return (mixed(round, 501) + at * 7_919) % smallShop.products
}

function ratioFigure(name: string, turns: readonly Turn[], note?: string): Figure {
  const measured = turns.slice(1)
  const ours = median(measured.map(({ oursMs }) => oursMs))
  const bare = median(measured.map(({ bareMs }) => bareMs))
  const times = `${rounded(bare)} ms bare, ${rounded(ours)} ms by request`
  return {
    name,
    value: bare / ours,
    unit: 'x',
    target,
    detail: note === undefined ? times : `${times}; ${note}`,
  }
}
