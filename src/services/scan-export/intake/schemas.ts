import { Type } from '@sinclair/typebox'
import { categories } from '../scans/categories.ts'
import { filenameLengthMax, filesMax, lineItemsMax } from './rules.ts'

const openObject = Type.Record(Type.String(), Type.Unknown())

/** For the document; the checks, which also serve the import, are in rules.ts. */
export const scanUpload = Type.Object(
  {
    category: Type.Union(categories.map((name) => Type.Literal(name))),
    filename: Type.String({
      minLength: 1,
      maxLength: filenameLengthMax,
      examples: ['bill-041.pdf'],
    }),
    raw: Type.Object(
      {
        invoice_metadata: openObject,
        line_items: Type.Array(openObject, { maxItems: lineItemsMax }),
      },
      { description: 'What another scanner read: the labels as the document has them.' },
    ),
  },
  {
    $id: 'scanExport.ScanUpload',
    examples: [
      {
        category: 'vendor_invoice',
        filename: 'bill-041.pdf',
        raw: {
          invoice_metadata: { 'Bill No.': 'A-41', Dated: '05-Nov-26', Supplier: 'ACME TRADERS' },
          line_items: [
            { Particulars: 'Basmati Rice 5 kg', Qty: '2 Nos', Rate: '₹450.00', Amount: '900.00' },
          ],
        },
      },
    ],
  },
)

export const scanFiles = Type.Object(
  {
    category: Type.Union(categories.map((name) => Type.Literal(name))),
    files: Type.Array(Type.String({ format: 'binary' }), { minItems: 1, maxItems: filesMax }),
    raw: Type.Optional(
      Type.String({ description: 'As in the JSON form, as text; only with one file.' }),
    ),
  },
  { $id: 'scanExport.ScanFiles' },
)

export const uploadAnswer = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        id: Type.String({ format: 'uuid' }),
        filename: Type.String(),
        status: Type.Union([Type.Literal('pending'), Type.Literal('successful')], {
          description:
            '`pending` until the file has been read; with `raw` it is `successful` at once.',
        }),
      }),
    ),
  },
  { $id: 'scanExport.UploadedScans' },
)
