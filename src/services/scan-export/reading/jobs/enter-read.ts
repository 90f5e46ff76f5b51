import { withStoredFiles } from '../../../../platform/files/file-rows.ts'
import { timeOfRecord } from '../../../../platform/upkeep/clock-guard.ts'
import type { Category } from '../../../../paper/categories.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { storeOriginal } from '../../intake/receive-scans.ts'
import { findScanWithFile } from '../../scans/queries.ts'
import { retentionMs } from '../../scans/rules.ts'
import { storeScan, type NewScan } from '../../intake/store-scan.ts'
import { whyUnread, type Asked } from './ask-reader.ts'
import { storeReading } from './store-reading.ts'
import { checkDocument } from '../../../../paper/checks/check-document.ts'
import type { CheckedAgainst } from '../../../../paper/checks/document.ts'
import { normalise } from '../../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../../paper/rules/rules.ts'
import { checkedDocument, doubtsIn, paperOf } from '../../../../paper/paper.ts'
import type { AnsweredDocument } from '../../../../reader/answer.ts'

type ReadFile = {
  userId: string
  filename: string
  bytes: Uint8Array
  /** If left out, the reader's own finding decides. */
  category: Category | undefined
}

/**
 * Stores a file that was already read: one command enters the scan and its reading. The same file of the same user again
 * changes nothing. Returns the id. Throws AppError `invalid_request` when the bytes are no document.
 */
export async function enterRead(
  deps: ScanExportDeps,
  { userId, filename, bytes, category: given }: ReadFile,
  asked: Asked,
): Promise<string> {
  let document: NewScan['document'] = null
  return await withStoredFiles(
    async () => {
      document = await storeOriginal(deps, filename, bytes)
    },
    () =>
      deps.database.write((conn) => {
        const now = timeOfRecord(conn, deps.clock.now())
        const from = now - retentionMs
        const known = document && findScanWithFile(conn).get({ userId, hash: document.hash, from })
        if (known) return known.id
        const isRead = 'documents' in asked
        const category = given ?? (isRead ? asked.documents[0].category : 'vendor_invoice')
        const failureReason = isRead ? null : whyUnread(asked)
        const scan = { userId, category, filename, createdAt: now, raw: null, failureReason }
        const { id } = storeScan(conn, deps, { ...scan, document }, now)
        if (isRead) storeReading(conn, deps, id, asked)
        return id
      }),
  )
}

/** A doubt at a canonical key, or at '' for the whole document. `line` from 0. */
type ReadDoubt = { key: string; line?: number; message: string }

/** One document of a file, for whoever asked to read the file. `data` is what these rules would deliver. */
export function readOut(
  { category, kind, pages, raw, explained }: AnsweredDocument,
  rules: CompiledRules,
  against: CheckedAgainst,
) {
  const paper = paperOf({ raw, explained }, category, rules)
  const findings = [...checkDocument(checkedDocument(paper), against), ...doubtsIn(paper)]
  const doubts: ReadDoubt[] = findings.map(({ code: _code, ...doubt }) => doubt)
  return {
    category,
    kind,
    pages,
    data: normalise(paper),
    raw,
    explain: explained,
    doubts,
  }
}

export type ReadOut = ReturnType<typeof readOut>
