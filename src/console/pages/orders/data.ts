import { api, type AnswerOf, answerQuery } from '../../client.ts'
import {
  choiceSearch,
  daySearch,
  listQuery,
  pageSearch,
  searchOf,
  sortSearch,
  textSearch,
} from '../../search.ts'

/**
 * The states of an order, in the order of an order's life, with the colour of each state's dot. The colours are
 * visible in light and dark mode.
 */
export const orderStatuses = {
  pending: { label: 'Pending', color: 'yellow.6' },
  paid: { label: 'Paid', color: 'cyan.6' },
  packed: { label: 'Packed', color: 'blue.6' },
  dispatched: { label: 'Dispatched', color: 'violet.6' },
  delivered: { label: 'Delivered', color: 'green.6' },
  cancelled: { label: 'Cancelled', color: 'gray.6' },
  returned: { label: 'Returned', color: 'red.6' },
} as const

export type OrderStatus = keyof typeof orderStatuses

/** Whether the accounting software has the order. */
export const syncStates = {
  waiting: { label: 'Waiting', color: 'cyan.6' },
  synced: { label: 'Delivered', color: 'green.6' },
  'left out': { label: 'No SKU', color: 'gray.6' },
} as const

/** The list's values in the address. */
export const orderSearch = searchOf(
  pageSearch,
  choiceSearch('status', Object.keys(orderStatuses)),
  choiceSearch('sync', Object.keys(syncStates)),
  choiceSearch('books', ['no']),
  sortSearch(['placed', 'order', 'customer', 'status', 'total']),
  textSearch('search'),
  daySearch('from'),
  daySearch('until'),
)

/** The kind of papers to print for the chosen orders. */
export const printSearch = searchOf(choiceSearch('paper', ['invoices', 'slips']))

export const ordersQuery = listQuery(['orders'], orderSearch, (query) => api.orders.get({ query }))

export function orderQuery(id: string) {
  return answerQuery(['orders', 'one', id], () => api.orders({ id }).get())
}

/** An order of the list. */
export type ListedOrder = AnswerOf<typeof ordersQuery>['items'][number]
/** An order with all details. */
export type Order = AnswerOf<typeof orderQuery>
export type OrderLine = Order['lines'][number]
