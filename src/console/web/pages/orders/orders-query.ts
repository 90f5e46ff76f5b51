import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { endOfDay, startOfDay } from '../../parts/days.ts'
import type { OrderStatus, SyncState } from './order-words.ts'

/** What the address says of the list; days such as `2026-11-20`. */
export type OrderSearch = {
  page?: number
  status?: OrderStatus
  sync?: SyncState
  sort?: 'oldest'
  search?: string
  from?: string
  until?: string
}

/** Orders on a page. */
const pageSize = 50

/** Every query of orders begins with this, so that a change makes all of them ask again. */
export const allOrders = ['orders']

export function ordersQuery({ page = 1, from, until, ...search }: OrderSearch) {
  return queryOptions({
    queryKey: [...allOrders, { page, from, until, ...search }],
    queryFn: () =>
      ask(api.orders.get({ query: { page, size: pageSize, ...search, ...times(from, until) } })),
    placeholderData: (before) => before,
  })
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [...allOrders, 'one', id],
    queryFn: () => ask(api.orders({ id }).get()),
  })
}

/** What a range of days would put back. */
export function syncedCountQuery(from: string, until: string) {
  return queryOptions({
    queryKey: [...allOrders, 'synced count', from, until],
    queryFn: () => ask(api.orders['synced-count'].get({ query: times(from, until) })),
    staleTime: 0,
  })
}

/** Days as the server takes them: they begin and end where the browser is. */
function times(from: string | undefined, until: string | undefined) {
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(until === undefined ? {} : { until: endOfDay(until) }),
  }
}

type OrderPage = Awaited<ReturnType<NonNullable<ReturnType<typeof ordersQuery>['queryFn']>>>
/** An order as the list has it. */
export type ListedOrder = OrderPage['items'][number]
/** An order with everything. */
export type Order = Awaited<ReturnType<NonNullable<ReturnType<typeof orderQuery>['queryFn']>>>
export type OrderLine = Order['lines'][number]
