import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { explainDocument } from '../../../paper/rules/explain-document.ts'
import type { ExplainedValue } from '../../../paper/explained.ts'
import { type Field, isSameValue } from '../../../paper/paper.ts'
import { openFindings } from '../scans/hold.ts'
import { papersOf } from '../scans/papers.ts'
import { requireScan } from '../scans/queries.ts'
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
  const { counting, read } = papersOf(conn, { ...scan, category }, deps.rules(conn).rules)
  if (counting === null) throw new Error(`Nothing was read of scan ${scanId}.`)
  const { head, lines } = explainDocument(counting)
  const explain: Record<string, Explanation> = {}
  const pathOf = new Map<string, string>()
  const tell = (fields: typeof head, now: Fields = [], before: Fields = [], line?: number) => {
    const object = line === undefined ? 'invoice_metadata' : `line_items.${line}`
    for (const { label, key } of fields) {
      const field = now.find((one) => one.label === label)
      if (field === undefined || key === null) continue
      const path = `${object}.${key}`
      const was = before.find((one) => one.label === label)
      const explanation = explanationOf(field, read === null ? null : was)
      if (explanation !== undefined) explain[path] = explanation
      pathOf.set(`${object}.${field.key}`, path)
    }
  }
  tell(head, counting.head, read?.head)
  for (const [at, fields] of lines.entries()) tell(fields, counting.lines[at], read?.lines[at], at)
  const doubts = new Set<string>()
  for (const { key, line, message } of openFindings(conn, deps, scan)) {
    const place = placeName({ key, ...(line !== undefined && { line }) })
    const path = pathOf.get(place) ?? place
    doubts.add(path)
    explain[path]?.doubts.push(message)
  }
  return { explain, doubts: [...doubts] }
}

type Fields = readonly Field[]

/**
 * A value that a person changed counts as typed. A value that a program sent without an explanation counts as sure. Undefined for a value
 * that was worked out and is not printed. `before`: the field as it was read, or null if nobody read the paper.
 */
function explanationOf(
  { value }: Field,
  before: Field | undefined | null,
): Explanation | undefined {
  if (before === null || !isSameValue(before?.value, value)) {
    return { source: 'typed', confidence: 1, doubts: [] }
  }
  const { source, ...found } = before?.evidence ?? { source: 'api', confidence: 1 }
  return source === 'derived' ? undefined : { ...found, source, doubts: [] }
}

/** The path of a canonical key. It is the delivered path too, unless a rule gives the key another name. */
function placeName({ key, line }: { key: string; line?: number }): string {
  return line === undefined ? `invoice_metadata.${key}` : `line_items.${line}.${key}`
}
