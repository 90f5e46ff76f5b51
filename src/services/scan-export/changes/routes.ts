import { Elysia } from 'elysia'
import { callerOf } from '../../../accounts/keys/guard.ts'
import {
  changeFields,
  changesAsked,
  changesReply,
  changesAnswerOf,
} from '../../../changes/fields.ts'
import type { ChangeWaits } from '../../../changes/wait.ts'
import { querySchemaOf } from '../../../platform/http/fields.ts'
import { describeRead } from '../api.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readChanges, type Change, type ChangesWanted } from '../../../changes/feed.ts'
import { findNameWithAliases } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { nameJson, nameEntry } from '../name-lists/routes.ts'
import { findChangedScan } from '../scans/queries.ts'
import { Type } from '@sinclair/typebox'
import { categorySchema, timestamp } from '../delivery/schemas.ts'

export function changeRoutes(deps: ScanExportDeps, waits: ChangeWaits) {
  return new Elysia().get(
    '/api/public/v1/changes',
    ({ request }) => {
      const asked = changesAsked(request, scanExportKinds)
      const { kinds = scanExportKinds, limit } = asked
      const { allUsers, userId } = callerOf(request)
      const whose = allUsers ? undefined : userId
      return changesReply(request, waits, asked, (after) =>
        showChanges(deps, { kinds, limit, after, userId: whose }),
      )
    },
    {
      query: querySchemaOf(changeFields),
      ...describeRead({
        operationId: 'listScanChanges',
        tag: 'Changes',
        summary: 'Follow changes of documents and name lists',
        description:
          'An extension of Daybook. Returns the documents that the key can see, vendors and product names. Each comes once, in its present state, ordered by its latest change. Deleted ones come with `removed`. Keep `next` and send it as `after`. The content of a document is in `scans/unsynced` while it waits.',
        answer: changesAnswer,
        sendsWhole: true,
        hasQuery: true,
        refusals: [403, 410, 503],
      }),
    },
  )
}

/** The changes in scan export after a place in the feed, with each thing as it is now. */
function showChanges(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  wanted: ChangesWanted,
) {
  const { found, next, isMore } = readChanges(read, wanted)
  const changes = found.map((change) => {
    const shown = change.isGone ? undefined : shownThing(read, change)
    return { kind: change.kind, id: change.id, removed: shown === undefined, ...shown }
  })
  return { changes, next, more: isMore }
}

/** Undefined when the thing is gone meanwhile. */
function shownThing(read: Conn, { kind, id }: Change) {
  if (kind === 'document') return shownDocument(read, id)
  const name = findNameWithAliases(read, id)
  return name === undefined ? undefined : { name: nameJson(name) }
}

type ChangedScan = NonNullable<ReturnType<ReturnType<typeof findChangedScan>['get']>>

function shownDocument(read: Conn, id: string) {
  const scan = findChangedScan(read).get({ id })
  if (scan === undefined) return undefined
  const { category, filename, createdAt, syncedAt } = scan
  const document = {
    id,
    category,
    filename,
    state: stateOf(scan),
    synced_at: syncedAt === null ? null : new Date(syncedAt).toISOString(),
    created_at: new Date(createdAt).toISOString(),
  }
  return { document }
}

/** A document that is settled as the same paper counts as delivered. */
function stateOf({ status, held, syncedAt, settledAt }: ChangedScan) {
  if (syncedAt !== null || settledAt !== null) return 'synced'
  if (held) return 'failed'
  return status === 'successful' ? 'unsynced' : status
}

/** The kinds of changes that a scan-export key can follow. */
const scanExportKinds = ['document', 'vendor', 'product_name'] as const

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

const changesAnswer = changesAnswerOf(
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
