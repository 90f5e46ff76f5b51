import { Elysia } from 'elysia'
import {
  countWaitingScans,
  findWaitingForKey,
  lastWeekMs,
  scansNeedingAttention,
} from '../../../services/scan-export/service.ts'
import { countIncompleteProducts, listOrders } from '../../../services/storefront/service.ts'
import { forMembers } from '../describe.ts'
import { sessionOf, type Session } from '../guard.ts'
import { isoTime } from '../iso-time.ts'
import type { ConsoleParts } from '../parts.ts'
import { daysOf } from './days.ts'
import { lateIntegrations } from './late-integrations.ts'
import { machineState } from './machine.ts'

/** Orders that wait longest, by name. */
const longestOrders = 3

/** What wants to be looked at, and how the shop goes: to a member of its own scans and keys, to an owner of everything. */
export function homeRoutes(parts: ConsoleParts) {
  return new Elysia()
    .get(
      '/api/home',
      async ({ request }) => {
        const session = sessionOf(request)
        const isOwner = session.role === 'owner'
        return {
          scans: scansOf(parts, session),
          late: lateIntegrations(parts, session),
          orders: isOwner ? ordersOf(parts) : null,
          products: isOwner ? countIncompleteProducts(parts.storefront) : null,
          machine: isOwner ? await machineState(parts) : null,
        }
      },
      forMembers,
    )
    .get('/api/home/days', ({ request }) => daysOf(parts, sessionOf(request)), forMembers)
}

function scansOf({ scanExport }: ConsoleParts, { userId, role }: Session) {
  const isOwner = role === 'owner'
  const { since } = findWaitingForKey(scanExport, { userId, allUsers: isOwner })
  const { seen, byUser } = countWaitingScans(scanExport, { userId, allUsers: false })
  const { firstDeletedAt, ...attention } = scansNeedingAttention(
    scanExport,
    isOwner ? null : userId,
  )
  return {
    ...attention,
    firstDeletedAt: isoTime(firstDeletedAt),
    lastWeekDays: lastWeekMs / (24 * 60 * 60 * 1000),
    waiting: isOwner ? byUser.reduce((sum, { waiting }) => sum + waiting, 0) : seen,
    waitingSince: isoTime(since),
  }
}

function ordersOf({ storefront }: ConsoleParts) {
  const { orders, total } = listOrders(storefront, {
    sync: 'waiting',
    sort: 'oldest',
    limit: longestOrders,
    offset: 0,
    status: undefined,
    from: undefined,
    until: undefined,
    text: undefined,
  })
  return {
    waiting: total,
    longest: orders.map(({ id, orderNo, customerName, createdAt }) => ({
      id,
      orderNo,
      customerName,
      since: new Date(createdAt).toISOString(),
    })),
  }
}
