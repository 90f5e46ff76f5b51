import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { ScanExportParts } from '../parts.ts'
import { compileRules, type CompiledRules, type RenameRule } from './normalise.ts'
import { findGeneration, findRuleState, listRules, ruleOf, setRuleState } from './queries.ts'
import { checkedRules, upsertRule } from './store-rules.ts'
import { listToRenormalise, stageRow, unstageAll, unstageSlice } from './staging.ts'

/** Scans that one slice normalises: about 5 ms of work, so that nobody waits longer than that. */
const scansPerSlice = 100

/** A change that another process prepares gets this long before it counts as abandoned, and is asked this often. */
const abandonedAfterMs = 30_000
const askEveryMs = 50

export type RulesChanged = { rules: number; renormalised: number }

/**
 * Adds or replaces rename rules and normalises again what waits. The new rows are written beside those in force, a
 * slice at a time; one small transaction then brings rules and rows into force together. Synced scans stay as they
 * were delivered. Throws AppError `invalid_request`, `conflict`.
 */
export async function changeRules(
  parts: ScanExportParts,
  wish: readonly RenameRule[],
  by?: string,
): Promise<RulesChanged> {
  const rules = checkedRules(wish)
  await otherChangeEnds(parts)
  return await prepareAndSwitch(parts, rules, by)
}

async function otherChangeEnds({ book }: ScanExportParts): Promise<void> {
  const deadline = performance.now() + abandonedAfterMs
  while (performance.now() < deadline) {
    if (findRuleState(book.read).get()?.changeId === null) return
    await Bun.sleep(askEveryMs)
  }
}

async function prepareAndSwitch(
  parts: ScanExportParts,
  rules: readonly RenameRule[],
  by: string | undefined,
): Promise<RulesChanged> {
  const { book, clock } = parts
  const changeId = newId(clock.now())
  await beginChange(parts, changeId)
  const compiled = compileRules(mergedRules(book.read, rules))
  const staged = await stageSlices(parts, changeId, compiled)
  const switched = await book.write(
    (conn) => {
      requireOurs(conn, changeId)
      const generation = findGeneration(conn)
      const late = stageSlice(conn, compiled, generation, staged.seq, Number.MAX_SAFE_INTEGER)
      const now = clock.now()
      for (const rule of rules) upsertRule(conn, rule, now)
      setRuleState(conn).run({ generation: generation + 1, changeId: null })
      const renormalised = staged.changed + late.changed
      recordHistory(conn, now, {
        action: 'rules changed',
        userId: by,
        details: { rules: rules.length, renormalised },
      })
      return renormalised
    },
    { alone: true },
  )
  await removeReplaced(parts)
  return { rules: rules.length, renormalised: switched }
}

/** Takes over from a change that was interrupted: what it had prepared goes. */
async function beginChange(parts: ScanExportParts, changeId: string): Promise<void> {
  await parts.book.write((conn) => {
    setRuleState(conn).run({ generation: findGeneration(conn), changeId })
  })
  await removeReplaced(parts)
  while (await parts.book.write((conn) => unstageAll(conn, findGeneration(conn), scansPerSlice))) {
    // Each round is a transaction of its own, so that others come in between.
  }
}

/** Removes rows that no generation shows any more. */
export async function removeReplaced({ book }: Pick<ScanExportParts, 'book'>): Promise<void> {
  while (await book.write((conn) => unstageSlice(conn, findGeneration(conn), scansPerSlice))) {
    // As above.
  }
}

/** What is queued behind the last slice is normalised in the last transaction: it is little. */
async function stageSlices(parts: ScanExportParts, changeId: string, rules: CompiledRules) {
  let seq = 0
  let changed = 0
  for (;;) {
    const slice = await parts.book.write(
      (conn) => {
        requireOurs(conn, changeId)
        return stageSlice(conn, rules, findGeneration(conn), seq, scansPerSlice)
      },
      { alone: true },
    )
    if (slice.seq === seq) return { seq, changed }
    seq = slice.seq
    changed += slice.changed
  }
}

/** Normalises the next rows in force behind `seq`; those that come out different get a row of the next generation. */
function stageSlice(
  conn: Conn,
  rules: CompiledRules,
  generation: number,
  seq: number,
  limit: number,
): { seq: number; changed: number } {
  let changed = 0
  let last = seq
  for (const row of listToRenormalise(conn).all({ generation, seq, limit })) {
    last = row.waiting.seq
    if (stageRow(conn, row, rules, generation)) changed++
  }
  return { seq: last, changed }
}

function requireOurs(conn: Conn, changeId: string): void {
  if (findRuleState(conn).get()?.changeId === changeId) return
  throw new AppError('conflict', 'The rules were changed elsewhere meanwhile. Try again.')
}

/** The organisation's rules with the new ones before them: of two with the same match, the first counts. */
function mergedRules(conn: Conn, rules: readonly RenameRule[]): RenameRule[] {
  return [...rules.toReversed(), ...listRules(conn).all().map(ruleOf)]
}
