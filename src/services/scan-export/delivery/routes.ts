import { Elysia } from 'elysia'
import { callerOf, type Caller } from '../../../accounts/keys/guard.ts'
import {
  leaseAsked,
  leaseField,
  leaseIdField,
  type LeaseAsked,
} from '../../../books/leases/schemas.ts'
import { AppError } from '../../../platform/errors.ts'
import { AnswerCache } from '../../../platform/http/answer-cache.ts'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { jsonReply } from '../../../platform/http/reply.ts'
import { contextOf, noteRows } from '../../../platform/http/request.ts'
import { toNfc } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { RowRefusal } from '../../../platform/record/sentence.ts'
import { describeRead, describeWrite } from '../api.ts'
import {
  listUnsynced,
  unsyncedChooser,
  type UnsyncedList,
  listText,
  type ChooseUnsynced,
  type UnsyncedInput,
} from './list-unsynced.ts'
import type { ItemResult, GivenItem, RefusedItem } from './acknowledge-item.ts'
import { markSyncedAnswer, markSyncedBody } from './mark-schemas.ts'
import { markSynced, findUnknownIds } from './mark-synced.ts'
import {
  afterField,
  categoryField,
  explainField,
  factsField,
  limitField,
  unsyncedAnswer,
} from './schemas.ts'
import { readExternal, sentId } from '../../../books/results/read-result.ts'
import { fenceField, resultFields } from '../../../books/results/record.ts'
import { isJsonObject } from '../../../platform/json/json.ts'
import { mustBeObject, Reading, refused } from '../../../platform/record/read.ts'
import { takeLease, leaseText } from '../../../books/leases/lease.ts'

import type { Conn } from '../../../platform/db/connection.ts'
import { findPlaceBySeq } from '../scans/waiting-queries.ts'

/** Routes to fetch waiting scans and acknowledge them. */
export function scanRoutes(deps: ScanExportDeps) {
  return new Elysia().use(listRoutes(deps)).use(markRoutes(deps))
}

function listRoutes(deps: ScanExportDeps) {
  const choose = unsyncedChooser(deps)
  const list = listUnsynced(deps, choose)
  // The versions of its entries include everything that an answer depends on.
  const kept = new AnswerCache(() => 0)
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
        facts: factsField.read(query) !== 'false',
      }
      const reply = (answer: UnsyncedList) => {
        contextOf(request).rows = answer.count
        return jsonReply(request, 200, answer.text)
      }
      const caller = callerOf(request)
      if (lease.seconds > 0) return leaseUnsynced(deps, choose, caller, input, lease).then(reply)
      if (lease.isNamed || input.explain) return reply(list(caller, input, lease.isNamed))
      const chosen = choose(caller, input)
      return kept.answer(request, chosen.version, () => ({
        text: listText(chosen),
        rows: chosen.items.length,
        version: 0,
      }))
    },
    {
      query: querySchemaOf([
        limitField,
        categoryField,
        afterField,
        explainField,
        factsField,
        leaseField,
        leaseIdField,
      ]),
      ...describeRead({
        operationId: 'listUnsyncedScans',
        tag: 'Scans',
        summary: 'List successful scans that are not yet marked as synced',
        description:
          'Returns scans of the last 30 days that the key can see, oldest first. If several have the same invoice number, only the oldest is returned. Scans without a number are all returned. If `next` is not null, more scans wait than `limit` allows: mark these as synced and ask again, or send `next` as `after`.',
        answer: unsyncedAnswer,
        sendsWhole: true,
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
          'Marks scans by id, by invoice number, or both. At least one of the lists must name something. `items` marks by id and revision, and the answer has a result for each. Unknown ids and numbers, scans of other users and scans that are synced already are ignored, so you can repeat a call. Marking by id also marks the copies of that scan: they are not delivered either, and `updated` does not count them.',
        answer: markSyncedAnswer,
      }),
    },
  )
}

function isEmpty(list: readonly unknown[] | null | undefined): boolean {
  return (list ?? []).length === 0
}

/** What the call log says about an item that was not marked. */
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

/** Some systems write ids in capitals (.NET, SQL Server). They mean the same scan. */
function asId(text: string): string {
  return text.trim().toLowerCase()
}

function asCursor(text: string | undefined): string | undefined {
  return text === undefined ? undefined : asId(text)
}

/** Reads an unchecked item of an acknowledgement. The id becomes lower case. */
function readItem(row: unknown): GivenItem | RefusedItem {
  const sent = sentId(row)
  if (!isJsonObject(row)) return { sent, error: refused(mustBeObject('items', row)) }
  const reading = new Reading()
  const id = resultFields.id.read(row['id'], 'id', reading) ?? ''
  const revision = resultFields.revision.read(row['revision'] ?? '', 'revision', reading) ?? ''
  const fence = fenceField.read(row['fence'] ?? 0, 'fence', reading)
  const external = readExternal(row['external'], 'external', reading)
  const [fault] = reading.faults
  if (fault !== undefined) return { sent, error: refused(fault) }
  return { id: id.toLowerCase(), sent, revision, external, fence }
}

/**
 * The unsynced list for one of several workers. Nobody else gets these scans while the lease lasts. Leaves out scans that somebody else
 * leased or acknowledged after they were chosen.
 */
async function leaseUnsynced(
  { database, clock }: ScanExportDeps,
  choose: ChooseUnsynced,
  caller: Caller,
  input: UnsyncedInput,
  asked: LeaseAsked,
): Promise<UnsyncedList> {
  const chosen = choose(caller, input)
  // Without scans there is no commit, so frequent empty calls stay cheap.
  if (chosen.seqs.length === 0) {
    return { text: leaseText(listText(chosen), undefined, chosen.leased), count: 0 }
  }
  const given = await database.write((conn) => {
    const ids = chosen.seqs.map((seq) => waitingId(conn, seq))
    const still = ids.filter((id) => id !== undefined)
    const lease = takeLease(conn, 'scan', still, {
      ...asked,
      keyId: caller.keyId,
      now: clock.now(),
    })
    return { ids, lease }
  })
  const { ids, lease } = given
  const isOurs = (id: string | undefined) => id !== undefined && lease?.ids.has(id) === true
  const items = chosen.items.filter((_, at) => isOurs(ids[at]))
  return {
    text: leaseText(listText({ ...chosen, items }), lease, chosen.leased),
    count: items.length,
  }
}

/** Undefined for a row that is gone, or replaced by a row with other data. */
function waitingId(conn: Conn, seq: number): string | undefined {
  return findPlaceBySeq(conn).get({ seq })?.scanId
}
