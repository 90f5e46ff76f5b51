import { Type } from '@sinclair/typebox'
import { choiceField, textField, wholeNumberField } from '../../../platform/http/fields.ts'
import { leaseFields } from '../../../books/leases/schemas.ts'
import { categories } from '../../../paper/categories.ts'
import { factsSchema } from '../../../paper/facts-schema.ts'
import { listLimitDefault, listLimitMax } from '../scans/rules.ts'

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

export const explainField = choiceField('explain', {
  choices: ['true', 'false'],
  description:
    'With `true` each item tells why its values are what they are, in `explain` and `doubts`; an answer then carries at most 100. An extension of Daybook.',
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
  { description: 'What kind of document it is.' },
)

const invoiceMetadata = Type.Object(
  {
    invoice_no: Type.String({ description: '"" when none was read.', examples: ['INV-001'] }),
    invoice_date: Type.String({
      description: 'yyyy-mm-dd, or "" when none was read.',
      examples: ['2026-11-05'],
    }),
    gstin: Type.String({
      description: 'The seller\'s, "" when none was read.',
      examples: ['27AAPFU0939F1ZV'],
    }),
    name: Type.String({
      description: 'The seller\'s, "" when none was read.',
      examples: ['Acme Traders'],
    }),
  },
  {
    $id: 'scanExport.InvoiceMetadata',
    additionalProperties: true,
    description:
      'Head of the document. The keys are the canonical names that the rename rules give, so there may be more of them; these four are always there.',
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
        description:
          'The canonical name of the product list, where the line is one of its products.',
        examples: ['Rice Basmati 5 kg'],
      }),
    ),
  },
  {
    $id: 'scanExport.LineItem',
    additionalProperties: true,
    description:
      'A line of the document, or a row of a bank statement. The keys are the canonical names that the rename rules give; there may be more or fewer.',
  },
)

const scanData = Type.Object(
  { invoice_metadata: invoiceMetadata, line_items: Type.Array(lineItem) },
  {
    $id: 'scanExport.ScanData',
    description:
      'What was read, normalised with the rename rules and the vendor and product lists.',
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
        'Structured data, a QR code, the text of a PDF, a picture, a person, or another program.',
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
      'Why each value is what it is, by its path in `data`, such as `line_items.3.qty`. An extension of Daybook.',
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
      Type.String({ description: 'Present when the scan has one.', examples: ['INV-001'] }),
    ),
    filename: Type.String({ description: 'The name of the file.', examples: ['bill-041.pdf'] }),
    category: categorySchema,
    created_at: timestamp('When the document came in.'),
    expires_at: Type.String({
      format: 'date-time',
      description: 'When the scan is deleted, synced or not. An extension of Daybook.',
      examples: ['2026-12-05T09:30:00.000Z'],
    }),
    revision: Type.String({
      description:
        'Changes when the category or `data` does, and only then: send it back with the acknowledgement. An extension of Daybook.',
      examples: ['9f86d081884c7d65'],
    }),
    data: scanData,
    facts: Type.Optional(factsSchema),
    explain: Type.Optional(explainedItem),
    doubts: Type.Optional(
      Type.Array(Type.String(), {
        description: 'The paths of the values that are doubtful. An extension of Daybook.',
        examples: [['invoice_metadata.total']],
      }),
    ),
  },
  {
    $id: 'scanExport.ScanItem',
    description: 'A scan that waits to be synced.',
    examples: [exampleScan],
  },
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
    ...leaseFields,
  },
  {
    $id: 'scanExport.UnsyncedScans',
    description: 'The scans that wait, oldest first.',
    examples: [{ count: 1, items: [exampleScan], waiting: 1, next: null }],
  },
)
