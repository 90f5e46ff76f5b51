import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { shownValue } from '../../../paper/rules/typed-values.ts'
import { compileChanged, type RuleChange } from './change-rules.ts'
import { checkedRules } from './rules.ts'
import { allToStage, renormalised } from './staging.ts'

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
