import type { Book } from '../../../platform/db/book.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { nextTurn } from '../../../platform/next-turn.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportParts } from '../parts.ts'
import type { Place } from './built-in-labels.ts'
import type { Column } from './columns.ts'
import { readDate } from './dates.ts'
import { listLabelMatches } from './list-queries.ts'
import { knownLabels, type IsKnownLabel } from './known-labels.ts'
import type { CompiledRules, RawDocument } from './normalise.ts'
import { listRecentlyRead } from './recent-queries.ts'
import { recurringValues } from './recurring-values.ts'
import { isEmpty, readTyped, unreadable } from './typed-values.ts'
import {
  exampleOf,
  labelMatch,
  tally,
  valueMatch,
  type SeenScan,
  type UnknownLabel,
  type UnknownValue,
} from './unknown-sightings.ts'

/** The newest scans, of which unknown labels and values are looked for: about a month of a busy shop's. */
const scansLookedAt = 1_000

/** Scans that are looked at before others get their turn. */
const scansPerSlice = 100

/** What documents have that is mapped by the lists of names, not by rules. */
const namedKeys = new Set(['name', 'vendor_name', 'product_name', 'description', 'narration'])

export type Unknown = {
  /** How many of the newest scans were looked at. */
  scans: number
  labels: UnknownLabel[]
  values: UnknownValue[]
}

type FinderParts = Pick<ScanExportParts, 'book' | 'rules'>

const kept = new WeakMap<Book, { generation: string; found: Promise<Unknown> }>()

/**
 * Labels and values in the newest scans that no rule knows, the most frequent first. What was found is kept until
 * anything changes in the book: whoever leafs through it does not make all of it be read for every page.
 */
export function findUnknown(parts: FinderParts): Promise<Unknown> {
  const generation = parts.book.generation()
  const known = kept.get(parts.book)
  if (known?.generation === generation) return known.found
  const found = lookThroughScans(parts)
  kept.set(parts.book, { generation, found })
  // Whoever asks is told of a failure; the next one tries anew.
  found.catch(() => kept.delete(parts.book))
  return found
}

async function lookThroughScans({ book: { read }, rules }: FinderParts): Promise<Unknown> {
  const finder = unknownFinder(rules(read).rules, knownLabels(listLabelMatches(read).all()))
  let position = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
  let scans = 0
  while (scans < scansLookedAt) {
    const rows = listRecentlyRead(read).all({ ...position, limit: scansPerSlice })
    for (const { id, filename, category, read: text } of rows) {
      const document: RawDocument = JSON.parse(text)
      finder.look({ id, filename, category }, document)
    }
    scans += rows.length
    position = rows.at(-1) ?? position
    if (rows.length < scansPerSlice) break
    await nextTurn()
  }
  return { scans, ...finder.found() }
}

function unknownFinder(rules: CompiledRules, isKnown: IsKnownLabel) {
  const labels = tally<UnknownLabel>()
  const values = tally<UnknownValue>()
  const recurring = recurringValues()

  function lookAtPart(scan: SeenScan, part: JsonObject, place: Place): void {
    for (const [label, value] of Object.entries(part)) {
      if (isEmpty(value)) continue
      if (isKnown(label, scan.category, place)) {
        lookAtValue(scan, rules[scan.category][place](label), value)
        continue
      }
      const first = { label, place, category: scan.category, scans: 1, scan }
      labels.add(
        labelMatch(scan.category, label),
        () => ({ ...first, example: exampleOf(value) }),
        scan,
      )
    }
  }

  function lookAtValue(scan: SeenScan, column: Column, value: JsonValue): void {
    // Lists and objects have no spelling that a rule could name.
    if (typeof value === 'object') return
    const text = String(value)
    const reason = reasonFor(column, text, value)
    if (reason === undefined) return
    const { key } = column
    const found = { key, value: text, category: scan.category, reason, scans: 1, scan }
    const match = valueMatch(scan.category, key, text)
    if (reason === 'recurs') recurring.add(match, found)
    else values.add(match, () => found, scan)
  }

  return {
    look(scan: SeenScan, { invoice_metadata: head, line_items: lines }: RawDocument): void {
      lookAtPart(scan, head, 'metadata')
      for (const line of lines) lookAtPart(scan, line, 'line')
    },
    found: () => ({
      labels: labels.all(),
      values: [...values.all(), ...recurring.all()],
    }),
  }
}

/** Undefined for a value that needs no rule. */
function reasonFor(
  { key, kind, values }: Column,
  text: string,
  value: JsonValue,
): UnknownValue['reason'] | undefined {
  if (values?.has(foldText(text)) === true) return undefined
  if (kind !== undefined) {
    // A date that cannot be read is delivered as it was: a rule would make it one.
    const typed = readTyped(kind === 'date' ? 'invoice date' : kind, value)
    if (typed === unreadable) return 'unreadable'
  }
  if (values !== undefined) return isClean(values, text) ? undefined : 'has rules'
  const isWord = typeof value === 'string' && kind === undefined && !namedKeys.has(key)
  return isWord && /\p{L}/u.test(text) && readDate(text) === undefined ? 'recurs' : undefined
}

const cleanValues = new WeakMap<ReadonlyMap<string, string>, ReadonlySet<string>>()

/** Whether it is what a rule of its key makes of others. */
function isClean(values: ReadonlyMap<string, string>, text: string): boolean {
  const known = cleanValues.get(values) ?? new Set(values.values())
  cleanValues.set(values, known)
  return known.has(text)
}
