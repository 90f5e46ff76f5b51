import { isDeepStrictEqual } from 'node:util'
import { recordHistory } from '../history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { eachInTurns, nextTurn, walkInTurns } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { fillHeads } from '../scans/heads.ts'
import { checkHeldAgain } from '../scans/hold.ts'
import {
  type CompiledRules,
  identityOf,
  matched,
  type RenameRule,
  RuleCompiler,
} from '../../../paper/rules/rules.ts'
import { findRuleState, findRuleVersion, listMatchedRules } from '../rules-in-force.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import type { Category } from '../../../paper/categories.ts'
import { readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { shownValue } from '../../../paper/rules/typed-values.ts'
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
  renormalised,
  rowsAtOnce,
  rowsToStage,
  stageRows,
} from './staging.ts'

/** How long one slice may take, in milliseconds. Other commands wait no longer than that. */
const defaultSliceMs = 5

/** A change that has not ended after this time was interrupted. */
const defaultAbandonedAfterMs = 30_000

/** Rules per page. Reading a page takes about 5 ms. */
const rulesPerPage = 2_000

/** Rules to add, which replace those with the same match, and the ids of rules to remove. */
type RuleChange = { put: readonly RenameRule[]; remove: readonly string[] }

type RulesChanged = { rules: number; renormalised: number }

/** How many waiting scans were looked at, and of how many. */
export type ChangeProgress = { done: number; total: number }

export type ChangeOptions = {
  /** The user who makes the change. */
  by?: string | undefined
  /** Ids of rules that are removed in the same moment. */
  remove?: readonly string[]
  /** False: refuse a new rule whose match another rule has, instead of replacing that rule. */
  mayReplace?: boolean
  /** Called when it is this change's turn, and after every slice. */
  onProgress?: ((progress: ChangeProgress) => void) | undefined
  abandonedAfterMs?: number
  sliceMs?: number
}

/**
 * Adds, replaces or removes rename rules, and normalises all waiting scans again. New rows are written slice by slice beside the current
 * rows. Then one small transaction switches rules and rows together. Delivered scans stay as they were. Only one change runs at a time, in
 * whichever process. Throws AppError `invalid_request`, `not_found` for an unknown rule to remove, and `conflict` for a match that may not
 * be replaced, or when another change took over because this one took too long.
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
    // Otherwise the next change would wait for this one. If ending fails too, the next change does wait.
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
  // No other process changes rules during this turn, so these checks still hold at the switch.
  const gone = goneRules(database.read, change)
  if (options.mayReplace === false) requireNoOther(database.read, change)
  const compiled = await compileChanged(database.read, change)
  const staged = await stageAll(deps, changeId, compiled, options)
  const written = await database.writeInSteps(function* (conn) {
    requireOurs(conn, changeId)
    // Only few scans were queued after the last slice.
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
  // The rules are in force, even if this fails. The nightly run repeats these checks.
  await Promise.allSettled([checkHeldAgain(deps), fillHeads(deps)])
  return { rules: put.length, renormalised: written }
}

/** The ids of rules to remove. A rule whose match a new rule has is replaced instead. */
function goneRules(conn: Conn, { put, remove }: RuleChange): string[] {
  const replaced = new Set(put.map(identityOf))
  return remove.filter((id) => !replaced.has(identityOf(ruleOf(requireRule(conn, id)))))
}

/** Throws AppError `conflict` when a new rule would replace a rule that stays. */
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

