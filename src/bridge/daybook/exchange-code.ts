import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { askDaybook } from './api.ts'
import type { Keys } from './daybook.ts'

/** The accounting system of a pairing, as in the names of its keys. */
export type BridgedSystem = 'tally' | 'erpnext' | 'folder'

/**
 * Exchanges a code from Daybook's console for new keys. A code works once. Throws AppError `forbidden` for a code that does not work,
 * `unavailable` where no Daybook answers.
 */
export async function exchangeCode(
  daybook: string,
  code: string,
  system: BridgedSystem,
): Promise<Required<Keys>> {
  const answer = await askDaybook(`${daybook}/console/api/books/pair/keys`, {
    method: 'POST',
    // The console takes changes only from its own pages. This sends the same origin as such a page.
    headers: { origin: new URL(daybook).origin, 'content-type': 'application/json' },
    body: JSON.stringify({ code, system }),
  })
  return { daybook, scanKey: keyIn(answer, 'key'), ordersKey: keyIn(answer, 'ordersKey') }
}

function keyIn(answer: JsonObject, field: string): string {
  const key = answer[field]
  if (typeof key === 'string' && key !== '') return key
  throw new AppError('unavailable', 'What answers is not Daybook, or another version of it.')
}
