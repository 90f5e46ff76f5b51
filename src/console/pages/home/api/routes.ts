import { Elysia } from 'elysia'
import { dutiesOf } from '../../../../accounts/rules.ts'
import {
  countDoubtful,
  countScanDays,
  countWaitingScans,
  findWaitingForKey,
  hasAnyScan,
  scansNeedingAttention,
} from '../../../../services/scan-export/overview/counts.ts'
import { countOpenImports } from '../../../../services/scan-export/delivery/entered.ts'
import { latestGstr2bMonth } from '../../../../gstr2b/entries/list-entries.ts'
import { countIncompleteProducts } from '../../../../services/storefront/inventory/list-products.ts'
import {
  countOrderDays,
  listOrders,
  oldestOrdersFirst,
} from '../../../../services/storefront/orders/list-orders.ts'
import { countOrders } from '../../../../services/storefront/orders/orders-file.ts'
import { listOpenOrders } from '../../../../services/storefront/orders/entered.ts'
import { stuckBridges } from '../../books/api/state.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forClerks, forMembers, forOwners, sessionOf, type Session } from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'
import {
  endFirstStep,
  firstStepBody,
  firstSteps,
  lateIntegrations,
  machineState,
} from './attention.ts'

/** The number of longest-waiting orders that are named. */
const longestOrders = 3

/** Days in the chart, including today: four weeks, within the time that scans are kept. */
const daysShown = 28

/** Everything that needs attention, and the shop's figures, for the user's work. A clerk sees their own documents. */
export function homeRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/home',
      async ({ request }) => {
        const session = sessionOf(request)
        const isOwner = session.role === 'owner'
        const { isClerk, isCounter } = workOf(session)
        return {
          scans: isClerk ? await scansOf(deps, session) : null,
          late: lateIntegrations(deps, session),
          gstr2b: isOwner ? await gstr2bOf(deps) : null,
          books: isClerk ? stuckBridges(deps) : [],
          orders: isCounter ? ordersOf(deps) : null,
          products: isCounter ? countIncompleteProducts(deps.storefront) : null,
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

/** An owner has every duty. */
function workOf(session: Session): { isClerk: boolean; isCounter: boolean } {
  const duties = dutiesOf(session)
  return { isClerk: duties.includes('clerk'), isCounter: duties.includes('counter') }
}

async function scansOf({ scanExport }: ConsoleDeps, { userId, role }: Session) {
  const isOwner = role === 'owner'
  const { since } = findWaitingForKey(scanExport, { userId, allUsers: isOwner })
  const { seen, byUser } = countWaitingScans(scanExport, { userId, allUsers: false })
  const { firstDeletedAt, ...attention } = await scansNeedingAttention(
    scanExport,
    isOwner ? null : userId,
  )
  const open = countOpenImports(scanExport, isOwner ? null : userId)
  return {
    ...attention,
    notInBooks: { ...open, firstDeletedAt: isoTime(open.firstDeletedAt) },
    firstDeletedAt: isoTime(firstDeletedAt),
    hasAny: since !== null || hasAnyScan(scanExport, isOwner ? null : userId),
    waiting: isOwner ? byUser.reduce((sum, { waiting }) => sum + waiting, 0) : seen,
    waitingSince: isoTime(since),
  }
}

/** The open work of the last GSTR-2B. If it fails, the rest of Home is still shown. */
async function gstr2bOf({ scanExport, log }: ConsoleDeps) {
  const month = await latestGstr2bMonth(scanExport).catch((error: unknown) => {
    log.error('The last GSTR-2B was not looked through.', { error })
    return null
  })
  if (month === null) return null
  const { period, counts, atRiskPaise } = month
  return { period, noBill: counts.no_bill, notIn2b: counts.not_in_2b, atRiskPaise }
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
    notInBooks: listOpenOrders(storefront, longestOrders),
    hasAny: total > 0 || countOrders(storefront.database.read) > 0,
    longest: orders.map(({ id, orderNo, customerName, createdAt }) => ({
      id,
      orderNo,
      customerName,
      since: new Date(createdAt).toISOString(),
    })),
  }
}

/** The numbers of received and delivered items for each day of this computer's calendar. Null if they are not the user's work. */
function daysOf(deps: ConsoleDeps, session: Session) {
  const { role, userId } = session
  const { isClerk, isCounter } = workOf(session)
  const bounds = dayBounds(deps.clock.now())
  const scans = isClerk
    ? countScanDays(deps.scanExport, role === 'owner' ? null : userId, bounds)
    : null
  const orders = isCounter ? countOrderDays(deps.storefront, bounds) : null
  return {
    days: bounds.slice(0, -1).map((begin, day) => ({
      day: dayName(begin),
      documents: countedOn(scans, day),
      orders: countedOn(orders, day),
    })),
  }
}

type Days = { arrived: readonly number[]; delivered: readonly number[] }

function countedOn(days: Days | null, day: number) {
  if (days === null) return null
  return { arrived: days.arrived[day] ?? 0, delivered: days.delivered[day] ?? 0 }
}

/** The beginning of each day, and the end of today. Not all days have 24 hours everywhere. */
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
