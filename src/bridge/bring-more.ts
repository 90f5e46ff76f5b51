import { AppError } from '../platform/errors.ts'
import { bringNames } from './names/bring-names.ts'
import { namesSentence } from './names/brought.ts'
import type { RoundDeps } from './round.ts'
import { bringStock, stockSentence } from './stock/bring-stock.ts'
import type { StockChoice } from './stock/plan.ts'
import type { Mappings } from './vouchers/mappings.ts'

/** What else of the books is brought to Daybook, as it was chosen when they were paired. */
export type Brings = { names: boolean; stock: StockChoice | undefined }

/**
 * Tally reckons the stock of all items each time, and reads all masters again for names that could not be brought: it is
 * asked no more often, in milliseconds.
 */
const againAfterMs = 10 * 60_000

/** Brings Daybook what the books know, and keeps in words what came of it. What fails keeps nothing else waiting. */
export async function bringMore(
  deps: RoundDeps,
  mappings: Mappings,
  signal?: AbortSignal,
): Promise<void> {
  const { brings, state } = deps
  if (brings.names && isDue(deps, state.namesFailedAt)) {
    state.names = await namesIn(deps, mappings, signal)
  }
  if (brings.stock !== undefined && isDue(deps, state.stockAt)) {
    state.stockAt = deps.clock.now()
    state.stock = await stockIn(deps, mappings, brings.stock)
  }
}

/** A clock that was set back makes it due. */
function isDue({ clock }: RoundDeps, since: number): boolean {
  const now = clock.now()
  return now < since || now >= since + againAfterMs
}

async function namesIn(deps: RoundDeps, mappings: Mappings, signal?: AbortSignal): Promise<string> {
  const { books, daybook, state, clock } = deps
  return await inWords(deps, async () => {
    if ((await books.masterMark()) === state.namesMark) return state.names
    state.namesFailedAt = clock.now()
    const brought = await bringNames({ ...deps, api: daybook.scans, mappings, signal })
    state.namesFailedAt = 0
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

/** What is no refusal, such as a disk that is full, is in the log: the round was whole without it. */
async function inWords({ log }: RoundDeps, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    log.warn('Something that the books know could not be brought to Daybook.', { error })
    // Whether Tally or Daybook answers is told anyway.
    if (error instanceof AppError && error.code === 'unavailable') return ''
    return error instanceof AppError
      ? error.message
      : 'What the books know could not be brought to Daybook: the log of the bridge says why.'
  }
}
