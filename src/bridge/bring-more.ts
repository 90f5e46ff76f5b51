import { AppError } from '../platform/errors.ts'
import { bringNames } from './names/bring-names.ts'
import { namesSentence } from './names/brought.ts'
import type { RoundDeps } from './round.ts'
import { bringStock, stockSentence } from './stock/bring-stock.ts'
import type { StockChoice } from './stock/plan.ts'
import type { Mappings } from './vouchers/mappings.ts'

/** What else the bridge sends to Daybook, as chosen at pairing. */
export type Brings = { names: boolean; stock: StockChoice | undefined }

/**
 * Milliseconds between two attempts. Tally computes the stock of all items on each request. After names could not be sent, all masters
 * are read again.
 */
const againAfterMs = 10 * 60_000

/** Sends names and stock to Daybook and keeps the outcome in words. A failure here does not stop the round. */
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

/** A clock that was set back also makes it due. */
function isDue({ clock }: RoundDeps, since: number): boolean {
  const now = clock.now()
  return now < since || now >= since + againAfterMs
}

async function namesIn(deps: RoundDeps, mappings: Mappings, signal?: AbortSignal): Promise<string> {
  const { books, daybook, state, clock } = deps
  return await asSentence(deps, async () => {
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
  return await asSentence(deps, async () => stockSentence(await bringStock(from)))
}

/** Turns an error into a sentence for people. The log has the error itself, such as a full disk. The round was complete without this. */
async function asSentence({ log }: RoundDeps, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    log.warn('Something that the books know could not be brought to Daybook.', { error })
    // The health report already says that Tally or Daybook does not answer.
    if (error instanceof AppError && error.code === 'unavailable') return ''
    return error instanceof AppError
      ? error.message
      : 'What the books know could not be brought to Daybook: the log of the bridge says why.'
  }
}
