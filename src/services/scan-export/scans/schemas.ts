import { Type } from '@sinclair/typebox'
import {
  absentOr,
  choiceField,
  textField,
  wholeNumberField,
} from '../../../platform/http/fields.ts'
import { categories } from './categories.ts'
import { listLimitDefault, listLimitMax, markedEntriesMax, sourceLengthMax } from './rules.ts'

export const limitField = wholeNumberField('limit', {
  minimum: 1,
  maximum: listLimitMax,
  default: listLimitDefault,
  description: 'How many items to return at most.',
})

export const categoryField = choiceField('category', {
  choices: categories,
  description: 'Only scans of this category. Duplicates are then looked for within it.',
})

export const afterField = textField('after', {
  maxLength: 36,
  description: 'Continue behind this item: `next` of the answer before. An extension of Daybook.',
})

const timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-05T09:30:00.000Z'] })

const category = Type.Union(
  categories.map((name) => Type.Literal(name)),
  { description: 'What kind of document it is.' },
)

const openObject = (properties: Parameters<typeof Type.Object>[0], description: string) =>
  Type.Object(properties, { additionalProperties: true, description })

const invoiceMetadata = openObject(
  {
    invoice_no: Type.String({ examples: ['INV-001'] }),
    invoice_date: Type.String({
      description: 'yyyy-mm-dd, or "" when none was read.',
      examples: ['2026-11-05'],
    }),
    gstin: Type.String({ examples: ['27AAPFU0939F1ZV'] }),
    name: Type.String({ examples: ['Acme Traders'] }),
  },
  'Head of the document. The keys come from the rename rules; these four are always there, "" when nothing was read.',
)

const lineItem = openObject(
  {
    description: Type.Optional(Type.String()),
    hsn: Type.Optional(Type.String()),
    qty: Type.Optional(Type.Number()),
    rate: Type.Optional(Type.Number()),
    amount: Type.Optional(Type.Number()),
    product_name: Type.Optional(
      Type.String({ description: 'The canonical name of the product list.' }),
    ),
  },
  'A line of the document, or a row of a bank statement. The keys come from the rename rules.',
)

export const scanItem = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    invoice_no: Type.Optional(Type.String({ description: 'Present when the scan has one.' })),
    filename: Type.String(),
    category,
    created_at: timestamp('When the document came in.'),
    expires_at: timestamp('When the scan is deleted, synced or not. An extension of Daybook.'),
    data: Type.Object({ invoice_metadata: invoiceMetadata, line_items: Type.Array(lineItem) }),
  },
  { $id: 'scanExport.ScanItem' },
)

export const unsyncedAnswer = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many items this answer carries.' }),
    items: Type.Array(scanItem),
    waiting: Type.Integer({
      minimum: 0,
      description:
        'How many the call would return without `limit` and `after`. An extension of Daybook.',
    }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'What to pass as `after` for the rest, or null. An extension of Daybook.',
    }),
  },
  { $id: 'scanExport.UnsyncedScans' },
)

const entries = (what: string) =>
  absentOr(
    Type.Array(Type.String(), { maxItems: markedEntriesMax, description: what }),
    `a list of at most ${markedEntriesMax} texts`,
  )

export const markSyncedBody = Type.Object(
  {
    ids: entries('Ids of scans, as the unsynced list returned them.'),
    invoice_nos: entries('Invoice numbers: every waiting scan of yours with one of them.'),
    source: absentOr(
      Type.String({
        maxLength: sourceLengthMax,
        description: 'A tag that names your integration.',
      }),
      `text of at most ${sourceLengthMax} characters`,
    ),
  },
  {
    $id: 'scanExport.MarkSynced',
    examples: [{ ids: ['0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'], source: 'tally' }],
  },
)

export const markSyncedAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    updated: Type.Integer({ minimum: 0, description: 'How many scans this call changed.' }),
    synced_at: timestamp('The time of this call.'),
  },
  { $id: 'scanExport.MarkedSynced' },
)
