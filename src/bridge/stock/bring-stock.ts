import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import type { Books } from '../books.ts'
import { type Api, askFor } from '../daybook/api.ts'
import { type StockChoice, StockPlan, type StockUpdate, type Article } from './plan.ts'
import type { Mappings } from '../vouchers/lookup.ts'
import { dayInIndia } from '../../paper/values.ts'
import { readJson } from '../../platform/disk/durable.ts'
import { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'

/** Milliseconds between transfers while nothing changed in the accounts. Somebody may have changed the storefront by hand. */
const unchangedEveryMs = 60 * 60_000

/** How many names are kept for display. */
const namesMax = 20

const broughtSchema = Type.Object({
  /** The marks of vouchers and masters; '' when rows were refused. */
  marks: Type.String(),
  /** Milliseconds since the epoch. */
  at: Type.Number(),
  /** How many storefront articles are items in the accounts. */
  known: Type.Number(),
  /** How many articles changed in the last transfer. */
  changed: Type.Number(),
  /** How many articles the storefront refused, and why it refused the first. */
  refused: Type.Number(),
  refusal: Type.String(),
  unknown: Type.Number(),
  unclear: Type.Number(),
  unknownNames: Type.Array(Type.String()),
  unclearNames: Type.Array(Type.String()),
})

type BroughtStock = Static<typeof broughtSchema>

type StockFrom = {
  books: Pick<Books, 'mark' | 'masterMark' | 'stock'>
  api: Api
  mappings: Mappings
  choice: StockChoice
  /** The folder of these books. */
  folder: string
  clock: Clock
}

/**
 * Sends the storefront the quantities and prices in the accounts, where they differ. Returns the outcome of the last transfer. Throws
 * AppError `conflict` where the accounts cannot tell, or somebody wrote in them meanwhile, `unavailable` when the accounts or Daybook do
 * not answer.
 */
export async function bringStock(from: StockFrom): Promise<BroughtStock> {
  const { books, api, folder, clock } = from
  const before = readBroughtStock(folder)
  const marks = await marksOf(books)
  if (before?.marks === marks && isFresh(before, clock.now())) return before
  const { plan, updates } = await planned(from)
  // An order that was entered meanwhile is not in the count, and no longer waits either. Its goods would be offered again.
  if ((await marksOf(books)) !== marks) throw moved()
  const sent = await sendStock(api, updates)
  const brought: BroughtStock = {
    marks: sent.refused === 0 ? marks : '',
    at: clock.now(),
    known: plan.known,
    ...sent,
    unknown: plan.unknown.length,
    unclear: plan.unclear.length,
    unknownNames: plan.unknown.slice(0, namesMax),
    unclearNames: plan.unclear.slice(0, namesMax),
  }
  // If this file is lost or half written, the next call sends everything again. Only time is lost.
  writeFileSync(fileOf(folder), JSON.stringify(brought))
  return brought
}

async function marksOf(books: StockFrom['books']): Promise<string> {
  return `${await books.mark()} ${await books.masterMark()}`
}

function moved(): AppError {
  const message =
    'Stock did not go to the storefront: somebody wrote in the books while it was read. It is tried again.'
  return new AppError('conflict', message)
}

/** False when the clock was set back. */
function isFresh({ at }: BroughtStock, now: number): boolean {
  return now >= at && now - at < unchangedEveryMs
}

/** The updates that would be sent. Sends nothing. */
export async function tryStock(from: StockFrom): Promise<StockUpdate[]> {
  return (await planned(from)).updates
}

async function planned({ books, api, mappings, choice, clock }: StockFrom) {
  requireSales(mappings)
  const plan = new StockPlan(choice, await articlesOf(api), dayInIndia(clock.now()))
  let items = 0
  for await (const item of books.stock()) {
    items += 1
    plan.take(item)
  }
  // A company that closed meanwhile returns no rows. This call then throws AppError `unavailable`.
  await books.mark()
  if (items > 0 && !plan.isCounted) {
    const message = 'Stock does not go to the storefront: the books show no quantity of any item.'
    throw new AppError('conflict', message)
  }
  return { plan, updates: plan.updates() }
}

/** Tally does not reduce its stock for a sales order, so sold goods would be offered again. */
function requireSales({ settings }: Mappings): void {
  if (settings.order_as === 'sales') return
  throw new AppError(
    'conflict',
    'Stock does not go to the storefront: web orders become sales orders, which Tally does not take off its stock. Let them become sales, under Settings on the page Books.',
  )
}

/** The last transfer of stock. Undefined before the first. */
export function readBroughtStock(folder: string): BroughtStock | undefined {
  return readJson(fileOf(folder), broughtSchema)
}

export function stockSentence(brought: BroughtStock): string {
  const { known, refused, refusal, unknown, unclear } = brought
  const taken = known - refused
  const articles = `${taken} ${taken === 1 ? 'article has' : 'articles have'}`
  const others = refused === 0 ? '' : ` The storefront refused ${refused}: ${refusal}`
  const strangers =
    unknown === 0
      ? ''
      : ` ${unknown} stock ${unknown === 1 ? 'item is' : 'items are'} not in the storefront.`
  const open = unclear === 0 ? '' : ` Of ${unclear} it cannot be told.`
  return `${articles} the stock of the books.${others}${strangers}${open}`
}

function fileOf(folder: string): string {
  return join(folder, 'stock.json')
}

/** Rows per call. */
const rowsAtOnce = 1_000

const paisePerRupee = 100

const comparedSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      articles: Type.Optional(
        Type.Array(
          Type.Object({
            sku: Type.String(),
            stock_quantity: Type.Number(),
            sale_price: Type.Number(),
          }),
        ),
      ),
      more: Type.Optional(Type.Boolean()),
    }),
  ),
})

