import type { JsonValue } from '../../platform/json/json.ts'
import type { ReadOut } from '../../services/scan-export/reading/read-out.ts'

/** A file and what was read of it, as the command prints it in JSON. `id` is the document's id in the book. */
export type ScannedFile = { file: string; id?: string } & (
  { documents: ReadOut[] } | { problem: string; reason: string }
)

/** The width of labels in characters. */
const labelWidth = 24

/** What was read of a file, for people: fields with their source, lines, and what to check. */
export function linesOf(scanned: ScannedFile): string[] {
  if ('reason' in scanned) return [`${scanned.file}: ${scanned.reason}`]
  return scanned.documents.flatMap((document) => [
    headingOf(scanned.file, document),
    ...bodyOf(document),
    '',
  ])
}

function headingOf(file: string, { kind, pages }: ReadOut): string {
  const where = pages.length === 1 ? `page ${pages[0]}` : `pages ${pages.join(', ')}`
  return `${file}: ${kind}, ${where}`
}

function bodyOf({ raw, explain, doubts }: ReadOut): string[] {
  const fields = Object.entries(raw.invoice_metadata).map(([label, value]) => {
    const told = explain[`invoice_metadata.${label}`]
    const source = told === undefined ? '' : `  (${sourceOf(told)})`
    return `  ${label.padEnd(labelWidth)} ${shown(value)}${source}`
  })
  const lines = raw.line_items.map(
    (line, at) =>
      `  ${String(at + 1).padStart(3)}  ${Object.entries(line)
        .map(([label, value]) => `${label}: ${shown(value)}`)
        .join(' · ')}`,
  )
  const checks = doubts.map(({ line, message }) =>
    line === undefined ? `  ! ${message}` : `  ! Line ${line + 1}: ${message}`,
  )
  return [...fields, ...lines, ...checks]
}

function shown(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function sourceOf({ source, page, confidence }: ReadOut['explain'][string]): string {
  const sure = confidence < 1 ? [`${Math.round(confidence * 100)} %`] : []
  return [source, ...(page === undefined ? [] : [`page ${page}`]), ...sure].join(', ')
}
