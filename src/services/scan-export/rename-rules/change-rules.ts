import { recordHistory } from '../../../accounts/history.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { workOff } from '../../../platform/slices.ts'
import type { ScanExportDeps } from '../deps.ts'
import {
  compileChanged,
  identityOf,
  requireNoOther,
  requireRule,
  type RuleChange,
} from './changed-rules.ts'
import type { CompiledRules } from '../normalising/rules.ts'
import type { RenameRule } from '../normalising/normalise.ts'
import {
  countRules,
  deleteRule,
  findGeneration,
  ruleOf,
  rulesMax,
  setRuleState,
} from './queries.ts'
import { checkedRules, upsertRule } from './store-rules.ts'
import {
  countToRenormalise,
  nextToRenormalise,
  stageRow,
  unstageAll,
  unstageSlice,
} from './staging.ts'
import { beginChange, endChange, requireOurs } from './take-turn.ts'

/** How long one slice may take, in milliseconds, so that nobody waits much longer than that. */
const defaultSliceMs = 5

/** Replaced rows that one statement removes: a row may hold megabytes. */
const removedAtOnce = 10

/** A change that stands for so long without an end was interrupted. */
const defaultAbandonedAfterMs = 30_000

type RulesChanged = { rules: number; renormalised: number }

/** Waiting scans that were looked at, of how many. */
export type ChangeProgress = { done: number; total: number }

export type ChangeOptions = {
  /** The user who inputs it. */
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
  input: readonly RenameRule[],
  options: ChangeOptions = {},
): Promise<RulesChanged> {
  const rules = checkedRules(input)
  const changeId = newId(deps.clock.now())
  await beginChange(deps.database, changeId, options.abandonedAfterMs ?? defaultAbandonedAfterMs)
  try {
    await clearAway(deps.database)
    return await prepareAndSwitch(deps, changeId, rules, options)
  } catch (error) {
    // Else the next change would wait for this one. When even that fails, it does wait.
    await Promise.allSettled([endChange(deps.database, changeId)])
    throw error
  }
}

/** Removes what an interrupted change had prepared, or had left to be removed. */
async function clearAway(database: Database): Promise<void> {
  await removeReplaced(database)
  while (await database.write(undoPrepared, { alone: true })) {
    // Each round is a transaction of its own, so that others come in between.
  }
}

async function prepareAndSwitch(
  deps: ScanExportDeps,
  changeId: string,
  rules: readonly RenameRule[],
  { by, remove = [], mayReplace = true, onProgress, sliceMs = defaultSliceMs }: ChangeOptions,
): Promise<RulesChanged> {
  const { database, clock } = deps
  const change = { put: rules, remove }
  const gone = goneRules(database.read, change)
  // Nobody else changes rules while this change has its turn: what is checked here holds until the switch.
  if (!mayReplace) requireNoOther(database.read, change)
  const compiled = await compileChanged(database.read, change)
  const staged = await stageSlices(deps, changeId, compiled, { onProgress, sliceMs })
  const switched = await database.writeInSteps(function* (conn) {
    requireOurs(conn, changeId)
    const generation = findGeneration(conn)
    const late = stageSlice(conn, compiled, generation, staged.seq, Number.POSITIVE_INFINITY)
    const now = clock.now()
    for (const id of gone) {
      deleteRule(conn).run({ id })
      yield
    }
    for (const rule of rules) {
      upsertRule(conn, rule, now)
      yield
    }
    requireRoomForRules(conn)
    setRuleState(conn).run({ generation: generation + 1, changeId: null })
    const renormalised = staged.changed + late.changed
    recordHistory(conn, now, {
      action: 'rules changed',
      userId: by,
      details: {
        rules: rules.length,
        ...(gone.length > 0 ? { removed: gone.length } : {}),
        renormalised,
      },
    })
    return renormalised
  })
  await removeReplaced(database)
  return { rules: rules.length, renormalised: switched }
}

/** The rules that go; one whose match a new rule has is replaced in its place instead. */
function goneRules(conn: Conn, { put, remove }: RuleChange): string[] {
  const replaced = new Set(put.map(identityOf))
  return remove.filter((id) => !replaced.has(identityOf(ruleOf(requireRule(conn, id)))))
}

/** Removes rows that no generation shows any more. */
async function removeReplaced(database: Database): Promise<void> {
  while (await database.write(removeSlice, { alone: true })) {
    // As above.
  }
}

/** Whether any are left. */
function undoPrepared(conn: Conn): boolean {
  const generation = findGeneration(conn)
  return !workOff(() => unstageAll(conn, generation, removedAtOnce), defaultSliceMs)
}

/** Whether any are left. */
function removeSlice(conn: Conn): boolean {
  const generation = findGeneration(conn)
  return !workOff(() => unstageSlice(conn, generation, removedAtOnce), defaultSliceMs)
}

/**
 * Until a slice ends before its time: what is queued behind it is normalised in the last transaction. It is little, and
 * waiting for nothing to come would never end on a busy day.
 */
async function stageSlices(
  deps: ScanExportDeps,
  changeId: string,
  rules: CompiledRules,
  { onProgress, sliceMs }: Pick<ChangeOptions, 'onProgress'> & { sliceMs: number },
) {
  const { read } = deps.database
  const total = countToRenormalise(read, findGeneration(read))
  let [seq, changed, done] = [0, 0, 0]
  for (;;) {
    onProgress?.({ done, total: Math.max(done, total) })
    const slice = await deps.database.write(
      (conn) => {
        requireOurs(conn, changeId)
        return stageSlice(conn, rules, findGeneration(conn), seq, sliceMs)
      },
      { alone: true },
    )
    seq = slice.seq
    changed += slice.changed
    done += slice.scans
    if (slice.isLast) return { seq, changed }
  }
}

/** Normalises the next rows in force behind `seq`; those that come out different get a row of the next generation. */
function stageSlice(
  conn: Conn,
  rules: CompiledRules,
  generation: number,
  seq: number,
  ms: number,
): { seq: number; scans: number; changed: number; isLast: boolean } {
  const slice = { seq, scans: 0, changed: 0 }
  const isLast = workOff(() => {
    const row = nextToRenormalise(conn).get({ generation, seq: slice.seq })
    if (row === undefined) return false
    slice.seq = row.waiting.seq
    slice.scans++
    if (stageRow(conn, row, rules, generation)) slice.changed++
    return true
  }, ms)
  return { ...slice, isLast }
}

function requireRoomForRules(conn: Conn): void {
  const rules = countRules(conn)
  if (rules <= rulesMax) return
  throw new AppError(
    'invalid_request',
    `There would be ${rules} rules; at most ${rulesMax} are allowed. Nothing was changed.`,
  )
}
