import { listOpenSubjects } from '../../../books/results/queries.ts'
import { resultOfEach } from '../../../books/results/shown.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findOrder } from '../orders/order.ts'

/** The number of orders that are not in the accounts and not settled, and the first `limit` of them with the reason. */
export function listOpenOrders(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  limit: number,
): { count: number; first: { id: string; orderNo: string; sentence: string }[] } {
  const open = listOpenSubjects(read).all({ kind: 'order' })
  const ids = open.slice(0, limit).map(({ id }) => id)
  const results = resultOfEach(read, 'order', ids)
  const first = ids.flatMap((id) => {
    const order = findOrder(read).get({ id })
    const sentence = results.get(id)?.sentence ?? ''
    return order === undefined ? [] : [{ id, orderNo: order.orderNo, sentence }]
  })
  return { count: open.length, first }
}
