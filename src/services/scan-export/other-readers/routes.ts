import { Elysia } from 'elysia'
import { Value } from '@sinclair/typebox/value'
import { Type } from '@sinclair/typebox'
import { callerOf } from '../../../accounts/keys/guard.ts'
import { AppError } from '../../../platform/errors.ts'
import { contentDisposition, matches } from '../../../platform/http/reply.ts'
import { choiceField, queryOf, querySchemaOf, unchecked } from '../../../platform/http/fields.ts'
import { fileFromDisk } from '../../../platform/http/pages/page.ts'
import { contextOf } from '../../../platform/http/request.ts'
import { isJsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { toNfc } from '../../../platform/text.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { ScanExportDeps } from '../deps.ts'
import {
  afterField,
  categoryField,
  categorySchema,
  explanationFields,
  limitField,
  sourceSchema,
  timestamp,
} from '../delivery/schemas.ts'
import { pathsOf } from '../../../paper/paper.ts'
import {
  checkedRaw,
  explainedPathMax,
  explainedValue,
  type ExplainedValue,
  type ExplainedValues,
  sources,
} from '../../../paper/received.ts'
import { findDocument } from '../scans/queries.ts'
import type { RawDocument } from '../../../paper/rules/normalise.ts'
import { scanUpload } from '../intake/schemas.ts'
import {
  type GivenReading,
  listUnread,
  requireVisible,
  takeReading,
  unreadStates,
} from './unread.ts'

const idParameter = {
  params: Type.Object({ id: Type.String({ description: 'Of the document.' }) }),
}

const statusField = choiceField('status', {
  choices: unreadStates,
  description:
    '`pending` when it is left out: what waits to be read. `failed`: what could not be read, and was not typed in.',
})

/** Length of the reason why a document could not be read, in characters. */
const failureReasonMax = 500

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const exampleUnread = {
  id: exampleId,
  filename: 'bill-041.pdf',
  category: 'vendor_invoice',
  status: 'pending',
  content_type: 'application/pdf',
  bytes: 48_213,
  created_at: '2026-11-05T09:30:00.000Z',
  expires_at: '2026-12-05T09:30:00.000Z',
}

const unreadScan = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    filename: Type.String({ description: 'The name of the file.' }),
    category: categorySchema,
    status: Type.Union(unreadStates.map((state) => Type.Literal(state))),
    failure_reason: Type.Optional(
      Type.String({ description: 'Why it could not be read; with `failed`.' }),
    ),
    content_type: Type.String({ description: 'What the file is, judged by its bytes.' }),
    bytes: Type.Integer({ minimum: 1, description: 'The size of the file.' }),
    created_at: timestamp('When the document came in.'),
    expires_at: timestamp('When it is deleted, read or not.'),
  },
  {
    $id: 'scanExport.UnreadScan',
    description: 'A document that nobody has read.',
    examples: [exampleUnread],
  },
)

const unreadAnswer = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many items this answer carries.' }),
    items: Type.Array(unreadScan),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'What to pass as `after` for the rest, or null.',
    }),
  },
  {
    $id: 'scanExport.UnreadScans',
    description: 'Documents that nobody has read, oldest first.',
    examples: [{ count: 1, items: [exampleUnread], next: null }],
  },
)

const fileAnswer = Type.String({ format: 'binary' })

const exampleReading = {
  raw: {
    invoice_metadata: { 'Bill No.': 'A-41', Total: '₹900.00' },
    line_items: [{ Particulars: 'Basmati Rice 5 kg', Qty: '2 Nos', Amount: '900.00' }],
  },
  explain: {
    'invoice_metadata.Total': {
      page: 1,
      box: [0.72, 0.81, 0.9, 0.83],
      confidence: 0.62,
      doubts: ['Is it 900 or 960?'],
    },
    'line_items.0.Qty': { page: 1, confidence: 0.97 },
  },
}

const givenExplanation = Type.Partial(
  Type.Object({
    source: {
      ...sourceSchema(sources),
      description: 'Accepted and not kept: the source of what your program read is `api`.',
    },
    ...explanationFields,
  }),
)

/** Only for the API document. The body is read by hand, so that labels of any name stay as they are. */
const readingBody = unchecked(
  Type.Object(
    {
      raw: Type.Optional(scanUpload.properties.raw),
      explain: Type.Optional(
        Type.Record(Type.String(), givenExplanation, {
          description:
            'Where a value stands and how sure the reader is of it, by its path in `raw` with the label as printed, such as `line_items.3.Qty`. What is left out counts as sure.',
        }),
      ),
      failure_reason: Type.Optional(
        Type.String({
          maxLength: failureReasonMax,
          description: 'Why the document could not be read, as a sentence for a clerk.',
        }),
      ),
    },
    {
      $id: 'scanExport.Reading',
      description: 'What was read of a document, or why nothing was.',
      examples: [exampleReading],
    },
  ),
)

const readingAnswer = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    filename: Type.String(),
    status: Type.Union(
      ['pending', 'successful', 'failed'].map((status) => Type.Literal(status)),
      {
        description:
          'What became of it: `failed` also when somebody has typed what a check contradicts.',
      },
    ),
  },
  {
    $id: 'scanExport.ReadScan',
    description: 'The document that was read.',
    examples: [{ id: exampleId, filename: 'bill-041.pdf', status: 'successful' }],
  },
)

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
