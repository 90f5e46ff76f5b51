import { recordHistory } from '../history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { nextTurn, eachInTurns } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { fillFacts } from '../scans/facts.ts'
import { checkHeldAgain } from '../scans/hold.ts'
import {
  identityOf,
  matched,
  RuleCompiler,
  type CompiledRules,
  type RenameRule,
} from '../../../paper/rules/rules.ts'
import { findRuleVersion, listMatchedRules } from '../rules-in-force.ts'
import {
  countRules,
  deleteRule,
  findSame,
  putRule,
  requireRule,
  ruleOf,
  setRuleState,
} from './queries.ts'
import { checkedRules, requireRoom } from './rules.ts'
import {
  allToStage,
  clearAway,
  countToStage,
  removeReplaced,
  rowsAtOnce,
  rowsToStage,
  stageRows,
} from './staging.ts'
import { beginChange, endChange, requireOurs } from './take-turn.ts'

/** How long one slice may take, in milliseconds, so that nobody waits much longer than that. */
const defaultSliceMs = 5

/** A change that stands for so long without an end was interrupted. */
const defaultAbandonedAfterMs = 30_000

/** Rules that are read at once: about 5 ms. */
const rulesPerPage = 2_000

/** Rules that come, or take the place of those with the same match, and the ids of rules that go. */
export type RuleChange = { put: readonly RenameRule[]; remove: readonly string[] }

type RulesChanged = { rules: number; renormalised: number }

/** Waiting scans that were looked at, of how many. */
export type ChangeProgress = { done: number; total: number }

export type ChangeOptions = {
  /** The user who asks for it. */
  by?: string | undefined
  /** Ids of rules that go in the same moment. */
  remove?: readonly string[]
  /** False: a new rule with the match of another one is refused instead of replacing it. */
  mayReplace?: boolean
  /** Told when it is this change's turn, and after every slice. */
  onProgress?: ((progress: ChangeProgress) => void) | undefined
  abandonedAfterMs?: number
  sliceMs?: number
}

/**
 * Adds, replaces or removes rename rules and normalises again what waits. The new rows are written beside those in force, a
 * slice at a time; one small transaction then brings rules and rows into force together. Synced scans stay as they
 * were delivered. Changes come one after the other, whoever makes them.
 * Throws AppError `invalid_request`, `not_found` for a rule to remove that there is not, `conflict` for a match that may
 * not be replaced, and when it took so long that another change replaced it.
 */
export async function changeRules(
  deps: ScanExportDeps,
  put: readonly RenameRule[],
  options: ChangeOptions = {},
): Promise<RulesChanged> {
  const { remove = [], abandonedAfterMs = defaultAbandonedAfterMs } = options
  const change = { put: checkedRules(put), remove }
  const changeId = newId(deps.clock.now())
  await beginChange(deps.database, changeId, abandonedAfterMs)
  try {
    await clearAway(deps.database)
    return await prepareAndSwitch(deps, changeId, change, options)
  } catch (error) {
    // Else the next change would wait for this one. When even that fails, it does wait.
    await Promise.allSettled([endChange(deps.database, changeId)])
    throw error
  }
}

async function prepareAndSwitch(
  deps: ScanExportDeps,
  changeId: string,
  change: RuleChange,
  options: ChangeOptions,
): Promise<RulesChanged> {
  const { database, clock } = deps
  const { put } = change
  // Nobody else changes rules while this change has its turn: what is checked here holds until the switch.
  const gone = goneRules(database.read, change)
  if (options.mayReplace === false) requireNoOther(database.read, change)
  const compiled = await compileChanged(database.read, change)
  const staged = await stageAll(deps, changeId, compiled, options)
  const renormalised = await database.writeInSteps(function* (conn) {
    requireOurs(conn, changeId)
    // What was queued behind the last slice is little.
    const late = stageRows(conn, allToStage(conn, staged.seq), compiled)
    const now = clock.now()
    for (const id of gone) {
      deleteRule(conn).run({ id })
      yield
    }
    for (const rule of put) {
      putRule(conn, rule, now)
      yield
    }
    requireRoom(countRules(conn))
    setRuleState(conn, { version: findRuleVersion(conn) + 1, changeId: null })
    const changed = staged.changed + late.changed
    const removed = gone.length > 0 ? { removed: gone.length } : {}
    const details = { rules: put.length, ...removed, renormalised: changed }
    recordHistory(conn, now, { action: 'rules changed', userId: options.by, details })
    return changed
  })
  await removeReplaced(database)
  // The rules are in force, whatever becomes of this: what it leaves is checked again at night.
  await Promise.allSettled([checkHeldAgain(deps), fillFacts(deps)])
  return { rules: put.length, renormalised }
}

/** The rules that go; one whose match a new rule has is replaced in its place instead. */
function goneRules(conn: Conn, { put, remove }: RuleChange): string[] {
  const replaced = new Set(put.map(identityOf))
  return remove.filter((id) => !replaced.has(identityOf(ruleOf(requireRule(conn, id)))))
}

/** Throws AppError `conflict` when a new rule would take the place of one that stays. */
function requireNoOther(conn: Conn, { put, remove }: RuleChange): void {
  for (const rule of put) {
    const other = findSame(conn, rule)
    if (other === undefined || remove.includes(other.id)) continue
    throw new AppError(
      'conflict',
      `There is a rule for “${other.from}” already, which makes it “${other.to}”: change that one.`,
      { field: 'from' },
    )
  }
}

/**
 * The organisation's rules as a change leaves them: of two of its own with the same match the last one counts. Others get
 * their turn in between.
 */
export async function compileChanged(
  conn: Conn,
  { put, remove }: RuleChange,
): Promise<CompiledRules> {
  const compiler = new RuleCompiler()
  await eachInTurns(put.toReversed(), (rule) => compiler.addAll([matched(rule)]))
  const gone = new Set(remove)
  let last = ''
  for (;;) {
    const rules = listMatchedRules(conn).all(last, rulesPerPage)
    compiler.addAll(rules.filter(({ id }) => !gone.has(id)))
    last = rules.at(-1)?.id ?? last
    if (rules.length < rulesPerPage) return compiler.compiled()
    await nextTurn()
  }
}

/**
 * Until a slice takes all that there is: what is queued behind it is normalised in the last transaction, as waiting for
 * nothing to come would never end on a busy day. Returns the last row's `seq`, and how many the rules change.
 */
async function stageAll(
  { database }: ScanExportDeps,
  changeId: string,
  rules: CompiledRules,
  { onProgress, sliceMs = defaultSliceMs }: ChangeOptions,
): Promise<{ seq: number; changed: number }> {
  const total = countToStage(database.read)
  const staged = { seq: 0, rows: 0, changed: 0 }
  let found = 0
  onProgress?.({ done: 0, total })
  const slices = database.writeEach(
    (conn) => {
      const rows = rowsToStage(conn, staged.seq)
      found = rows.length
      return rows
    },
    { ms: sliceMs },
    (conn, rows) => {
      requireOurs(conn, changeId)
      return stageRows(conn, rows, rules)
    },
  )
  for await (const { seq, rows, changed } of slices) {
    staged.seq = seq
    staged.rows += rows
    staged.changed += changed
    onProgress?.({ done: staged.rows, total: Math.max(staged.rows, total) })
    if (rows === found && found < rowsAtOnce) break
  }
  return staged
}
