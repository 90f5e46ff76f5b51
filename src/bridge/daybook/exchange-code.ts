import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { askDaybook } from './api.ts'
import type { Keys } from './daybook.ts'

/** What is paired, as the keys that are made for it are called. */
export type BridgedSystem = 'tally' | 'erpnext' | 'folder'

/**
 * The keys that a Daybook makes for a code of its console, once. Throws AppError `forbidden` for a code that does not work, `unavailable`
 * where no Daybook answers.
 */
export async function exchangeCode(
  daybook: string,
  code: string,
  system: BridgedSystem,
): Promise<Required<Keys>> {
  const answer = await askDaybook(`${daybook}/console/api/books/pair/keys`, {
    method: 'POST',
    // The console takes changes from its own pages alone: this is no page, and says the same.
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
