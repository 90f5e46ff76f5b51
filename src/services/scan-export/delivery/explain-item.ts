import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { explainDocument } from '../../../paper/rules/explain-document.ts'
import { readDocument, type RawDocument } from '../../../paper/rules/normalise.ts'
import {
  isSameAt,
  keyAt,
  readExplained,
  type ExplainedValue,
  type ExplainedValues,
  type LabelPlace,
} from '../../../paper/explained.ts'
import { openFindings } from '../scans/hold.ts'
import { findReading } from '../scans/reading-rows.ts'
import { requireScan, type Scan } from '../scans/queries.ts'
import type { WaitingScan } from '../scans/waiting-queries.ts'

/** Why a delivered value is what it is. */
type Explanation = Omit<ExplainedValue, 'source' | 'doubts'> & {
  source: Exclude<ExplainedValue['source'], 'derived'> | 'typed'
  doubts: string[]
}

/** An explanation for each value by its path in the delivered data, and the paths of doubtful values. */
type ExplainedItem = { explain: Record<string, Explanation>; doubts: string[] }

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

/** Explains the values of a delivered scan. Leaves out values that Daybook adds. */
export function explainItem(
  conn: Conn,
  deps: Deps,
  { scanId, category }: Pick<WaitingScan, 'scanId' | 'category'>,
): ExplainedItem {
  const scan = requireScan(conn, scanId)
  const readings = readingsOf(conn, scan)
  const { rules } = deps.rules(conn)
  const { head, lines } = explainDocument(readings.counting, category, rules)
  const explain: Record<string, Explanation> = {}
  const pathOf = new Map<string, string>()
  const tell = (fields: typeof head, object: string, line?: number) => {
    for (const { label, key } of fields) {
      if (label === null || key === null) continue
      const path = `${object}.${key}`
      const explanation = explanationOf(readings, `${object}.${label}`, { label, line })
      if (explanation !== undefined) explain[path] = explanation
      pathOf.set(placeName(keyAt({ label, line }, category, rules)), path)
    }
  }
  tell(head, 'invoice_metadata')
  for (const [at, fields] of lines.entries()) tell(fields, `line_items.${at}`, at)
  const doubts = new Set<string>()
  for (const { key, line, message } of openFindings(conn, deps, scan)) {
    const place = placeName({ key, ...(line !== undefined && { line }) })
    const path = pathOf.get(place) ?? place
    doubts.add(path)
    explain[path]?.doubts.push(message)
  }
  return { explain, doubts: [...doubts] }
}

type Readings = { counting: RawDocument; raw: RawDocument | null; values: ExplainedValues }

function readingsOf(conn: Conn, { id, raw, correction }: Scan): Readings {
  const reading = findReading(conn).get({ id })
  return {
    counting: readDocument(correction ?? raw ?? ''),
    raw: raw === null ? null : readDocument(raw),
    values: reading === undefined ? {} : readExplained(reading.explained),
  }
}

/**
 * A value that a person changed counts as typed. A value that a program sent without an explanation counts as sure. Undefined for a value
 * that was worked out and is not printed.
 */
function explanationOf(
  { counting, raw, values }: Readings,
  path: string,
  place: LabelPlace,
): Explanation | undefined {
  if (raw === null || !isSameAt(raw, counting, place)) {
    return { source: 'typed', confidence: 1, doubts: [] }
  }
  const { source, ...value } = values[path] ?? { source: 'api', confidence: 1 }
  return source === 'derived' ? undefined : { ...value, source, doubts: [] }
}

/** The path of a canonical key. It is the delivered path too, unless a rule gives the key another name. */
function placeName({ key, line }: { key: string; line?: number }): string {
  return line === undefined ? `invoice_metadata.${key}` : `line_items.${line}.${key}`
}
