import { AppError } from '../platform/errors.ts'
import { bringNames } from './names/bring-names.ts'
import { namesSentence } from './names/brought.ts'
import type { RoundDeps } from './round.ts'
import { bringStock, stockSentence } from './stock/bring-stock.ts'
import type { StockChoice } from './stock/plan.ts'
import type { Mappings } from './vouchers/mappings.ts'

/** What else of the books is brought to Daybook, as it was chosen when they were paired. */
export type Brings = { names: boolean; stock: StockChoice | undefined }

/** Tally reckons the stock of all items each time: it is asked no more often, in milliseconds. */
const stockEveryMs = 10 * 60_000

/** Brings Daybook what the books know, and keeps in words what came of it. What fails keeps nothing else waiting. */
export async function bringMore(
  deps: RoundDeps,
  mappings: Mappings,
  signal?: AbortSignal,
): Promise<void> {
  const { brings, state } = deps
  if (brings.names) state.names = await namesIn(deps, mappings, signal)
  if (brings.stock !== undefined && isStockDue(deps)) {
    state.stockAt = deps.clock.now()
    state.stock = await stockIn(deps, mappings, brings.stock)
  }
}

/** A clock that was set back makes it due. */
function isStockDue({ clock, state: { stockAt } }: RoundDeps): boolean {
  const now = clock.now()
  return now < stockAt || now >= stockAt + stockEveryMs
}

async function namesIn(deps: RoundDeps, mappings: Mappings, signal?: AbortSignal): Promise<string> {
  const { books, daybook, state } = deps
  return await inWords(deps, async () => {
    if ((await books.masterMark()) === state.namesMark) return state.names
    const brought = await bringNames({ ...deps, api: daybook.scans, mappings, signal })
    state.namesMark = brought.mark
    return namesSentence(brought)
  })
}

async function stockIn(deps: RoundDeps, mappings: Mappings, choice: StockChoice): Promise<string> {
  const { storefront: api } = deps.daybook
  if (api === undefined) return ''
  const from = { ...deps, api, mappings, choice }
  return await inWords(deps, async () => stockSentence(await bringStock(from)))
}

async function inWords({ log }: RoundDeps, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn('Something that the books know could not be brought to Daybook.', { error })
    // Whether Tally or Daybook answers is told anyway.
    return error.code === 'unavailable' ? '' : error.message
  }
}
