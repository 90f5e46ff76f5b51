import { Type } from '@sinclair/typebox'
import { choiceField, unchecked } from '../../../platform/http/fields.ts'
import { categorySchema, explanationFields, sourceSchema, timestamp } from '../delivery/schemas.ts'
import { scanUpload } from '../intake/schemas.ts'
import { sources } from '../../../paper/received.ts'
import { unreadStates } from './list-unread.ts'

export const idParameter = {
  params: Type.Object({ id: Type.String({ description: 'Of the document.' }) }),
}

export const statusField = choiceField('status', {
  choices: unreadStates,
  description:
    '`pending` when it is left out: what waits to be read. `failed`: what could not be read, and was not typed in.',
})

/** Length of the reason why a document could not be read, in characters. */
export const failureReasonMax = 500

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

export const unreadAnswer = Type.Object(
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

export const fileAnswer = Type.String({ format: 'binary' })

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
export const readingBody = unchecked(
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

export const readingAnswer = Type.Object(
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
