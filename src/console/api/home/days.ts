import { countScanDays } from '../../../services/scan-export/service.ts'
import { countOrderDays } from '../../../services/storefront/service.ts'
import type { Session } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'

/** Days in the chart, today with them: four weeks, within the time that scans are kept. */
const daysShown = 28

/** Per day of this computer's calendar what came in and what went out; orders only for owners. */
export function daysOf(deps: ConsoleDeps, { role, userId }: Session) {
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
