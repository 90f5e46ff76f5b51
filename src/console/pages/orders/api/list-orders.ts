import { Type } from '@sinclair/typebox'
import type { Conn } from '../../../../platform/db/connection.ts'
import { choiceField, querySchemaOf } from '../../../../platform/http/fields.ts'
import {
  listOrders,
  newestOrdersFirst,
  orderSorts,
  type OrdersChosen,
} from '../../../../services/storefront/orders/list-orders.ts'
import {
  orderStatuses,
  syncStateOf,
  syncStates,
  type OrderStatus,
} from '../../../../services/storefront/orders/rules.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  fromField,
  givenRange,
  listQueryOf,
  readPage,
  readRange,
  readSort,
  searchFieldOf,
  sortFieldOf,
  untilField,
} from '../../../api/fields.ts'
import { openImportIds, withImports } from '../../../api/programs.ts'
import { isoTime } from '../../../api/reply.ts'

const statusField = choiceField('status', {
  choices: orderStatuses,
  description: 'Only orders of this status.',
})

const syncField = choiceField('sync', {
  choices: syncStates,
  description: 'Only orders that wait, that are synced, or whose lines have no SKU.',
})

const booksField = choiceField('books', {
  choices: ['no'],
  description: 'Only orders that a program could not enter in the books.',
})

const sortField = sortFieldOf(orderSorts)

const searchField = searchFieldOf(
  'Part of an order number, a name, a phone number, or of what was sold.',
)

const filterFields = [statusField, syncField, booksField, searchField, fromField, untilField]

export const filterQuery = querySchemaOf(filterFields)

export const listQuery = listQueryOf(filterFields, sortField)

/** A status in a body. */
export const statusWord = Type.Unsafe<OrderStatus>({
  ...Type.Union(orderStatuses.map((one) => Type.Literal(one))),
  expected: `one of ${orderStatuses.join(', ')}`,
})

/** A page of the orders that the query chooses. */
export function listPage({ storefront }: ConsoleDeps, query: URLSearchParams) {
  const { page, size } = readPage(query)
  const { orders, total } = listOrders(storefront, {
    ...readChosen(storefront.database.read, query),
    sort: readSort(query, sortField, newestOrdersFirst),
    limit: size,
    offset: (page - 1) * size,
  })
  const items = orders.map(({ createdAt, syncedAt, ...order }) => ({
    ...order,
    sync: syncStateOf({ ...order, syncedAt }),
    createdAt: new Date(createdAt).toISOString(),
    syncedAt: isoTime(syncedAt),
  }))
  return { items: withImports(storefront.database.read, 'order', items), total, page, size }
}

/** The filters of a query. */
export function readChosen(conn: Conn, query: URLSearchParams): OrdersChosen {
  const isLeftOut = booksField.read(query) === 'no'
  return {
    status: statusField.read(query),
    sync: syncField.read(query),
    search: searchField.read(query),
    among: isLeftOut ? openImportIds(conn, 'order') : undefined,
    ...readRange(givenRange(query)),
  }
}
