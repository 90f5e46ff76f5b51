import type { Caller } from '../../../accounts/guard.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import { documentType } from '../../../platform/files/kinds.ts'
import type { StoredFile } from '../../../platform/files/store.ts'
import { once, type Answer } from '../../../platform/http/idempotency.ts'
import type { ScanExportParts } from '../parts.ts'
import type { RawDocument } from '../rename-rules/normalise.ts'
import type { Category } from '../scans/categories.ts'
import { storeScan } from './store-scans.ts'

/** One document of an upload, checked. `bytes` is null when another scanner read it and kept the file. */
export type IncomingDocument = {
  filename: string
  bytes: Uint8Array | null
  raw: RawDocument | null
}

export type Intake = {
  category: Category
  documents: readonly IncomingDocument[]
  idempotencyKey: string | undefined
}

type Prepared = IncomingDocument & { document: (StoredFile & { contentType: string }) | null }

/**
 * Takes documents in: the bytes go to the disk first, then one act enters all their scans. The same Idempotency-Key
 * and documents get the first answer again. Throws AppError `invalid_request`, `conflict`.
 */
export async function receiveScans(
  parts: ScanExportParts,
  caller: Caller,
  intake: Intake,
): Promise<Answer> {
  let prepared: Prepared[] = []
  return await withStoredFiles(
    async () => {
      prepared = await Promise.all(intake.documents.map((document) => prepare(parts, document)))
    },
    () => parts.book.write((conn) => enter(conn, parts, caller, intake, prepared)),
  )
}

async function prepare(parts: ScanExportParts, incoming: IncomingDocument): Promise<Prepared> {
  if (incoming.bytes === null) return { ...incoming, document: null }
  const contentType = documentType(incoming.bytes)
  if (contentType === undefined) throw notADocument(incoming.filename)
  const stored = await parts.store.put('documents', incoming.bytes)
  return { ...incoming, document: { ...stored, contentType } }
}

function enter(
  conn: Conn,
  parts: ScanExportParts,
  caller: Caller,
  intake: Intake,
  prepared: readonly Prepared[],
): Answer {
  const now = parts.clock.now()
  const attempt = {
    keyId: caller.keyId,
    idempotencyKey: intake.idempotencyKey,
    requestHash: requestHash(intake.category, prepared),
  }
  return once(conn, attempt, now, () => {
    const items = prepared.map(({ filename, raw, document }) => {
      const { userId } = caller
      const { category } = intake
      const scan = {
        userId,
        category,
        filename,
        createdAt: now,
        raw,
        failureReason: null,
        document,
      }
      const { id, status } = storeScan(conn, parts, scan, now)
      return { id, filename, status }
    })
    return { status: 201, body: JSON.stringify({ items }) }
  })
}

/** What was asked, without what differs between two sendings of it (multipart boundaries, spacing of JSON). */
function requestHash(category: Category, prepared: readonly Prepared[]): string {
  const documents = prepared.map(({ filename, raw, document }) => [filename, raw, document?.hash])
  return Bun.SHA256.hash(JSON.stringify([category, documents]), 'hex')
}

function notADocument(filename: string): AppError {
  return new AppError(
    'invalid_request',
    `${filename} is not a document that Daybook takes: PDF, JPEG, PNG, WebP, GIF, TIFF, Excel, CSV or JSON.`,
  )
}
