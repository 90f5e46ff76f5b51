import { Type } from '@sinclair/typebox'
import { externalSchema } from '../../../books/results/schemas.ts'
import { fenceField } from '../../../books/leases/schemas.ts'
import { absentOr, rowErrorSchema, unchecked } from '../../../platform/http/fields.ts'
import { markedEntriesMax, sourceLengthMax } from '../scans/rules.ts'
import { exampleId, timestamp } from './schemas.ts'

const ackItem = Type.Object(
  {
    id: Type.String({ description: 'The id from the unsynced list.', examples: [exampleId] }),
    revision: Type.Optional(
      Type.String({
        description:
          'The revision that you entered. If the scan has another revision now, it is not marked: `stale`.',
        examples: ['9f86d081884c7d65'],
      }),
    ),
    external: Type.Optional(externalSchema('scanExport')),
    fence: fenceField,
  },
  {
    $id: 'scanExport.BookedScan',
    description: 'A scan that you entered. An extension of Daybook.',
    examples: [{ id: exampleId, revision: '9f86d081884c7d65' }],
  },
)

const ackResult = Type.Object(
  {
    id: Type.String({ description: 'As it was sent.' }),
    status: Type.Union(
      ['marked', 'already', 'late', 'stale', 'unknown', 'error'].map((status) =>
        Type.Literal(status),
      ),
      {
        description:
          '`marked`: this call marked it. `already`: it was marked before. `late`: another worker got it meanwhile. The mark counts, and is flagged. `stale`: it changed after you fetched it, and still waits. `unknown`: the key sees no waiting scan with this id. `error`: Daybook cannot read the row.',
      },
    ),
    revision: Type.Union([Type.String(), Type.Null()], {
      description: 'The present revision. null if the scan no longer waits.',
    }),
    error: Type.Optional(rowErrorSchema('scanExport.BookedScanError', 'The error in the row.')),
  },
  { $id: 'scanExport.BookedScanResult', description: 'The outcome of one item.' },
)

/** Only the API document shows the format: a text that is no id simply names no scan. */
const documentedId = { documented: { format: 'uuid' } }

const entries = (what: string, example: string, entry = {}) =>
  absentOr(
    Type.Array(Type.String(entry), {
      maxItems: markedEntriesMax,
      description: what,
      examples: [[example]],
    }),
    `a list of at most ${markedEntriesMax} texts`,
  )

export const markSyncedBody = Type.Object(
  {
    ids: entries('Ids of scans, from the unsynced list.', exampleId, documentedId),
    invoice_nos: entries(
      'Invoice numbers. Marks every waiting scan with one of these numbers that the key can see.',
      'INV-001',
    ),
    items: absentOr(
      Type.Array(unchecked(ackItem), {
        maxItems: markedEntriesMax,
        documented: { maxItems: markedEntriesMax },
        description:
          'Like `ids`, each with the revision that you entered and its voucher. The answer has a result for each. An extension of Daybook.',
      }),
      `a list of at most ${markedEntriesMax} objects`,
    ),
    source: absentOr(
      Type.String({
        maxLength: sourceLengthMax,
        description: 'A tag that names your integration.',
        examples: ['tally'],
      }),
      `text of at most ${sourceLengthMax} characters`,
    ),
  },
  {
    $id: 'scanExport.MarkSynced',
    description: 'The scans that you entered. `ids` or `invoice_nos` must name at least one scan.',
    examples: [{ ids: [exampleId], source: 'tally' }],
  },
)

export const markSyncedAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    updated: Type.Integer({
      minimum: 0,
      description: 'How many scans this call marked by id or number.',
    }),
    synced_at: timestamp('The time of this call.'),
    results: Type.Optional(
      Type.Array(ackResult, {
        description: 'If you sent `items`: the outcome of each, in the same order.',
      }),
    ),
  },
  {
    $id: 'scanExport.MarkedSynced',
    description: 'The outcome of the call.',
    examples: [{ ok: true, updated: 1, synced_at: '2026-11-05T09:35:00.000Z' }],
  },
)
