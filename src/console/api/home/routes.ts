import { Elysia } from 'elysia'
import {
  countDoubtful,
  countScanDays,
  countWaitingScans,
  findWaitingForKey,
  hasAnyScan,
  scansNeedingAttention,
} from '../../../services/scan-export/service.ts'
import {
  countIncompleteProducts,
  countOrderDays,
  countOrders,
  listOrders,
  oldestOrdersFirst,
} from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { forClerks, forMembers, forOwners, sessionOf, type Session } from '../guard.ts'
import { isoTime } from '../reply.ts'
import {
  endFirstStep,
  firstStepBody,
  firstSteps,
  lateIntegrations,
  machineState,
} from './attention.ts'

/** Orders that wait longest, by name. */
const longestOrders = 3

/** Days in the chart, today with them: four weeks, within the time that scans are kept. */
const daysShown = 28

/** What wants to be looked at, and how the shop goes: to a member of its own scans and keys, to an owner of everything. */
export function homeRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/home',
      async ({ request }) => {
        const session = sessionOf(request)
        const isOwner = session.role === 'owner'
        return {
          scans: scansOf(deps, session),
          late: lateIntegrations(deps, session),
          orders: isOwner ? ordersOf(deps) : null,
          products: isOwner ? countIncompleteProducts(deps.storefront) : null,
          machine: isOwner ? await machineState(deps) : null,
          firstSteps: isOwner ? firstSteps(deps) : null,
        }
      },
      forMembers,
    )
    .post(
      '/api/home/first-steps',
      async ({ body }) => {
        await endFirstStep(deps, body.done)
        return { firstSteps: firstSteps(deps) }
      },
      { body: firstStepBody, ...forOwners },
    )
    .get(
      '/api/home/doubtful',
      async ({ request }) => {
        const { role, userId } = sessionOf(request)
        return { documents: await countDoubtful(deps.scanExport, role === 'owner' ? null : userId) }
      },
      forClerks,
    )
    .get('/api/home/days', ({ request }) => daysOf(deps, sessionOf(request)), forMembers)
}

function scansOf({ scanExport }: ConsoleDeps, { userId, role }: Session) {
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
    hasAny: since !== null || hasAnyScan(scanExport, isOwner ? null : userId),
    waiting: isOwner ? byUser.reduce((sum, { waiting }) => sum + waiting, 0) : seen,
    waitingSince: isoTime(since),
  }
}

function ordersOf({ storefront }: ConsoleDeps) {
  const { orders, total } = listOrders(storefront, {
    sync: 'waiting',
    sort: oldestOrdersFirst,
    limit: longestOrders,
    offset: 0,
  })
  return {
    waiting: total,
    hasAny: total > 0 || countOrders(storefront.database.read) > 0,
    longest: orders.map(({ id, orderNo, customerName, createdAt }) => ({
      id,
      orderNo,
      customerName,
      since: new Date(createdAt).toISOString(),
    })),
  }
}

/** Per day of this computer's calendar what came in and what went out; orders only for owners. */
function daysOf(deps: ConsoleDeps, { role, userId }: Session) {
  const bounds = dayBounds(deps.clock.now())
  const isOwner = role === 'owner'
  const scans = countScanDays(deps.scanExport, isOwner ? null : userId, bounds)
  const orders = isOwner ? countOrderDays(deps.storefront, bounds) : null
  return {
    days: bounds.slice(0, -1).map((begin, day) => ({
      day: dayName(begin),
      scansArrived: scans.arrived[day] ?? 0,
      scansDelivered: scans.delivered[day] ?? 0,
      ordersArrived: orders === null ? null : (orders.arrived[day] ?? 0),
      ordersDelivered: orders === null ? null : (orders.delivered[day] ?? 0),
    })),
  }
}

/** Where each day begins, and where today ends. Days are not all 24 hours long everywhere. */
function dayBounds(now: number): number[] {
  const today = new Date(now)
  return Array.from({ length: daysShown + 1 }, (_, index) =>
    new Date(
      today.getFullYear(),
      today.getMonth(),
      today.getDate() - daysShown + 1 + index,
    ).getTime(),
  )
}

/** `2026-11-20` by this computer's calendar. */
function dayName(time: number): string {
  const date = new Date(time)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  return parts.map((part) => String(part).padStart(2, '0')).join('-')
}