/**
 * Stock and prices of the whole storefront, by SKU. An empty digest matches no range, so Daybook returns every row. Throws AppError as
 * `Api` does.
 */
export async function articlesOf(api: Api): Promise<Map<string, Article>> {
  const articles = new Map<string, Article>()
  for (let from = ''; ;) {
    const body = { ranges: [{ from, digest: '' }] }
    const asked = { method: 'POST', path: 'products/digest', body } as const
    const [range] = (await askFor(api, asked, comparedSchema, answered)).results
    for (const { sku, stock_quantity: quantity, sale_price: rupees } of range?.articles ?? []) {
      articles.set(sku, { quantity, price: Math.round(rupees * paisePerRupee) })
    }
    const last = range?.articles?.at(-1)?.sku
    // The next page begins with the last row of this one.
    if (range?.more !== true || last === undefined || last === from) return articles
    from = last
  }
}

const stockSchema = Type.Object({
  results: Type.Array(
    Type.Object({
      status: Type.String(),
      changed: Type.Optional(Type.Boolean()),
      error: Type.Optional(Type.Object({ message: Type.String() })),
    }),
  ),
})

/** A time before all orders: the count in the accounts includes no unacknowledged order, however long it has waited. */
const asOf = new Date(0).toISOString()

/** The outcome of sending rows: how many changed something, how many were refused, and why the first was refused. */
type Sent = { changed: number; refused: number; refusal: string }

/** Throws AppError as `Api` does. */
async function sendStock(api: Api, updates: readonly StockUpdate[]): Promise<Sent> {
  const sent: Sent = { changed: 0, refused: 0, refusal: '' }
  for (let at = 0; at < updates.length; at += rowsAtOnce) {
    const rows = updates.slice(at, at + rowsAtOnce).map(({ sku, quantity, price }) => ({
      sku,
      ...(quantity !== undefined && { stock_quantity: quantity, as_of: asOf }),
      ...(price !== undefined && { sale_price: price / paisePerRupee }),
    }))
    const asked = { method: 'POST', path: 'products/stock', body: { updates: rows } } as const
    const { results } = await askFor(api, asked, stockSchema, answered)
    for (const { status, changed, error } of results) {
      if (changed === true) sent.changed += 1
      if (status !== 'error') continue
      if (sent.refused === 0) sent.refusal = error?.message ?? ''
      sent.refused += 1
    }
  }
  return sent
}

/** For an answer in another form. */
const answered = 'The storefront answered what'
