import { posix } from 'node:path'
import { safeName } from '../../../platform/archive/index-file.ts'
import { fileEndings } from '../../../platform/files/kinds.ts'
import type { ArchivedDocument } from '../../../platform/archive/archive-process.ts'
import { type Conn, snapshot } from '../../../platform/db/connection.ts'
import type { Category } from '../../../paper/categories.ts'
import { type Facts, headFacts } from '../../../paper/facts.ts'
import { paperOf } from '../../../paper/paper.ts'
import { normaliseInTurns, readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { mapNames } from '../delivery/delivered.ts'
import type { ScanExportDeps } from '../deps.ts'
import { shownHead, type ShownHead } from '../scans/heads.ts'
import { findDocument, findScan, type Scan } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { textOfValue } from '../../../paper/values.ts'
import { nameOfField } from '../../../paper/fields.ts'
import { findArchived, lastChangeOf, lastDayMs } from './queries.ts'

/** The header of the index. The archive process fills in the last four columns. */
export const indexColumns = [
  'Came in',
  'Kind',
  'Seller or bank',
  'GSTIN',
  'Number',
  'Date',
  'Total',
  'Note',
  'Sent as',
  'Original',
  'Page',
  'Document',
  'Version',
] as const

const kinds: Record<Category, string> = {
  vendor_invoice: 'Bill',
  purchase_order: 'Purchase order',
  bank_entry: 'Bank statement',
}

type Stored = NonNullable<ReturnType<ReturnType<typeof findDocument>['get']>>

/** A document to write, and what to note afterwards: the hash of its facts, and the last change that they include. */
export type Described = { document: ArchivedDocument; facts: string; seq: number }

/** The document as it stands. Undefined when the document is gone. Only `seq` when the archive already has these facts. */
export async function describeDocument(
  deps: ScanExportDeps,
  id: string,
  archiveId: string,
): Promise<Described | { seq: number } | undefined> {
  const { read } = deps.database
  const found = snapshot(read, () => lookUp(read, id))
  if (found === undefined) return undefined
  const { scan, stored, seq, archived } = found
  const said = hashOf(scan)
  const before = archived?.archiveId === archiveId ? archived : undefined
  if (before?.facts === said) return { seq }
  const data = await dataOf(deps, scan)
  const facts = headFacts(scan.category, data?.invoice_metadata ?? {})
  const head = shownHead(facts)
  const version = before === undefined ? 1 : before.version + 1
  const name =
    before === undefined
      ? nameOfDocument(head, scan.filename)
      : laterName(before.path, before.version, version)
  const month = monthOf(scan.createdAt)
  const page = pageOf(scan, { head, data, stored })
  const original = before === undefined ? originalOf(deps, scan, stored) : null
  const cells = cellsOf(scan, head, facts)
  return { document: { id, month, name, version, original, page, cells }, facts: said, seq }
}

function lookUp(conn: Conn, id: string) {
  const scan = findScan(conn).get({ id })
  if (scan === undefined) return undefined
  const { documentId } = scan
  const stored = documentId === null ? undefined : findDocument(conn).get({ id: documentId })
  return {
    scan,
    stored,
    seq: lastChangeOf(conn, id),
    archived: findArchived(conn).get({ scanId: id }),
  }
}

/** A hash of what the paper says and how sure we are. Names, rules and deliveries do not count: they are no facts of the paper. */
function hashOf({ category, correction, raw, status, held, failureReason }: Scan): string {
  const said = [category, correction ?? raw, status, held, failureReason]
  return Bun.SHA256.hash(JSON.stringify(said), 'hex')
}

/** A new version lies beside the first page and the original: `Seller – number – total – version 2`. */
function laterName(path: string, before: number, version: number): string {
  const stem = posix.basename(path, '.html')
  const suffix = ` – version ${before}`
  const end = before > 1 ? stem.lastIndexOf(suffix) : -1
  return `${safeName(end > 0 ? stem.slice(0, end) : stem, laterNameBytesMax)} – version ${version}`
}

/** Bytes of a name before its version number. */
const laterNameBytesMax = 170

/** The values as they were delivered, or as they would be delivered now. Null where nothing was read. */
async function dataOf(deps: ScanExportDeps, scan: Scan): Promise<ScanData | null> {
  const { category, syncedData, correction, raw } = scan
  if (syncedData !== null) return readDocument(syncedData)
  const text = correction ?? raw
  if (text === null) return null
  const { read } = deps.database
  const { rules } = deps.rules(read)
  const data = await normaliseInTurns(paperOf({ raw: readDocument(text) }, category, rules))
  const { vendors, products } = deps.names(read)
  return mapNames(data, category, vendors, products)
}

function originalOf(
  { store, clock }: ScanExportDeps,
  { createdAt }: Scan,
  stored: Stored | undefined,
): ArchivedDocument['original'] {
  if (stored === undefined) return null
  const { hash, contentType, filename } = stored
  return {
    path: store.path('documents', hash),
    sha256: hash,
    ending: endingOf(contentType, filename),
    // A missing original is no error before that: the same file may come in again, or a backup may be restored.
    mayLack: createdAt < clock.now() - retentionMs + lastDayMs,
  }
}

type Shown = { head: ShownHead; data: ScanData | null; stored: Stored | undefined }

/** Changes only when the facts change. A document that is written again after a crash must give the same file. */
function pageOf(scan: Scan, { head, data, stored }: Shown): string {
  const { filename, createdAt, category, id } = scan
  const name = nameOfDocument(head, filename)
  return factsPage({
    title: name,
    note: noteOf(scan),
    data,
    about: [
      ['Kind', kinds[category]],
      ['Came in', new Date(createdAt).toISOString()],
      ['Sent as', filename],
      ['Values', scan.correction === null ? 'as they were read' : 'typed or corrected by hand'],
      ...(stored === undefined
        ? [['Original', 'none: the document came as data'] as const]
        : [['SHA-256 of the original', stored.hash] as const]),
      ['Document', id],
    ],
  })
}

/** What a person should know before relying on the values. */
function noteOf({ status, held, failureReason, raw, correction }: Scan): string | null {
  if (held) return `Not confirmed: ${failureReason ?? 'a check contradicts these values.'}`
  if (status === 'failed') return `Not read: ${failureReason ?? 'nothing could be read.'}`
  return raw === null && correction === null ? 'Not read.' : null
}

function cellsOf(scan: Scan, head: ShownHead, facts: Facts): string[] {
  const { account, seller, invoiceNo, invoiceDate, total } = head
  const days =
    account === null ? invoiceDate : [account.from, account.to].filter(Boolean).join(' – ')
  const cells = [
    new Date(scan.createdAt).toISOString(),
    kinds[scan.category],
    account === null ? seller : account.bank,
    facts.kind === 'statement' ? null : facts.seller.printedGstin,
    account === null ? invoiceNo : account.number,
    days,
    total?.toFixed(2) ?? null,
    noteOf(scan),
    scan.filename,
  ]
  return cells.map((text) => (text ?? '').replaceAll(/\s+/g, ' ').trim())
}

/*
 * Names of a document's files in the archive. Lengths are bytes of UTF-8. With number, version and ending, a name stays
 * below 200 bytes; file systems take 255.
 */
const nameBytesMax = 150
const sellerBytesMax = 80
const numberBytesMax = 45

/** The last digits of an account number. They tell the shop's accounts apart. */
const accountDigits = 4

/** Endings of text files that other programs know. Every other text becomes `.txt`. */
const textEnding = /\.(?:csv|tsv|txt|json|xml)$/i

/** `Seller – number – total`. The name of the file where the seller or the number is unknown. */
export function nameOfDocument(head: ShownHead, filename: string): string {
  const [seller, number, amount] =
    head.account === null
      ? [head.seller, head.invoiceNo, head.total?.toFixed(2)]
      : statementParts(head.account)
  const first = safeName(seller ?? '', sellerBytesMax)
  const second = safeName(number ?? '', numberBytesMax)
  const parts = [first, second, ...(amount === undefined ? [] : [amount])]
  const name = first === '' || second === '' ? stemOf(filename) : parts.join(' – ')
  const safe = safeName(name, nameBytesMax)
  return safe === '' ? 'document' : safe
}

/** The ending of an original, from its content type. */
export function endingOf(contentType: string, filename: string): string {
  const ending = fileEndings.get(contentType)
  if (ending !== undefined) return ending
  return textEnding.exec(filename)?.[0].toLowerCase() ?? '.txt'
}

/** The month in which a document came in, by this computer's calendar: `2026-11`. */
export function monthOf(time: number): string {
  const date = new Date(time)
  return `${String(date.getFullYear()).padStart(4, '0')}-${String(date.getMonth() + 1).padStart(2, '0')}`
}

function statementParts({ bank, number, from, to }: NonNullable<ShownHead['account']>) {
  const account = number === null ? null : `XX${number.slice(-accountDigits)}`
  const days = [from, to].filter((day) => day !== null).join(' to ')
  return [bank, account, days === '' ? undefined : days] as const
}

function stemOf(filename: string): string {
  return filename.replace(/\.[a-z0-9]{1,5}$/i, '')
}

/** For paper and for screens. Indian scripts need fonts that the computer has. */
const styles = `
@page { size: A4; margin: 15mm }
body { font: 11pt/1.4 system-ui, "Noto Sans", "Noto Sans Devanagari", "Noto Sans Gujarati", sans-serif; color: #111; max-width: 60em; margin: 2em auto; padding: 0 1em }
h1 { font-size: 16pt; margin: 0 0 .5em }
h2 { font-size: 12pt; margin: 1.5em 0 .5em }
table { border-collapse: collapse; width: 100% }
th, td { border: 1px solid #bbb; padding: .25em .5em; text-align: left; vertical-align: top; overflow-wrap: anywhere }
th { background: #f3f3f3; font-weight: 600 }
td.n { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
thead { display: table-header-group }
tr { break-inside: avoid }
.facts th { width: 14em }
p.note { border-left: 4px solid #c60; padding-left: .75em }
@media print { body { margin: 0; max-width: none; padding: 0 } }
`

type FactsPage = {
  title: string
  /** What we know about the document beyond its values, as rows. */
  about: readonly (readonly [name: string, value: string])[]
  /** Why the values are not certain. Null when nothing is in doubt. */
  note: string | null
  /** Null where nothing was read. */
  data: ScanData | null
}

/** A page without scripts and without other files. The same facts make the same bytes. */
export function factsPage({ title, about, note, data }: FactsPage): string {
  const escaped = Bun.escapeHTML(title)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped}</title>
<style>${styles}</style>
</head>
<body>
<h1>${escaped}</h1>
${note === null ? '' : `<p class="note">${Bun.escapeHTML(note)}</p>\n`}${data === null ? '' : `<h2>What it says</h2>\n${headTable(data.invoice_metadata)}\n${linesTable(data.line_items)}`}<h2>Where it comes from</h2>
${rowsTable(about)}
</body>
</html>
`
}

function headTable(head: JsonObject): string {
  const rows = Object.entries(head)
    .map(([key, value]) => [nameOfField('head', key) ?? key, textOfValue(value)] as const)
    .filter(([, text]) => text !== '')
  return rowsTable(rows)
}

function rowsTable(rows: FactsPage['about']): string {
  const lines = rows.map(
    ([name, value]) => `<tr><th>${Bun.escapeHTML(name)}</th><td>${Bun.escapeHTML(value)}</td></tr>`,
  )
  return `<table class="facts">\n${lines.join('\n')}\n</table>`
}

/** One column for each key of any line, in the order in which the keys first appear. */
function linesTable(lines: readonly JsonObject[]): string {
  if (lines.length === 0) return ''
  const keys = [...new Set(lines.flatMap((line) => Object.keys(line)))]
  const head = keys.map((key) => `<th>${Bun.escapeHTML(nameOfField('line', key) ?? key)}</th>`)
  const rows = lines.map((line) => `<tr>${keys.map((key) => cell(line[key])).join('')}</tr>`)
  return `<h2>Lines</h2>\n<table>\n<thead><tr>${head.join('')}</tr></thead>\n<tbody>\n${rows.join('\n')}\n</tbody>\n</table>\n`
}

function cell(value: JsonValue | undefined): string {
  const text = Bun.escapeHTML(textOfValue(value))
  return typeof value === 'number' ? `<td class="n">${text}</td>` : `<td>${text}</td>`
}
