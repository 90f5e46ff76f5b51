import { nextTurn } from '../../../platform/next-turn.ts'
import { workOff } from '../../../platform/slices.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { Category } from '../categories.ts'
import { normalisedColumns } from '../scans/enqueue.ts'
import { compileChanged, type RuleChange } from './changed-rules.ts'
import type { RawDocument, ScanData } from '../normalising/normalise.ts'
import { findGeneration } from './queries.ts'
import { nextToRenormalise } from './staging.ts'
import { checkedRules } from './store-rules.ts'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'

/** Changes of a scan that are shown: its head and its first lines. */
const partsShownMax = 4

export type ChangedScan = {
  id: string
  filename: string
  category: Category
  createdAt: number
  changes: PartChange[]
  /** Changed lines that are not shown. */
  moreParts: number
}

type RulesPreview = {
  /** Scans that wait. */
  waiting: number
  /** Those that would come out different. */
  changed: number
  /** The first of them. */
  scans: ChangedScan[]
}

/**
 * Which waiting scans a change of rules would change, and how; nothing is written. Others get their turn in between;
 * it ends early, with what it has so far, when `signal` says that nobody waits for it any more.
 * Throws AppError `invalid_request`, `not_found`.
 */
export async function previewRules(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  change: RuleChange,
  { scansShown, signal }: { scansShown: number; signal?: AbortSignal },
): Promise<RulesPreview> {
  const compiled = await compileChanged(read, { ...change, put: checkedRules(change.put) })
  const generation = findGeneration(read)
  const preview: RulesPreview = { waiting: 0, changed: 0, scans: [] }
  let seq = 0
  const lookAtNext = () => {
    const row = nextToRenormalise(read).get({ generation, seq })
    if (row === undefined) return false
    const { waiting, raw, deliverSeparately } = row
    seq = waiting.seq
    preview.waiting += 1
    const document: RawDocument = JSON.parse(raw)
    const { data } = normalisedColumns(document, waiting.category, deliverSeparately, compiled)
    if (data === waiting.data) return true
    preview.changed += 1
    if (preview.scans.length < scansShown) preview.scans.push(changedScan(waiting, data))
    return true
  }
  for (;;) {
    if (signal?.aborted === true || workOff(lookAtNext)) return preview
    await nextTurn()
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
  const before: ScanData = JSON.parse(data)
  const after: ScanData = JSON.parse(newData)
  const changes = documentChanges(before, after)
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

/** What is different in the head of a document, or in one of its lines (counted from 1). */
type PartChange = { line: number | null; before: ShownField[]; after: ShownField[] }

/** Characters of a value that are shown. */
const valueCharactersMax = 200

/**
 * Where two normalisations of one document differ: the fields that go or change on one side, those that come or change
 * on the other. Empty texts that only the contract asks for are left out.
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

/** The fields of `part` that the other one has not, or has with another value. */
function fieldsNotIn(other: JsonObject, part: JsonObject): ShownField[] {
  return Object.entries(part)
    .filter(([key, value]) => value !== '' && !sameIn(other, key, value))
    .map(([key, value]) => ({ key, value: shownValue(value) }))
}

function sameIn(other: JsonObject, key: string, value: JsonValue): boolean {
  return Object.hasOwn(other, key) && isDeepStrictEqual(other[key], value)
}

function shownValue(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= valueCharactersMax) return text
  return `${text.slice(0, valueCharactersMax).toWellFormed()}…`
}
