import { Elysia } from 'elysia'
import { listHoldings, takeBack, type Holding, type Waits } from '../../books/leases/lease.ts'
import { scanWaits } from '../../services/scan-export/service.ts'
import { orderWaits } from '../../services/storefront/service.ts'
import type { ConsoleDeps } from './deps.ts'
import { idParameter } from './fields.ts'
import { forOwners, sessionOf } from './guard.ts'

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
