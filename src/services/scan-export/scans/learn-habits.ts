import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { readGstin } from '../checks/values.ts'
import type { ScanExportDeps } from '../deps.ts'
import { normaliseDocument, readDocument } from '../normalising/normalise.ts'
import type { CompiledRules } from '../normalising/rules.ts'
import { keepHabits, phrasesOfScan } from '../reading/habits/keep-habits.ts'
import { habitsIn } from '../reading/head/learn-habits.ts'
import { doubtsIn, readExplained } from './explained.ts'
import { findScan, type Scan } from './queries.ts'
import { findReading } from './reading-rows.ts'

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

/**
 * Learns of a bill that a person has just saved where its seller prints what Daybook missed, misread or doubted. Nothing is
 * learnt of what it read by itself, nor without the seller's GSTIN.
 */
export function learnHabits(conn: Conn, deps: Deps, id: string): void {
  const scan = findScan(conn).get({ id })
  const phrases = phrasesOfScan(conn, id)
  if (scan === undefined || phrases === undefined || scan.category === 'bank_entry') return
  const { wished, gstin } = mendedIn(conn, deps, scan)
  if (gstin === undefined) return
  const paper = { category: scan.category, gstin }
  keepHabits(conn, habitsIn(phrases, paper, wished), deps.clock.now())
}

/** The fields of the head that a person mended or confirmed, as they are now. */
function mendedIn(conn: Conn, { rules }: Deps, scan: Scan) {
  const { rules: compiled } = rules(conn)
  const { category, raw, correction } = scan
  const headOf = (text: string | null) =>
    text === null ? {} : normaliseDocument(readDocument(text), category, compiled).invoice_metadata
  const [before, now] = [headOf(raw), headOf(correction ?? raw)]
  const doubted = new Set(doubtedKeys(conn, scan, compiled))
  const mended = Object.keys(now).filter(
    (key) => doubted.has(key) || textAt(now, key) !== textAt(before, key),
  )
  const wished = Object.fromEntries(mended.map((key) => [key, textAt(now, key)]))
  return { wished, gstin: readGstin(textAt(now, 'gstin')) }
}

function textAt(fields: JsonObject, key: string): string {
  const value = fields[key]
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : ''
}

/** What its reader doubted in the head, whoever mended or confirmed it since. */
function doubtedKeys(conn: Conn, { id, category, raw }: Scan, rules: CompiledRules): string[] {
  const explained = findReading(conn).get({ id })?.explained
  if (raw === null || explained === undefined) return []
  const readings = { category, raw: readDocument(raw), correction: null }
  const doubts = doubtsIn(readExplained(explained), readings, rules)
  return doubts.flatMap(({ key, line }) => (line === undefined ? key : []))
}
