import { Type } from '@sinclair/typebox'
import { choiceField, textField, wholeNumberField } from '../../../platform/http/fields.ts'
import { leaseFields } from '../../../books/leases/schemas.ts'
import { categories } from '../../../paper/categories.ts'
import { factsSchema } from '../../../paper/delivered-facts.ts'
import { listLimitDefault, listLimitMax } from '../scans/rules.ts'

export const limitField = wholeNumberField('limit', {
  minimum: 1,
  maximum: listLimitMax,
  default: listLimitDefault,
  description: 'The most items to return.',
})

export const categoryField = choiceField('category', {
  choices: categories,
  description: 'Only scans of this category. Daybook then looks for duplicates only within it.',
})

export const afterField = textField('after', {
  maxLength: 36,
  description: 'Continue after this item: `next` of the previous answer. An extension of Daybook.',
})

export const explainField = choiceField('explain', {
  choices: ['true', 'false'],
  description:
    'With `true` each item also has the source of its values, in `explain` and `doubts`. An answer then has at most 100 items. An extension of Daybook.',
})

export const factsField = choiceField('facts', {
  choices: ['true', 'false'],
  description: 'With `false` items come without `facts`. An extension of Daybook.',
})

export const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

export const timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-05T09:30:00.000Z'] })

export const categorySchema = Type.Union(
  categories.map((name) => Type.Literal(name)),
  { description: 'The kind of document.' },
)

const invoiceMetadata = Type.Object(
  {
    invoice_no: Type.String({ description: '"" if none was read.', examples: ['INV-001'] }),
    invoice_date: Type.String({
      description: 'yyyy-mm-dd, or "" if none was read.',
      examples: ['2026-11-05'],
    }),
    gstin: Type.String({
      description: 'Of the seller. "" if none was read.',
      examples: ['27AAPFU0939F1ZV'],
    }),
    name: Type.String({
      description: 'Of the seller. "" if none was read.',
      examples: ['Acme Traders'],
    }),
  },
  {
    $id: 'scanExport.InvoiceMetadata',
    additionalProperties: true,
    description:
      'The head of the document. The keys are the canonical names from the rename rules. These four are always there, and there may be more.',
  },
)

const lineItem = Type.Object(
  {
    description: Type.Optional(Type.String({ examples: ['Basmati Rice 5 kg'] })),
    hsn: Type.Optional(Type.String({ examples: ['1006'] })),
    qty: Type.Optional(Type.Number({ examples: [2] })),
    rate: Type.Optional(Type.Number({ examples: [450] })),
    amount: Type.Optional(Type.Number({ examples: [900] })),
    product_name: Type.Optional(
      Type.String({
        description: 'The canonical name in the product list, if the line is one of its products.',
        examples: ['Rice Basmati 5 kg'],
      }),
    ),
  },
  {
    $id: 'scanExport.LineItem',
    additionalProperties: true,
    description:
      'A line of the document, or a row of a bank statement. The keys are the canonical names from the rename rules. There may be more or fewer.',
  },
)

const scanData = Type.Object(
  { invoice_metadata: invoiceMetadata, line_items: Type.Array(lineItem) },
  {
    $id: 'scanExport.ScanData',
    description:
      'The content of the document, normalised with the rename rules and the vendor and product lists.',
  },
)

/** Where a value stands, and how sure its reader is. */
export const explanationFields = {
  page: Type.Optional(Type.Integer({ minimum: 1 })),
  box: Type.Optional(
    Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
      minItems: 4,
      maxItems: 4,
      description: 'Left, top, right and bottom as fractions of the upright page.',
    }),
  ),
  confidence: Type.Number({ minimum: 0, maximum: 1 }),
  doubts: Type.Array(Type.String()),
}

export const sourceSchema = (sources: readonly string[]) =>
  Type.Union(
    sources.map((source) => Type.Literal(source)),
    {
      description:
        'Where the value comes from: structured data, a QR code, the text of a PDF, a picture, a person, or another program.',
    },
  )

const explainedItem = Type.Record(
  Type.String(),
  Type.Object({
    source: sourceSchema(['xml', 'qr', 'text', 'ocr', 'typed', 'api']),
    ...explanationFields,
  }),
  {
    description:
      'The source of each value, by its path in `data`, such as `line_items.3.qty`. An extension of Daybook.',
  },
)

const exampleScan = {
  id: exampleId,
  invoice_no: 'INV-001',
  filename: 'bill-041.pdf',
  category: 'vendor_invoice',
  created_at: '2026-11-05T09:30:00.000Z',
  expires_at: '2026-12-05T09:30:00.000Z',
  revision: '9f86d081884c7d65',
  data: {
    invoice_metadata: {
      invoice_no: 'INV-001',
      invoice_date: '2026-11-05',
      gstin: '27AAPFU0939F1ZV',
      name: 'Acme Traders',
      vendor_name: 'Acme Traders',
    },
    line_items: [
      {
        description: 'Basmati Rice 5 kg',
        hsn: '1006',
        qty: 2,
        rate: 450,
        amount: 900,
        product_name: 'Rice Basmati 5 kg',
      },
    ],
  },
  facts: {
    kind: 'bill',
    number: 'INV-001',
    date: '2026-11-05',
    seller: { name: 'Acme Traders', gstin: '27AAPFU0939F1ZV' },
    currency: 'INR',
    lines: [
      {
        description: 'Basmati Rice 5 kg',
        product_name: 'Rice Basmati 5 kg',
        hsn: '1006',
        quantity: 2,
        rate: 450,
        amount: 900,
      },
    ],
    unread: [],
  },
}

const scanItem = Type.Object(
  {
    id: Type.String({ format: 'uuid', examples: [exampleId] }),
    invoice_no: Type.Optional(
      Type.String({ description: 'Present if the scan has one.', examples: ['INV-001'] }),
    ),
    filename: Type.String({ description: 'The name of the file.', examples: ['bill-041.pdf'] }),
    category: categorySchema,
    created_at: timestamp('When the document was uploaded.'),
    expires_at: Type.String({
      format: 'date-time',
      description: 'When the scan is deleted, synced or not. An extension of Daybook.',
      examples: ['2026-12-05T09:30:00.000Z'],
    }),
    revision: Type.String({
      description:
        'Changes only when the category or `data` changes. Send it back with the acknowledgement. An extension of Daybook.',
      examples: ['9f86d081884c7d65'],
    }),
    data: scanData,
    facts: Type.Optional(factsSchema),
    explain: Type.Optional(explainedItem),
    doubts: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The paths of the doubtful values. An extension of Daybook.',
        examples: [['invoice_metadata.total']],
      }),
    ),
  },
  {
    $id: 'scanExport.ScanItem',
    description: 'A scan that waits.',
    examples: [exampleScan],
  },
)

export const unsyncedAnswer = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many items this answer has.' }),
    items: Type.Array(scanItem),
    waiting: Type.Integer({
      minimum: 0,
      description:
        'How many items wait in all, without `limit` and `after`. An extension of Daybook.',
    }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `after` to get the rest. null at the end. An extension of Daybook.',
    }),
    ...leaseFields,
  },
  {
    $id: 'scanExport.UnsyncedScans',
    description: 'The scans that wait, oldest first.',
    examples: [{ count: 1, items: [exampleScan], waiting: 1, next: null }],
  },
)
