import { Type } from '@sinclair/typebox'
import { acceptedKinds } from '../../../platform/files/kinds.ts'
import { categorySchema } from '../delivery/schemas.ts'
import { filenameLengthMax, filesMax } from './read-upload.ts'
import { fieldsMax, labelLengthMax, lineItemsMax, rawLengthMax } from '../../../paper/received.ts'

// These schemas only describe uploads in the API document. The checks are in read-upload.ts and paper/received.ts;
// the import uses them too.

const fields = Type.Record(Type.String(), Type.Unknown(), { maxProperties: fieldsMax })

const exampleUpload = {
  category: 'vendor_invoice',
  filename: 'bill-041.pdf',
  raw: {
    invoice_metadata: { 'Bill No.': 'A-41', Dated: '05-Nov-26', Supplier: 'ACME TRADERS' },
    line_items: [
      { Particulars: 'Basmati Rice 5 kg', Qty: '2 Nos', Rate: '₹450.00', Amount: '900.00' },
    ],
  },
}

export const scanUpload = Type.Object(
  {
    category: categorySchema,
    filename: Type.String({
      minLength: 1,
      maxLength: filenameLengthMax,
      description: 'The name of the file; folders before it are taken away.',
      examples: ['bill-041.pdf'],
    }),
    raw: Type.Object(
      {
        invoice_metadata: Type.Optional(fields),
        line_items: Type.Optional(Type.Array(fields, { maxItems: lineItemsMax })),
      },
      {
        $id: 'scanExport.RawDocument',
        description: `What another scanner read, under the labels that the document prints: at most ${rawLengthMax} characters of JSON, each label at most ${labelLengthMax}.`,
      },
    ),
  },
  {
    $id: 'scanExport.ScanUpload',
    description: 'A document that another scanner has read.',
    examples: [exampleUpload],
  },
)

export const scanFiles = Type.Object(
  {
    category: categorySchema,
    // The number of files is only in the description: Go's generator makes code that does not compile from bounds around
    // files.
    files: Type.Array(Type.String({ format: 'binary' }), {
      description: `${acceptedKinds}, judged by their bytes: 1 to ${filesMax} files.`,
    }),
    raw: Type.Optional(
      Type.String({
        description:
          '`raw` as in the JSON form, as text; only with one file. Empty counts as absent.',
        examples: [''],
      }),
    ),
  },
  { $id: 'scanExport.ScanFiles', description: 'Files to be read.' },
)

const uploadedScan = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    filename: Type.String(),
    status: Type.Union([Type.Literal('pending'), Type.Literal('successful')], {
      description: '`pending` until the file has been read; with `raw` it is `successful` at once.',
    }),
  },
  { $id: 'scanExport.UploadedScan', description: 'A scan that was made.' },
)

export const uploadAnswer = Type.Object(
  { items: Type.Array(uploadedScan) },
  {
    $id: 'scanExport.UploadedScans',
    description: 'The scans that were made, in the order of the files.',
    examples: [
      {
        items: [
          {
            id: '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
            filename: 'bill-041.pdf',
            status: 'successful',
          },
        ],
      },
    ],
  },
)
