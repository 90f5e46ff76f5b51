import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { wholeDays } from '../../components/days.ts'
import type { OrderSearch } from './order-search.ts'

/** Orders on a page. */
const pageSize = 50

export function ordersQuery({ page = 1, from, until, ...search }: OrderSearch) {
  const query = { page, size: pageSize, ...search, ...wholeDays({ from, until }) }
  return queryOptions({
    queryKey: ['orders', query],
    queryFn: () => ask(api.orders.get({ query })),
    placeholderData: (before) => before,
  })
}

export function orderQuery(id: string) {
  return queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: () => ask(api.orders({ id }).get()),
  })
}

type OrderPage = AnswerOf<typeof ordersQuery>
/** An order as the list has it. */
export type ListedOrder = OrderPage['items'][number]
/** An order with everything. */
export type Order = AnswerOf<typeof orderQuery>
export type OrderLine = Order['lines'][number]
