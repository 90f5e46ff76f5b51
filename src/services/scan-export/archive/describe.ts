import { posix } from 'node:path'
import { safeName } from '../../../platform/archive/file-names.ts'
import type { ArchivedDocument } from '../../../platform/archive/order.ts'
import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { Category } from '../../../paper/categories.ts'
import { mapNames } from '../delivery/delivered.ts'
import type { ScanExportDeps } from '../deps.ts'
import {
  normaliseAhead,
  normaliseDocument,
  readDocument,
  type ScanData,
} from '../../../paper/rules/normalise.ts'
import { headReader } from '../overview/head-reader.ts'
import type { ShownHead } from '../scans/shown-head.ts'
import { findDocument, findScan, type Scan } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'
import { factsPage } from './facts-page.ts'
import { endingOf, monthOf, nameOfDocument } from './name-document.ts'
import { findArchived, lastChangeOf, lastDayMs } from './queries.ts'

/** The header of the index; the last four are filled in where the files are written. */
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

/** What is to be written of a document, and what of it is noted then: how its facts stand, up to which change. */
export type Described = { document: ArchivedDocument; facts: string; seq: number }

/** A document as it stands. Undefined when it is gone, or its facts are in the archive already: then `seq` alone is to be noted. */
export async function describeDocument(
  deps: ScanExportDeps,
  id: string,
  archiveId: string,
): Promise<Described | { seq: number } | undefined> {
  const { read } = deps.database
  const found = snapshot(read, () => lookUp(read, id))
  if (found === undefined) return undefined
  const { scan, stored, seq, archived } = found
  const facts = factsOf(scan)
  const before = archived?.archiveId === archiveId ? archived : undefined
  if (before?.facts === facts) return { seq }
  const data = await dataOf(deps, scan)
  const head = headOf(deps, scan.category, data)
  const version = before === undefined ? 1 : before.version + 1
  const name =
    before === undefined
      ? nameOfDocument(head, scan.filename)
      : laterName(before.path, before.version, version)
  const month = monthOf(scan.createdAt)
  const page = pageOf(scan, { head, data, stored })
  const original = before === undefined ? originalOf(deps, scan, stored) : null
  const cells = cellsOf(scan, head, data)
  return { document: { id, month, name, version, original, page, cells }, facts, seq }
}

function lookUp(conn: Conn, id: string) {
  const scan = findScan(conn).get({ id })
  if (scan === undefined) return undefined
  const { documentId } = scan
  const stored = documentId === null ? undefined : findDocument(conn).get({ id: documentId })
  return { scan, stored, seq: lastChangeOf(conn, id), archived: findArchived(conn).get({ id }) }
}

/** What tells what a document says now from what it said: neither names nor rules nor deliveries, which are no facts of the paper. */
function factsOf({ category, correction, raw, status, held, failureReason }: Scan): string {
  const facts = [category, correction ?? raw, status, held, failureReason]
  return Bun.SHA256.hash(JSON.stringify(facts), 'hex')
}

/** Beside the first page, and so beside the original: `Seller – number – total – version 2`. */
function laterName(path: string, before: number, version: number): string {
  const stem = posix.basename(path, '.html')
  const suffix = ` – version ${before}`
  const end = before > 1 ? stem.lastIndexOf(suffix) : -1
  return `${safeName(end > 0 ? stem.slice(0, end) : stem, laterNameBytesMax)} – version ${version}`
}

/** A name that has its number already, in bytes. */
const laterNameBytesMax = 170

/** As it was delivered, else as it would be now; null where nothing was read. */
async function dataOf(deps: ScanExportDeps, scan: Scan): Promise<ScanData | null> {
  const { category, syncedData, correction, raw } = scan
  if (syncedData !== null) return readDocument(syncedData)
  const text = correction ?? raw
  if (text === null) return null
  const { read } = deps.database
  const { rules } = deps.rules(read)
  const document = readDocument(text)
  await normaliseAhead(document, category, rules)
  const { vendors, products } = deps.names(read)
  return mapNames(normaliseDocument(document, category, rules), category, vendors, products)
}

function headOf(deps: ScanExportDeps, category: Category, data: ScanData | null): ShownHead {
  const head = data === null ? null : JSON.stringify({ ...data, line_items: [] })
  return headReader(deps)({ category, head, headAs: 'delivered' })
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
    // Until then the same file may be brought in again, or a backup put back.
    mayLack: createdAt < clock.now() - retentionMs + lastDayMs,
  }
}

type Shown = { head: ShownHead; data: ScanData | null; stored: Stored | undefined }

/** Nothing in it changes unless the facts do, so that a document that is written again after a crash is the same file. */
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

function cellsOf(scan: Scan, head: ShownHead, data: ScanData | null): string[] {
  const gstin = data?.invoice_metadata['gstin']
  const { account, seller, invoiceNo, invoiceDate, total } = head
  const days =
    account === null ? invoiceDate : [account.from, account.to].filter(Boolean).join(' – ')
  const cells = [
    new Date(scan.createdAt).toISOString(),
    kinds[scan.category],
    account === null ? seller : account.bank,
    typeof gstin === 'string' ? gstin : null,
    account === null ? invoiceNo : account.number,
    days,
    total?.toFixed(2) ?? null,
    noteOf(scan),
    scan.filename,
  ]
  return cells.map((cell) => (cell ?? '').replaceAll(/\s+/g, ' ').trim())
}
