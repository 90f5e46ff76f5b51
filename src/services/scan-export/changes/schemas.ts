import { Type } from '@sinclair/typebox'
import { changesAnswerOf } from '../../../changes/fields.ts'
import { categorySchema, timestamp } from '../delivery/schemas.ts'
import { nameEntry } from '../name-lists/schemas.ts'

/** The kinds of changes that a scan-export key can follow. */
export const scanExportKinds = ['document', 'vendor', 'product_name'] as const

const states = ['pending', 'unsynced', 'synced', 'failed'] as const

const document = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    category: categorySchema,
    filename: Type.String(),
    state: Type.Union(
      states.map((state) => Type.Literal(state)),
      {
        description:
          '`pending`: not read yet. `unsynced`: it waits in `scans/unsynced`. `failed`: it could not be read, or it is on hold until somebody has looked at it.',
      },
    ),
    synced_at: Type.Union([timestamp('When it was acknowledged.'), Type.Null()]),
    created_at: timestamp('When it came in.'),
  },
  { $id: 'scanExport.ChangedDocument', description: 'The state of a document.' },
)

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

export const changesAnswer = changesAnswerOf(
  'scanExport',
  scanExportKinds,
  { document: Type.Optional(document), name: Type.Optional(nameEntry) },
  {
    changes: [
      {
        kind: 'document',
        id: exampleId,
        removed: false,
        document: {
          id: exampleId,
          category: 'vendor_invoice',
          filename: 'bill.pdf',
          state: 'unsynced',
          synced_at: null,
          created_at: '2026-11-05T09:30:00.000Z',
        },
      },
      { kind: 'vendor', id: '0199a1b2-8d4e-7f50-9b6c-7d8e9f0a1b2c', removed: true },
    ],
    next: '6d8e9f0a1b2c-4711',
    more: false,
  },
)
