import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { listOpenSubjects, type SubjectKind } from '../../books/results/queries.ts'
import { settlings } from '../../books/settling/settle.ts'
import { resultOfEach, resultsOf, type ShownResult } from '../../books/results/shown.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { choiceOf, idParameter } from './fields.ts'
import { isoTime } from './reply.ts'
import { listHoldings, takeBack, type Holding, type Waits } from '../../books/leases/lease.ts'
import { scanWaits } from '../../services/scan-export/service.ts'
import { orderWaits } from '../../services/storefront/service.ts'
import type { ConsoleDeps } from './deps.ts'
import { forOwners, sessionOf } from './guard.ts'

/** A person's decision about a document or order that is not in the accounts. */
export const settleBody = Type.Object({ as: choiceOf(settlings) })

/** The import results of a document or order: the first of each kind, and their numbers. */
export function shownImports(conn: Conn, kind: SubjectKind, id: string) {
  const { open, entered } = resultsOf(conn, kind, id)
  return {
    open: { ...open, first: open.first.map(shownImport) },
    entered: { ...entered, first: entered.first.map(shownImport) },
  }
}

/** The latest import result for each item of a list. Null for items without a result. */
export function withImports<Item extends { id: string }>(
  conn: Conn,
  kind: SubjectKind,
  items: readonly Item[],
) {
  const ids = items.map(({ id }) => id)
  const results = resultOfEach(conn, kind, ids)
  return items.map((item) => {
    const result = results.get(item.id)
    return { ...item, inBooks: result === undefined ? null : shownImport(result) }
  })
}

/** The ids of documents or orders that are not in the accounts and not settled, as a JSON list. */
export function openImportIds(conn: Conn, kind: SubjectKind): string {
  const open = listOpenSubjects(conn).all({ kind })
  return JSON.stringify(open.map(({ id }) => id))
}

function shownImport({ firstAt, lastAt, closedAt, ...result }: ShownResult) {
  return {
    ...result,
    firstAt: new Date(firstAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    closedAt: isoTime(closedAt),
  }
}

const waits: Waits = { scan: scanWaits, order: orderWaits }

/** Documents and orders that programs have leased. An owner can end a lease. */
export function leaseRoutes(deps: ConsoleDeps) {
  const { database, clock } = deps
  return new Elysia()
    .get(
      '/api/leases',
      () => {
        const holdings = listHoldings(database.read, waits, clock.now())
        return { items: holdings.map(shownHolding) }
      },
      forOwners,
    )
    .post(
      '/api/leases/:id/take-back',
      async ({ request, params: { id } }) => {
        const by = { userId: sessionOf(request).userId, now: clock.now() }
        const count = await database.write((conn) => takeBack(conn, waits, id, by))
        return { count }
      },
      { ...idParameter, ...forOwners },
    )
}

function shownHolding({ id, kind, keyName, count, until }: Holding) {
  return { id, kind, keyName, count, until: new Date(until).toISOString() }
}
