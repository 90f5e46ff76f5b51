import { Elysia } from 'elysia'
import { callerOf } from '../../../accounts/keys/guard.ts'
import { AppError } from '../../../platform/errors.ts'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { jsonReply } from '../../../platform/http/reply.ts'
import { contextOf, noteRows } from '../../../platform/http/request.ts'
import { toNfc } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { describeRead, describeWrite } from '../api.ts'
import { listUnsynced } from './list-unsynced.ts'
import { findUnknownIds, markSynced } from './mark-synced.ts'
import {
  afterField,
  categoryField,
  explainField,
  limitField,
  markSyncedAnswer,
  markSyncedBody,
  unsyncedAnswer,
} from './schemas.ts'

export function scanRoutes(deps: ScanExportDeps) {
  const list = listUnsynced(deps)
  return new Elysia()
    .get(
      '/api/public/v1/scans/unsynced',
      ({ request }) => {
        const query = queryOf(request)
        const answer = list(callerOf(request), {
          limit: limitField.read(query),
          category: categoryField.read(query),
          after: asCursor(afterField.read(query)),
          explain: explainField.read(query) === 'true',
        })
        contextOf(request).rows = answer.count
        return jsonReply(request, 200, answer.text)
      },
      {
        query: querySchemaOf([limitField, categoryField, afterField, explainField]),
        ...describeRead({
          operationId: 'listUnsyncedScans',
          tag: 'Scans',
          summary: 'List successful scans that are not yet marked as synced',
          description:
            'Scans of the last 30 days that the key can see, oldest first. Of several with the same invoice number only the oldest is returned; scans without a number are all returned. When `next` is not null, more wait than `limit` let through: mark these as synced and ask again, or pass `next` as `after`.',
          answer: unsyncedAnswer,
          hasQuery: true,
        }),
      },
    )
    .post(
      '/api/public/v1/scans/mark-synced',
      async ({ request, body }) => {
        const { ids, invoice_nos: invoiceNos, source } = body
        if ((ids ?? []).length + (invoiceNos ?? []).length === 0) throw nothingNamed()
        const caller = callerOf(request)
        const scanIds = (ids ?? []).map(asId)
        const marked = await markSynced(deps, caller, {
          ids: scanIds,
          invoiceNos: (invoiceNos ?? []).map((number) => toNfc(number).trim()),
          source: source ?? undefined,
        })
        const isAllMarked = (invoiceNos ?? []).length === 0 && marked.updated === scanIds.length
        const unknown = isAllMarked ? [] : findUnknownIds(deps.database.read, caller, scanIds)
        noteRows(request, marked.updated + unknown.length, unknown.map(unknownSentence))
        return {
          ok: true,
          updated: marked.updated,
          synced_at: new Date(marked.syncedAt).toISOString(),
        }
      },
      {
        body: markSyncedBody,
        ...describeWrite({
          operationId: 'markScansSynced',
          tag: 'Scans',
          summary: 'Mark scans as synced',
          description:
            'Marks scans by id, by invoice number, or both; at least one of the lists must name something. Unknown ids and numbers, scans of other users and rows that are synced already are ignored, so that a repeat is safe. Marking by id also marks the copies of that scan: they are not delivered either, and not counted in `updated`.',
          answer: markSyncedAnswer,
        }),
      },
    )
}

function nothingNamed(): AppError {
  return new AppError(
    'invalid_request',
    'ids or invoice_nos must name at least one scan: both are empty or missing.',
  )
}

function unknownSentence(id: string): string {
  return `There is no document with the id "${id}" that this key may see.`
}

/** Some systems keep ids in capitals (.NET, SQL Server): they mean the same scan. */
function asId(text: string): string {
  return text.trim().toLowerCase()
}

function asCursor(text: string | undefined): string | undefined {
  return text === undefined ? undefined : asId(text)
}
