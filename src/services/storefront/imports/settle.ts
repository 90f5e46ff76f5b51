import { recordHistory } from '../../../books/results/take-results.ts'
import { settle, type Settling } from '../../../books/settling/settle.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { StorefrontDeps } from '../deps.ts'
import { markWhole } from '../orders/delivery/mark-synced.ts'
import { findOrder } from '../orders/order.ts'

type Decided = { as: Settling; by: string; now: number }

/**
 * Settles orders that are not in the accounts. Orders entered by hand or left out become delivered. Orders to be tried
 * again still wait. Orders without an import result stay. Returns how many were settled.
 */
export async function settleOrderImports(
  { database, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  ids: readonly string[],
  as: Settling,
  by: string,
): Promise<number> {
  const decided = { as, by, now: clock.now() }
  let total = 0
  const slices = database.writeEach(ids, {}, (conn, some) => {
    const settled = Array.from(some).filter((id) => settleOne(conn, id, decided))
    recordSettled(conn, decided, settled)
    return settled.length
  })
  for await (const settled of slices) total += settled
  return total
}

function settleOne(conn: Conn, id: string, decided: Decided): boolean {
  if (!settle(conn, { kind: 'order', subjectId: id }, decided)) return false
  const order = findOrder(conn).get({ id })
  if (decided.as !== 'again' && order !== undefined) markWhole(conn, order.seq, decided.now)
  return true
}

function recordSettled(conn: Conn, { as, by, now }: Decided, ids: readonly string[]): void {
  const [id] = ids
  if (id === undefined) return
  const orderNo = ids.length === 1 ? findOrder(conn).get({ id })?.orderNo : undefined
  recordHistory(conn, now, {
    action: 'import settled',
    userId: by,
    details: { of: 'order', as, subjects: ids.length, ...(orderNo !== undefined && { orderNo }) },
  })
}
