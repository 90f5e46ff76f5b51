import { Elysia } from 'elysia'
import { callerOf } from '../../../accounts/keys/guard.ts'
import { leaseAsked, leaseField, leaseIdField } from '../../../imports/leases/schemas.ts'
import { AppError } from '../../../platform/errors.ts'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { jsonReply } from '../../../platform/http/reply.ts'
import { contextOf, noteRows } from '../../../platform/http/request.ts'
import { toNfc } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { RowRefusal } from '../../../platform/record/logged.ts'
import { describeRead, describeWrite } from '../api.ts'
import { leaseUnsynced } from './lease-unsynced.ts'
import { listUnsynced, unsyncedChooser, type UnsyncedList } from './list-unsynced.ts'
import type { ItemResult } from './acknowledge-item.ts'
import { markSyncedAnswer, markSyncedBody } from './mark-schemas.ts'
import { markSynced } from './mark-synced.ts'
import { readItem } from './read-items.ts'
import { findUnknownIds } from './unknown-ids.ts'
import { afterField, categoryField, explainField, limitField, unsyncedAnswer } from './schemas.ts'

/** Fetch what waits, acknowledge it. */
export function scanRoutes(deps: ScanExportDeps) {
  return new Elysia().use(listRoutes(deps)).use(markRoutes(deps))
}

function listRoutes(deps: ScanExportDeps) {
  const choose = unsyncedChooser(deps)
  const list = listUnsynced(deps, choose)
  return new Elysia().get(
    '/api/public/v1/scans/unsynced',
    ({ request }) => {
      const query = queryOf(request)
      const lease = leaseAsked(request, query)
      const input = {
        limit: limitField.read(query),
        category: categoryField.read(query),
        after: asCursor(afterField.read(query)),
        explain: explainField.read(query) === 'true',
      }
      const reply = (answer: UnsyncedList) => {
        contextOf(request).rows = answer.count
        return jsonReply(request, 200, answer.text)
      }
      const caller = callerOf(request)
      if (lease.seconds === 0) return reply(list(caller, input, lease.isNamed))
      return leaseUnsynced(deps, choose, caller, input, lease).then(reply)
    },
    {
      query: querySchemaOf([
        limitField,
        categoryField,
        afterField,
        explainField,
        leaseField,
        leaseIdField,
      ]),
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
}

function markRoutes(deps: ScanExportDeps) {
  return new Elysia().post(
    '/api/public/v1/scans/mark-synced',
    async ({ request, body }) => {
      const { ids, invoice_nos: invoiceNos, items, source } = body
      if ([ids, invoiceNos, items].every(isEmpty)) throw nothingNamed()
      const caller = callerOf(request)
      const scanIds = (ids ?? []).map(asId)
      const marked = await markSynced(deps, caller, {
        ids: scanIds,
        invoiceNos: (invoiceNos ?? []).map((number) => toNfc(number).trim()),
        items: items?.map(readItem),
        source: source ?? undefined,
      })
      const isAllMarked = isEmpty(invoiceNos) && marked.updated === scanIds.length
      const unknown = isAllMarked ? [] : findUnknownIds(deps.database.read, caller, scanIds)
      const refusals = [...unknown.map(unknownScan), ...marked.results.flatMap(refusalOf)]
      noteRows(request, marked.updated + refusals.length, refusals)
      return {
        ok: true,
        updated: marked.updated,
        synced_at: new Date(marked.syncedAt).toISOString(),
        ...(items !== undefined && items !== null && { results: marked.results }),
      }
    },
    {
      body: markSyncedBody,
      ...describeWrite({
        operationId: 'markScansSynced',
        tag: 'Scans',
        summary: 'Mark scans as synced',
        description:
          'Marks scans by id, by invoice number, or both; at least one of the lists must name something. `items` does the same with the revision that was booked, and says of each what became of it. Unknown ids and numbers, scans of other users and rows that are synced already are ignored, so that a repeat is safe. Marking by id also marks the copies of that scan: they are not delivered either, and not counted in `updated`.',
        answer: markSyncedAnswer,
      }),
    },
  )
}

function isEmpty(list: readonly unknown[] | null | undefined): boolean {
  return (list ?? []).length === 0
}

/** What the call log says of an item that was not marked. */
function refusalOf({ id, status, error }: ItemResult): (AppError | RowRefusal)[] {
  if (error !== undefined) return [error]
  if (status === 'unknown') return [unknownScan(id)]
  const message = `${id} has changed since it was fetched.`
  return status === 'stale' ? [{ message, code: status, field: 'revision' }] : []
}

function nothingNamed(): AppError {
  return new AppError(
    'invalid_request',
    'ids or invoice_nos must name at least one scan: both are empty or missing.',
  )
}

function unknownScan(id: string): AppError {
  const message = `There is no document with the id "${id}" that this key may see.`
  return new AppError('not_found', message, { field: 'ids' })
}

/** Some systems keep ids in capitals (.NET, SQL Server): they mean the same scan. */
function asId(text: string): string {
  return text.trim().toLowerCase()
}

function asCursor(text: string | undefined): string | undefined {
  return text === undefined ? undefined : asId(text)
}
