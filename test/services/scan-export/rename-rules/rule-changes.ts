import { expect } from 'bun:test'
import { ne } from 'drizzle-orm'
import { type Database, writeEach } from '../../../../src/platform/db/database.ts'
import { foldText } from '../../../../src/platform/text.ts'
import { foldLabel } from '../../../../src/paper/rules/labels.ts'
import { normaliseDocument, type RawDocument } from '../../../../src/paper/rules/normalise.ts'
import { compileRules, type RenameRule } from '../../../../src/paper/rules/rules.ts'
import { findRuleState } from '../../../../src/services/scan-export/rules-in-force.ts'
import { rulesUntilForever } from '../../../../src/services/scan-export/scans/waiting-queries.ts'
import { documentHeads, scans, waitingScans } from '../../../../src/services/scan-export/tables.ts'
import type { ScanService } from '../../../support/scan-service.ts'

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

export async function addMany(service: ScanService, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, n) => n)
  return await Promise.all(numbers.map((n) => service.addScan({ metadata: { Zref: `R ${n}` } })))
}

/** The same service, told before each of its writes. */
export function watched(
  { deps }: ScanService,
  before: () => void | Promise<void>,
): ScanService['deps'] {
  const write: Database['write'] = async (command, options) => {
    await before()
    return await deps.database.write(command, options)
  }
  const database: Database = {
    ...deps.database,
    write,
    writeEach: (items, options, work) => writeEach({ write }, items, options, work),
    async writeInSteps(command) {
      await before()
      return await deps.database.writeInSteps(command)
    },
  }
  return { ...deps, database }
}

/** Exactly the successful, unsynced scans wait, each as its raw data is by these rules; of the same match the last. */
export function expectNormalised(service: ScanService, rules: readonly RenameRule[]): void {
  const byMatch = new Map(rules.map((rule) => [matchOf(rule), rule]))
  const compiled = compileRules([...byMatch.values()])
  const expected = service.database.read
    .select()
    .from(scans)
    .all()
    .filter(({ status, syncedAt }) => status === 'successful' && syncedAt === null)
    .map(({ id, raw, correction, category }) => {
      const read: RawDocument = JSON.parse(correction ?? raw ?? '')
      return [id, normaliseDocument(read, category, compiled)] as const
    })
  expect(service.queued()).toEqual(new Map(expected))
}

function matchOf({ category, from, ...rule }: RenameRule): string {
  return rule.type === 'label'
    ? JSON.stringify([category, foldLabel(from)])
    : JSON.stringify([category, foldLabel(rule.key ?? ''), foldText(from)])
}

/** No row of the queue but those in force, and no change under way. */
export function expectNoTrace({ database }: ScanService): void {
  const state = findRuleState(database.read).get()
  expect(state?.changeId).toBeNull()
  const rows = database.read.select().from(waitingScans).all()
  expect(rows.filter(({ rulesSince }) => rulesSince > (state?.version ?? 0))).toEqual([])
  const ended = database.read
    .select()
    .from(waitingScans)
    .where(ne(waitingScans.rulesUntil, rulesUntilForever))
    .all()
  expect(ended).toEqual([])
  expect(new Set(rows.map(({ scanId }) => scanId)).size).toBe(rows.length)
  const heads = database.read.select().from(documentHeads).all()
  expect(heads.filter(({ rulesUntil }) => rulesUntil !== rulesUntilForever)).toEqual([])
  expect(heads.map(({ scanId }) => scanId).toSorted()).toEqual(
    database.read
      .select()
      .from(scans)
      .all()
      .map(({ id }) => id)
      .toSorted(),
  )
}
