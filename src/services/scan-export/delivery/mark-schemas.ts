import { Type } from '@sinclair/typebox'
import { externalSchema } from '../../../books/results/schemas.ts'
import { fenceField } from '../../../books/leases/schemas.ts'
import { absentOr, rowErrorSchema, unchecked } from '../../../platform/http/fields.ts'
import { markedEntriesMax, sourceLengthMax } from '../scans/rules.ts'
import { exampleId, timestamp } from './schemas.ts'

const ackItem = Type.Object(
  {
    id: Type.String({ description: 'As the unsynced list returned it.', examples: [exampleId] }),
    revision: Type.Optional(
      Type.String({
        description:
          'The state that was booked. When it is not the one of now, the scan is not marked: `stale`.',
        examples: ['9f86d081884c7d65'],
      }),
    ),
    external: Type.Optional(externalSchema('scanExport')),
    fence: fenceField,
  },
  {
    $id: 'scanExport.BookedScan',
    description: 'A scan that was booked. An extension of Daybook.',
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
          '`marked`: by this call. `already`: before. `late`: somebody else was given it meanwhile; it counts, and is flagged. `stale`: it has changed since it was fetched, and waits on. `unknown`: nothing that waits and that the key can see. `error`: the row says nothing.',
      },
    ),
    revision: Type.Union([Type.String(), Type.Null()], {
      description: 'The revision of now; null where it does not wait any more.',
    }),
    error: Type.Optional(
      rowErrorSchema('scanExport.BookedScanError', 'What is wrong with the row.'),
    ),
  },
  { $id: 'scanExport.BookedScanResult', description: 'What became of one item.' },
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
    ids: entries('Ids of scans, as the unsynced list returned them.', exampleId, documentedId),
    invoice_nos: entries(
      'Invoice numbers: every waiting scan that the key can see with one of them.',
      'INV-001',
    ),
    items: absentOr(
      Type.Array(unchecked(ackItem), {
        maxItems: markedEntriesMax,
        documented: { maxItems: markedEntriesMax },
        description:
          'Like `ids`, each with the revision that was booked and where it is now. Each has a result in the answer. An extension of Daybook.',
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
    description: 'What went in. `ids` or `invoice_nos` must name at least one scan.',
    examples: [{ ids: [exampleId], source: 'tally' }],
  },
)

export const markSyncedAnswer = Type.Object(
  {
    ok: Type.Boolean(),
    updated: Type.Integer({
      minimum: 0,
      description: 'How many scans this call changed because an id or number named them.',
    }),
    synced_at: timestamp('The time of this call.'),
    results: Type.Optional(
      Type.Array(ackResult, {
        description: 'Where `items` came: what became of each, in their order.',
      }),
    ),
  },
  {
    $id: 'scanExport.MarkedSynced',
    description: 'What the call changed.',
    examples: [{ ok: true, updated: 1, synced_at: '2026-11-05T09:35:00.000Z' }],
  },
)
