import { expect } from 'bun:test'
import { ne } from 'drizzle-orm'
import type { Book } from '../../../src/platform/db/book.ts'
import { foldText } from '../../../src/platform/text.ts'
import { foldLabel } from '../../../src/services/scan-export/rename-rules/labels.ts'
import {
  compileRules,
  normaliseDocument,
  type RawDocument,
  type RenameRule,
} from '../../../src/services/scan-export/rename-rules/normalise.ts'
import { findRuleState } from '../../../src/services/scan-export/rename-rules/queries.ts'
import { rulesUntilForever } from '../../../src/services/scan-export/scans/waiting-queries.ts'
import { scans, waitingScans } from '../../../src/services/scan-export/tables.ts'
import type { ScanDesk } from '../../support/scan-desk.ts'

export const label = (
  from: string,
  to: string,
  category: RenameRule['category'] = null,
): RenameRule => ({
  type: 'label',
  from,
  to,
  category,
})
export const value = (key: string, from: string, to: string): RenameRule => ({
  type: 'value',
  key,
  from,
  to,
  category: null,
})

/** `Zref` is a label that nothing built in knows. */
export const toNumber = label('Zref', 'invoice_no')
export const toNote = label('Zref', 'note')

export async function addMany(desk: ScanDesk, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  return await Promise.all(numbers.map((n) => desk.addScan({ metadata: { Zref: `R ${n}` } })))
}

/** The same service, told before each of its writes. */
export function watched(
  { parts }: ScanDesk,
  before: () => void | Promise<void>,
): ScanDesk['parts'] {
  const book: Book = {
    ...parts.book,
    async write(act, options) {
      await before()
      return await parts.book.write(act, options)
    },
    async writeInSteps(act) {
      await before()
      return await parts.book.writeInSteps(act)
    },
  }
  return { ...parts, book }
}

/** Exactly the successful, unsynced scans wait, each as its raw data is by these rules; of the same match the last. */
export function expectNormalised(desk: ScanDesk, rules: readonly RenameRule[]): void {
  const byMatch = new Map(rules.map((rule) => [matchOf(rule), rule]))
  const compiled = compileRules([...byMatch.values()])
  const expected = desk.book.read
    .select()
    .from(scans)
    .all()
    .filter(({ status, syncedAt }) => status === 'successful' && syncedAt === null)
    .map(({ id, raw, correction, category }) => {
      const read: RawDocument = JSON.parse(correction ?? raw ?? '')
      return [id, normaliseDocument(read, category, compiled)] as const
    })
  expect(desk.queued()).toEqual(new Map(expected))
}

function matchOf({ category, from, ...rule }: RenameRule): string {
  return rule.type === 'label'
    ? JSON.stringify([category, foldLabel(from)])
    : JSON.stringify([category, foldLabel(rule.key), foldText(from)])
}

/** No row of the queue but those in force, and no change under way. */
export function expectNoTrace({ book }: ScanDesk): void {
  const state = findRuleState(book.read).get()
  expect(state?.changeId).toBeNull()
  const rows = book.read.select().from(waitingScans).all()
  expect(rows.filter(({ rulesSince }) => rulesSince > (state?.generation ?? 0))).toEqual([])
  const ended = book.read
    .select()
    .from(waitingScans)
    .where(ne(waitingScans.rulesUntil, rulesUntilForever))
    .all()
  expect(ended).toEqual([])
  expect(new Set(rows.map(({ scanId }) => scanId)).size).toBe(rows.length)
}