/** The organisation's rules after a change. Of two new rules with the same match the last one counts. Lets others work in between. */
async function compileChanged(conn: Conn, { put, remove }: RuleChange): Promise<CompiledRules> {
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
 * Stages rows until one slice has taken all that were found. The last transaction normalises rows that were queued later: on a busy day,
 * waiting for an empty queue would never end. Returns the last row's `seq`, and how many rows the rules change.
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

/** How often a waiting change looks whether the change before it has ended, in milliseconds. */
const askEveryMs = 50

/** Waits until no other change is being prepared. A change that has not ended after `abandonedAfterMs` counts as interrupted. */
async function beginChange(
  database: Database,
  changeId: string,
  abandonedAfterMs: number,
): Promise<void> {
  let other = findChange(database.read)
  let since = performance.now()
  for (;;) {
    const abandoned = performance.now() - since >= abandonedAfterMs ? other : null
    if (await database.write((conn) => takeTurn(conn, changeId, abandoned))) break
    await Bun.sleep(askEveryMs)
    const now = findChange(database.read)
    if (now !== other) since = performance.now()
    other = now
  }
}

async function endChange(database: Database, changeId: string): Promise<void> {
  await database.write((conn) => {
    if (findChange(conn) !== changeId) return
    setRuleState(conn, { version: findRuleVersion(conn), changeId: null })
  })
}

/** Throws AppError `conflict` when another change took over because it considered this one interrupted. */
function requireOurs(conn: Conn, changeId: string): void {
  if (findChange(conn) === changeId) return
  throw new AppError('conflict', 'The rules were changed elsewhere meanwhile. Try again.')
}

/** Whether any process is preparing a change, or left one unfinished. */
export function isChangeUnderWay(conn: Conn): boolean {
  return findChange(conn) !== null
}

/** Returns false while another change is being prepared, unless that change is the abandoned one. */
function takeTurn(conn: Conn, changeId: string, abandoned: string | null): boolean {
  const other = findChange(conn)
  if (other !== null && other !== abandoned) return false
  setRuleState(conn, { version: findRuleVersion(conn), changeId })
  return true
}

/** The change that is being prepared or was interrupted. */
function findChange(conn: Conn): string | null {
  return findRuleState(conn).get()?.changeId ?? null
}

/** Changed parts of a scan that are shown: its head and its first lines. */
const partsShownMax = 4

type ChangedScan = {
  id: string
  filename: string
  category: Category
  createdAt: number
  changes: PartChange[]
  /** How many more lines changed. */
  moreParts: number
}

type RulesPreview = {
  /** How many scans wait. */
  waiting: number
  /** How many of them the change would alter. */
  changed: number
  /** The first of the changed scans. */
  scans: ChangedScan[]
}

/**
 * Which waiting scans a change of rules would alter, and how. Writes nothing. Lets others work in between. Stops early when
 * `signal` aborts, and returns what it has so far. Throws AppError `invalid_request`, `not_found`.
 */
export async function previewRules(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  change: RuleChange,
  { scansShown, signal }: { scansShown: number; signal?: AbortSignal },
): Promise<RulesPreview> {
  const compiled = await compileChanged(read, { ...change, put: checkedRules(change.put) })
  const preview: RulesPreview = { waiting: 0, changed: 0, scans: [] }
  await walkInTurns(lookThrough())
  return preview

  function* lookThrough() {
    for (const { seq } of allToStage(read, 0)) {
      if (signal?.aborted === true) return
      yield look(seq)
    }
  }

  function look(seq: number): void {
    const row = renormalised(read, seq, compiled)
    if (row === undefined) return
    preview.waiting += 1
    const { waiting, columns } = row
    if (columns.data === waiting.data) return
    preview.changed += 1
    if (preview.scans.length < scansShown) preview.scans.push(changedScan(waiting, columns.data))
  }
}

type Waiting = Pick<ChangedScan, 'filename' | 'category' | 'createdAt'> & {
  scanId: string
  data: string
}

function changedScan(
  { scanId, filename, category, createdAt, data }: Waiting,
  newData: string,
): ChangedScan {
  const changes = documentChanges(readDocument(data), readDocument(newData))
  return {
    id: scanId,
    filename,
    category,
    createdAt,
    changes: changes.slice(0, partsShownMax),
    moreParts: Math.max(changes.length - partsShownMax, 0),
  }
}

type ShownField = { key: string; value: string }

/** The differences in the head of a document (`line` is null) or in one of its lines, counted from 1. */
type PartChange = { line: number | null; before: ShownField[]; after: ShownField[] }

/** Characters of a value that are shown. */
const valueCharactersMax = 200

/**
 * Where two normalisations of one document differ. `before` has the fields that disappear or change, `after` those that
 * are new or changed. Leaves out empty texts, which are there only because the contract asks for them.
 */
function documentChanges(before: ScanData, after: ScanData): PartChange[] {
  const lines = Math.max(before.line_items.length, after.line_items.length)
  const parts = [partChange(null, before.invoice_metadata, after.invoice_metadata)]
  for (let line = 0; line < lines; line++) {
    parts.push(partChange(line + 1, before.line_items[line] ?? {}, after.line_items[line] ?? {}))
  }
  return parts.filter((part) => part.before.length + part.after.length > 0)
}

function partChange(line: number | null, before: JsonObject, after: JsonObject): PartChange {
  return { line, before: fieldsNotIn(after, before), after: fieldsNotIn(before, after) }
}

/** The fields of `part` that `other` lacks or has with another value. */
function fieldsNotIn(other: JsonObject, part: JsonObject): ShownField[] {
  return Object.entries(part)
    .filter(([key, value]) => value !== '' && !sameIn(other, key, value))
    .map(([key, value]) => ({ key, value: shownValue(value, valueCharactersMax) }))
}

function sameIn(other: JsonObject, key: string, value: JsonValue): boolean {
  return Object.hasOwn(other, key) && isDeepStrictEqual(other[key], value)
}
