import { Elysia } from 'elysia'
import { callerOf } from '../../../accounts/keys/guard.ts'
import { AppError } from '../../../platform/errors.ts'
import { contentDisposition, matches } from '../../../platform/http/reply.ts'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { fileFromDisk } from '../../../platform/http/pages/page.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { isJsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { toNfc } from '../../../platform/text.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { ScanExportDeps } from '../deps.ts'
import { afterField, categoryField, limitField } from '../delivery/schemas.ts'
import { pathsOf } from '../../../paper/paper.ts'
import {
  checkedRaw,
  explainedPathMax,
  explainedValue,
  type ExplainedValue,
  type ExplainedValues,
} from '../../../paper/received.ts'
import { findDocument } from '../scans/queries.ts'
import { listUnread } from './list-unread.ts'
import {
  idParameter,
  readingAnswer,
  failureReasonMax,
  fileAnswer,
  readingBody,
  statusField,
  unreadAnswer,
} from './schemas.ts'
import { requireVisible, takeReading, type GivenReading } from './take-reading.ts'
import { Value } from '@sinclair/typebox/value'
import type { RawDocument } from '../../../paper/rules/normalise.ts'

const scope = 'scans:extract'
const tag = 'Readers'

/** For a program that reads documents in place of Daybook: it lists documents, fetches their files, and sends readings. */
export function otherReaderRoutes(deps: ScanExportDeps) {
  return new Elysia()
    .get(
      '/api/public/v1/scans/unread',
      ({ request }) => {
        const query = queryOf(request)
        const answer = listUnread(deps, callerOf(request), {
          limit: limitField.read(query),
          category: categoryField.read(query),
          status: statusField.read(query) ?? 'pending',
          after: afterField.read(query)?.trim().toLowerCase(),
        })
        contextOf(request).rows = answer.count
        return answer
      },
      {
        query: querySchemaOf([limitField, categoryField, statusField, afterField]),
        ...describeRead({
          operationId: 'listUnreadScans',
          tag,
          scope,
          summary: 'List documents that nobody has read',
          description:
            'Documents of the last 30 days that the key can see, oldest first, which wait to be read or, with `status=failed`, could not be. What Daybook reads itself is not among them while it waits for that. When `next` is not null, pass it as `after` for the rest.',
          answer: unreadAnswer,
          hasQuery: true,
        }),
      },
    )
    .get(
      '/api/public/v1/scans/:id/file',
      ({ request, params: { id } }) => sendFile(deps, request, id.toLowerCase()),
      {
        ...idParameter,
        ...describeRead({
          operationId: 'fetchScanFile',
          tag,
          scope,
          summary: 'Fetch the file of a document',
          description:
            'The bytes as they came in, with their `Content-Type` and the name of the file. They came from elsewhere: open them with care. What was delivered already is not given: there is nothing to read of it.',
          answer: fileAnswer,
          hasNotFound: true,
        }),
      },
    )
    .post(
      '/api/public/v1/scans/:id/reading',
      ({ request, body, params: { id } }) =>
        takeReading(deps, callerOf(request), id.toLowerCase(), givenReading(body)),
      {
        ...idParameter,
        body: readingBody,
        ...describeWrite({
          operationId: 'sendReading',
          tag,
          scope,
          summary: 'Send what was read of a document',
          description:
            'Either `raw`, under the labels that the document prints, and with it `explain`; the document is then successful. Or `failure_reason`, when it could not be read. What a person typed stays what counts. The same again changes nothing.',
          answer: readingAnswer,
          hasNotFound: true,
          hasConflict: true,
        }),
      },
    )
}

async function sendFile(deps: ScanExportDeps, request: Request, id: string): Promise<Response> {
  const { read } = deps.database
  const { documentId, filename, syncedAt } = requireVisible(read, callerOf(request), id)
  if (syncedAt !== null) {
    throw new AppError('not_found', `${filename} was delivered: there is nothing to read of it.`)
  }
  const file = documentId === null ? undefined : findDocument(read).get({ id: documentId })
  if (file === undefined) throw new AppError('not_found', `${filename} came without a file.`)
  const etag = `"${file.hash}"`
  const headers = {
    'content-type': file.contentType,
    'content-disposition': contentDisposition('attachment', filename),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    etag,
  }
  if (matches(request.headers.get('if-none-match'), etag)) {
    return new Response(null, { status: 304, headers })
  }
  return await fileFromDisk(deps.store.path('documents', file.hash), headers)
}

/** Throws AppError `invalid_request` that names the field. */
function givenReading(body: unknown): GivenReading {
  const { raw = null, explain, failure_reason: reason = null } = isJsonObject(body) ? body : {}
  if ((raw === null) === (reason === null)) {
    throw new AppError(
      'invalid_request',
      'Send raw with what was read, or failure_reason when nothing could be: one of the two.',
    )
  }
  if (raw === null) return { failureReason: checkedReason(reason) }
  const document = checkedRaw(raw)
  return { raw: document, explained: readGivenExplained(explain, document) }
}

function checkedReason(value: JsonValue): string {
  const reason = typeof value === 'string' ? toNfc(value).trim() : ''
  if (reason.length >= 1 && reason.length <= failureReasonMax) return reason
  throw notAllowed('failure_reason', `text of 1 to ${failureReasonMax} characters`, value)
}

/**
 * Another reader's explanations, by path in `raw`. A value without an explanation counts as sure. The source is always `api`, whatever the
 * program says: Daybook has seen neither the QR code nor the file inside. Throws AppError `invalid_request` that names the path.
 */
function readGivenExplained(value: JsonValue | undefined, raw: RawDocument): ExplainedValues {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) throw notAllowed('explain', 'an object by path in raw', value)
  const paths = pathsOf(raw)
  return Object.fromEntries(
    Object.entries(value).map(([path, given]) => {
      if (path.length > explainedPathMax || !paths.has(path)) throw notAPath(path)
      return [path, readOne(path, given)]
    }),
  )
}

function readOne(path: string, given: JsonValue): ExplainedValue {
  const value = isJsonObject(given) ? { source: 'api', confidence: 1, ...given } : given
  const problem = Value.Errors(explainedValue, value).First()
  if (problem === undefined) return { ...Value.Parse(explainedValue, value), source: 'api' }
  const field = `explain["${path}"]${problem.path.replaceAll('/', '.')}`
  throw notAllowed(field, expected[problem.path.split('/')[1] ?? ''] ?? 'an object', problem.value)
}

function notAPath(path: string) {
  return notAllowed(
    'explain',
    `an object whose names lead to a field of raw in at most ${explainedPathMax} characters, such as invoice_metadata.Total or line_items.0.Qty`,
    path,
  )
}

/** What each field may hold, for error messages. */
const expected: Readonly<Record<string, string>> = {
  source: 'xml, qr, text, ocr or api',
  page: 'a whole number from 1',
  box: 'left, top, right and bottom as fractions of the page from 0 to 1',
  confidence: 'a number from 0 to 1',
  doubts: 'a list of at most 10 sentences of at most 500 characters',
}
