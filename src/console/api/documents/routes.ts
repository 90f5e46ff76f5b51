import { Elysia } from 'elysia'
import { AppError } from '../../../platform/errors.ts'
import { isMultipart } from '../../../platform/http/body.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { idempotencyKeyOf } from '../../../platform/http/idempotency.ts'
import {
  checkedRaw,
  correctScan,
  countSynced,
  deliverSeparately,
  findScanFile,
  findScanOwner,
  listScans,
  putBackRange,
  putBackScan,
  readMultipartUpload,
  receiveScans,
  retryScan,
  showRead,
  showScan,
} from '../../../services/scan-export/service.ts'
import { forMembers, forOwners } from '../describe.ts'
import { sessionOf, type Session } from '../guard.ts'
import { idParameter } from '../id-parameter.ts'
import { readRange, readWholeRange } from '../range.ts'
import type { ConsoleParts } from '../parts.ts'
import { fileReply } from './file-reply.ts'
import {
  categoryField,
  correctionBody,
  duplicateField,
  fromField,
  linesField,
  linesPerPage,
  listQuery,
  oneQuery,
  pageField,
  rangeBody,
  rangeQuery,
  sizeField,
  stateField,
  syncedField,
  textSearchField,
  untilField,
} from './schemas.ts'
import { listedDocument, namesOf, shownDocument } from './shown-document.ts'

/** Files may come: the guard and the parser let multipart/form-data through. */
const takingFiles = { detail: { ...forMembers.detail, requestBody: { content: {} } } }

type Uploaded = { items: { id: string; filename: string; status: 'pending' | 'successful' }[] }

/** Documents and what was read from them: members have their own, owners see all. */
export function documentRoutes(parts: ConsoleParts) {
  return new Elysia().use(readingRoutes(parts)).use(putBackRoutes(parts)).use(changingRoutes(parts))
}

function readingRoutes(parts: ConsoleParts) {
  const { scanExport } = parts
  return new Elysia()
    .get('/api/documents', ({ request }) => listDocuments(parts, request), {
      query: listQuery,
      ...forMembers,
    })
    .post('/api/documents', ({ request }) => upload(parts, request), takingFiles)
    .get(
      '/api/documents/:id',
      ({ request, params: { id } }) =>
        showDocument(parts, sessionOf(request), id, linesField.read(queryOf(request))),
      { ...idParameter, query: oneQuery, ...forMembers },
    )
    .get(
      '/api/documents/:id/read',
      ({ request, params: { id } }) => {
        requireVisible(parts, sessionOf(request), id)
        const read = showRead(scanExport, id)
        if (read === undefined) throw unknown(id)
        return read
      },
      { ...idParameter, ...forMembers },
    )
    .get(
      '/api/documents/:id/file',
      ({ request, params: { id } }) => {
        requireVisible(parts, sessionOf(request), id)
        const document = findScanFile(scanExport, id)
        if (document === undefined) throw noFile()
        return fileReply(scanExport, request, document, queryOf(request).has('download'))
      },
      { ...idParameter, ...forMembers },
    )
}

/** What was acknowledged waits again: one document, or all of a range of days. */
function putBackRoutes({ book, scanExport }: ConsoleParts) {
  return new Elysia()
    .get(
      '/api/documents/synced-count',
      ({ request }) => {
        const query = queryOf(request)
        const range = { from: fromField.read(query), until: untilField.read(query) }
        return { documents: countSynced(book.read).get(readWholeRange(range))?.n ?? 0 }
      },
      { query: rangeQuery, ...forOwners },
    )
    .post(
      '/api/documents/put-back',
      async ({ request, body }) => ({
        documents: await putBackRange(scanExport, readWholeRange(body), sessionOf(request).userId),
      }),
      { body: rangeBody, ...forOwners },
    )
    .post(
      '/api/documents/:id/put-back',
      async ({ request, params: { id } }) => ({
        documents: await putBackScan(scanExport, id, sessionOf(request).userId),
      }),
      { ...idParameter, ...forOwners },
    )
}

function changingRoutes(parts: ConsoleParts) {
  const { scanExport } = parts
  return new Elysia()
    .post(
      '/api/documents/:id/correct',
      async ({ request, params: { id }, body }) => {
        const raw = checkedRaw(body.raw)
        requireVisible(parts, sessionOf(request), id)
        await correctScan(scanExport, id, raw)
        return { id }
      },
      { ...idParameter, body: correctionBody, ...forMembers },
    )
    .post(
      '/api/documents/:id/retry',
      async ({ request, params: { id } }) => {
        requireVisible(parts, sessionOf(request), id)
        await retryScan(scanExport, id)
        return { id }
      },
      { ...idParameter, ...forMembers },
    )
    .post(
      '/api/documents/:id/deliver-separately',
      async ({ params: { id } }) => {
        await deliverSeparately(scanExport, id)
        return { id }
      },
      { ...idParameter, ...forOwners },
    )
}

function listDocuments(parts: ConsoleParts, request: Request) {
  const { userId, role } = sessionOf(request)
  const query = queryOf(request)
  const [page, size] = [pageField.read(query), sizeField.read(query)]
  const { from, until } = readRange({ from: fromField.read(query), until: untilField.read(query) })
  const wish = {
    userId: role === 'owner' ? null : userId,
    category: categoryField.read(query) ?? null,
    status: stateField.read(query) ?? null,
    synced: syncedField.read(query) ?? null,
    duplicate: duplicateField.read(query) ?? null,
    text: textSearchField.read(query)?.normalize('NFC').trim() ?? null,
    from: from ?? 0,
    until: until === undefined ? Number.MAX_SAFE_INTEGER : until + 1,
  }
  const found = listScans(parts.scanExport, wish, { limit: size, offset: (page - 1) * size })
  const whose = namesOf(parts)
  return {
    items: found.items.map((scan) => listedDocument(scan, whose)),
    total: found.total,
    page,
    size,
  }
}

/** The page sends each file by itself, with a key of its own: a file that is sent again is entered once. */
async function upload({ scanExport }: ConsoleParts, request: Request): Promise<Uploaded> {
  if (!isMultipart(request)) {
    throw new AppError('invalid_request', 'Send the files as multipart/form-data.')
  }
  const { id, userId, role } = sessionOf(request)
  const idempotencyKey = idempotencyKeyOf(request)
  const sent = await readMultipartUpload(request)
  const caller = { keyId: id, userId, role, allUsers: false }
  const { body } = await receiveScans(scanExport, caller, { ...sent, idempotencyKey })
  const uploaded: Uploaded = JSON.parse(body)
  return uploaded
}

function showDocument(parts: ConsoleParts, session: Session, id: string, page: number) {
  requireVisible(parts, session, id)
  const lines = { first: (page - 1) * linesPerPage, count: linesPerPage }
  const shown = showScan(parts.scanExport, id, lines)
  if (shown === undefined) throw unknown(id)
  return shownDocument(parts, session, shown, page)
}

/** Throws AppError `not_found` for a document that the session may not see, as for one that there is not. */
function requireVisible({ scanExport }: ConsoleParts, { userId, role }: Session, id: string): void {
  const owner = findScanOwner(scanExport, id)
  if (owner === undefined || (role !== 'owner' && owner !== userId)) throw unknown(id)
}

function unknown(id: string): AppError {
  return new AppError('not_found', `There is no document with the id ${id}.`)
}

function noFile(): AppError {
  return new AppError(
    'not_found',
    'Another program read this document and sent what it read: there is no file.',
  )
}
