import { recordHistory } from '../../../accounts/history.ts'
import type { Book } from '../../../platform/db/book.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { ScanExportParts } from '../parts.ts'
import { compileRules, type CompiledRules, type RenameRule } from './normalise.ts'
import {
  countRules,
  findGeneration,
  findRuleState,
  listRules,
  ruleOf,
  rulesMax,
  setRuleState,
} from './queries.ts'
import { checkedRules, upsertRule } from './store-rules.ts'
import { listToRenormalise, stageRow, unstageAll, unstageSlice } from './staging.ts'

/** Scans that one slice normalises: about 5 ms with its commit, so that nobody waits much longer than that. */
const scansPerSlice = 50

/** Replaced rows that one slice removes: likewise. */
const removedPerSlice = 200

/** A change that stands for so long without an end was interrupted; it is looked at this often until then. */
const defaultAbandonedAfterMs = 30_000
const askEveryMs = 50

export type RulesChanged = { rules: number; renormalised: number }

export type ChangeOptions = {
  /** The user who wishes it. */
  by?: string | undefined
  abandonedAfterMs?: number
}

/**
 * Adds or replaces rename rules and normalises again what waits. The new rows are written beside those in force, a
 * slice at a time; one small transaction then brings rules and rows into force together. Synced scans stay as they
 * were delivered. Changes come one after the other, whoever makes them.
 * Throws AppError `invalid_request`, and `conflict` when it took so long that another change replaced it.
 */
export async function changeRules(
  parts: ScanExportParts,
  wish: readonly RenameRule[],
  options: ChangeOptions = {},
): Promise<RulesChanged> {
  const rules = checkedRules(wish)
  const changeId = newId(parts.clock.now())
  await beginChange(parts.book, changeId, options.abandonedAfterMs ?? defaultAbandonedAfterMs)
  try {
    await clearAway(parts.book)
    return await prepareAndSwitch(parts, changeId, rules, options.by)
  } catch (error) {
    // Else the next change would wait for this one. When even that fails, it does wait.
    await Promise.allSettled([endChange(parts.book, changeId)])
    throw error
  }
}

/** Waits for its turn. */
async function beginChange(book: Book, changeId: string, abandonedAfterMs: number): Promise<void> {
  let other = findChange(book.read)
  let since = performance.now()
  for (;;) {
    const abandoned = performance.now() - since >= abandonedAfterMs ? other : null
    if (await book.write((conn) => takeTurn(conn, changeId, abandoned))) break
    await Bun.sleep(askEveryMs)
    const now = findChange(book.read)
    if (now !== other) since = performance.now()
    other = now
  }
}

/** Removes what an interrupted change had prepared, or had left to be removed. */
async function clearAway(book: Book): Promise<void> {
  await removeReplaced(book)
  while (await book.write(undoPrepared, { alone: true })) {
    // Each round is a transaction of its own, so that others come in between.
  }
}

/** False while another change is being prepared, unless it is the abandoned one. */
function takeTurn(conn: Conn, changeId: string, abandoned: string | null): boolean {
  const other = findChange(conn)
  if (other !== null && other !== abandoned) return false
  setRuleState(conn).run({ generation: findGeneration(conn), changeId })
  return true
}

async function endChange(book: Book, changeId: string): Promise<void> {
  await book.write((conn) => {
    if (findChange(conn) !== changeId) return
    setRuleState(conn).run({ generation: findGeneration(conn), changeId: null })
  })
}

async function prepareAndSwitch(
  parts: ScanExportParts,
  changeId: string,
  rules: readonly RenameRule[],
  by: string | undefined,
): Promise<RulesChanged> {
  const { book, clock } = parts
  const compiled = compileRules(mergedRules(book.read, rules))
  const staged = await stageSlices(parts, changeId, compiled)
  const switched = await book.write(
    (conn) => {
      requireOurs(conn, changeId)
      const generation = findGeneration(conn)
      const late = stageSlice(conn, compiled, generation, staged.seq, Number.MAX_SAFE_INTEGER)
      const now = clock.now()
      for (const rule of rules) upsertRule(conn, rule, now)
      requireRoomForRules(conn)
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
  await removeReplaced(book)
  return { rules: rules.length, renormalised: switched }
}

/** Removes rows that no generation shows any more. */
async function removeReplaced(book: Book): Promise<void> {
  while (await book.write(removeSlice, { alone: true })) {
    // As above.
  }
}

function undoPrepared(conn: Conn): boolean {
  return unstageAll(conn, findGeneration(conn), removedPerSlice)
}

function removeSlice(conn: Conn): boolean {
  return unstageSlice(conn, findGeneration(conn), removedPerSlice)
}

/**
 * Until a slice is not full: what is queued behind it is normalised in the last transaction. It is little, and waiting
 * for nothing to come would never end on a busy day.
 */
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
    seq = slice.seq
    changed += slice.changed
    if (slice.scans < scansPerSlice) return { seq, changed }
  }
}

/** Normalises the next rows in force behind `seq`; those that come out different get a row of the next generation. */
function stageSlice(
  conn: Conn,
  rules: CompiledRules,
  generation: number,
  seq: number,
  limit: number,
): { seq: number; scans: number; changed: number } {
  const rows = listToRenormalise(conn).all({ generation, seq, limit })
  const changed = rows.filter((row) => stageRow(conn, row, rules, generation))
  const last = rows.at(-1)?.waiting.seq ?? seq
  return { seq: last, scans: rows.length, changed: changed.length }
}

function requireOurs(conn: Conn, changeId: string): void {
  if (findChange(conn) === changeId) return
  throw new AppError('conflict', 'The rules were changed elsewhere meanwhile. Try again.')
}

function requireRoomForRules(conn: Conn): void {
  const rules = countRules(conn)
  if (rules <= rulesMax) return
  throw new AppError(
    'invalid_request',
    `There would be ${rules} rules; at most ${rulesMax} are allowed. Nothing was changed.`,
  )
}

/** The change that is being prepared, or was interrupted. */
function findChange(conn: Conn): string | null {
  return findRuleState(conn).get()?.changeId ?? null
}

/** The organisation's rules with the new ones before them: of two with the same match, the first counts. */
function mergedRules(conn: Conn, rules: readonly RenameRule[]): RenameRule[] {
  return [...rules.toReversed(), ...listRules(conn).all().map(ruleOf)]
}
