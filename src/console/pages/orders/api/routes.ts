import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { findKeyWithUser } from '../../../../accounts/keys/queries.ts'
import type { Database } from '../../../../platform/db/database.ts'
import { queryOf, querySchemaOf, unchecked } from '../../../../platform/http/fields.ts'
import {
  countPutBack,
  putBackOrder,
  putBackRange,
} from '../../../../services/storefront/orders/delivery/put-back.ts'
import {
  findInvoiceOf,
  listCreditNotesOfOrder,
} from '../../../../services/storefront/orders/invoices/show-invoice.ts'
import { findOrderWithLines, type OrderLine } from '../../../../services/storefront/orders/order.ts'
import {
  gstByRate,
  nextStatuses,
  syncStateOf,
} from '../../../../services/storefront/orders/rules.ts'
import { moveStatus } from '../../../../services/storefront/orders/move-status.ts'
import { placeOfSupplyOf } from '../../../../services/storefront/orders/invoices/issue-invoice.ts'
import { searchArticles } from '../../../../services/storefront/orders/placing/search-articles.ts'
import { sellerNow } from '../../../../services/storefront/orders/invoices/seller.ts'
import { settleOrderImports } from '../../../../services/storefront/orders/entered.ts'
import { totalOfOrders } from '../../../../services/storefront/orders/list-orders.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  givenRange,
  idParameter,
  rangeBody,
  rangeQuery,
  readWholeRange,
  searchFieldOf,
} from '../../../api/fields.ts'
import { forCounter, forOwners, sessionOf } from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'
import { settleBody, shownImports } from '../../../api/programs.ts'
import { placeByHand, quoteByHand } from './by-hand.ts'
import { chosenRoutes } from './chosen.ts'
import { filterQuery, listPage, listQuery, readChosen, statusWord } from './list-orders.ts'

const articlesField = searchFieldOf('What articles are called.')

const articlesQuery = querySchemaOf([articlesField])

/** `startedFrom` is the status on the page. */
const moveBody = Type.Object({ status: statusWord, startedFrom: Type.Optional(statusWord) })

/** An order in the form of the storefront's endpoint, checked by the service. Amounts in rupees. */
type NewOrder = {
  customer_name?: string
  customer_phone?: string
  customer_gstin?: string
  shipping_address?: string
  shipping_city?: string
  shipping_state?: string
  shipping_pincode?: string
  /** Whether the customer agreed to be remembered by phone number. */
  remember_customer?: boolean
  discount?: number | null
  items: {
    sku?: string
    quantity: number
    /** Without it, the catalogue's price counts. */
    unit_price?: number | null
    product_name?: string
    gst_pct?: number | null
    hsn?: string
  }[]
}

const newOrderBody = Type.Unsafe<NewOrder>(unchecked(Type.Object({})))

/** Orders: placed orders, their delivery to the accounting system, and new orders by hand. */
export function orderRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .use(placedRoutes(deps))
    .use(syncRoutes(deps))
    .use(bookRoutes(deps))
    .use(newOrderRoutes(deps))
    .use(chosenRoutes(deps))
}

function placedRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/orders', ({ request }) => listPage(deps, queryOf(request)), {
      query: listQuery,
      ...forCounter,
    })
    .get(
      '/api/orders/totals',
      ({ request }) =>
        totalOfOrders(deps.storefront, readChosen(deps.database.read, queryOf(request))),
      { query: filterQuery, ...forCounter },
    )
    .get('/api/orders/:id', ({ params: { id } }) => shownOrder(deps, id), {
      ...idParameter,
      ...forCounter,
    })
    .post(
      '/api/orders/:id/status',
      async ({ request, params: { id }, body }) => {
        const { userId } = sessionOf(request)
        await moveStatus(deps.storefront, id, body.status, {
          by: userId,
          startedFrom: body.startedFrom,
        })
        return shownOrder(deps, id)
      },
      { ...idParameter, body: moveBody, ...forCounter },
    )
}

/** Settles an order that is not in the accounts. */
function bookRoutes({ storefront }: ConsoleDeps) {
  return new Elysia().post(
    '/api/orders/:id/books',
    async ({ request, params: { id }, body: { as } }) => {
      const { order } = findOrderWithLines(storefront, id)
      const { userId } = sessionOf(request)
      return { settled: await settleOrderImports(storefront, [order.id], as, userId) }
    },
    { ...idParameter, body: settleBody, ...forCounter },
  )
}

/** Undoes the sync of lines, so that they are delivered again. */
function syncRoutes(deps: ConsoleDeps) {
  const { storefront } = deps
  return new Elysia()
    .get(
      '/api/orders/synced-count',
      ({ request }) => countPutBack(storefront, readWholeRange(givenRange(queryOf(request)))),
      { query: rangeQuery, ...forOwners },
    )
    .post(
      '/api/orders/put-back',
      ({ request, body }) =>
        putBackRange(storefront, readWholeRange(body), sessionOf(request).userId),
      { body: rangeBody, ...forOwners },
    )
    .post(
      '/api/orders/:id/put-back',
      ({ request, params: { id } }) => putBackOrder(storefront, id, sessionOf(request).userId),
      { ...idParameter, ...forOwners },
    )
}

function newOrderRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/orders/articles',
      async ({ request }) => {
        const search = articlesField.read(queryOf(request)) ?? ''
        return { items: await searchArticles(deps.storefront, deps.catalogue, search) }
      },
      { query: articlesQuery, ...forCounter },
    )
    .post('/api/orders/quote', ({ body }) => quoteByHand(deps, body), {
      body: newOrderBody,
      ...forCounter,
    })
    .post('/api/orders', ({ request, body }) => placeByHand(deps, request, body), {
      body: newOrderBody,
      ...forCounter,
    })
}

/** An order with its lines, its tax and its possible actions. Money in paise. Throws AppError `not_found`. */
function shownOrder({ database, storefront }: ConsoleDeps, id: string) {
  const { order, lines } = findOrderWithLines(storefront, id)
  const { seq: _seq, placedKeyId, waitingItems, takesStock, createdAt, updatedAt, ...head } = order
  const { syncedAt, ...rest } = head
  const keyNameOf = keyNames(database)
  return {
    ...rest,
    next: nextStatuses[order.status],
    /** The name of the key that placed the order. Null if unknown, and for orders of the console. */
    placedBy: keyNameOf(placedKeyId),
    /** Whether the units left the stock. They return when the order is cancelled or returned. */
    takesStock,
    invoice: shownInvoice(storefront, order),
    creditNotes: listCreditNotesOfOrder(storefront, order).map(
      ({ id: noteId, number, payable, issuedAt }) => ({
        id: noteId,
        number,
        payable,
        issuedAt: new Date(issuedAt).toISOString(),
      }),
    ),
    /** The place of supply on an invoice. Null if a person must choose it. */
    placeOfSupply: placeOfSupplyOf(order, sellerNow(database.read)) ?? null,
    taxes: gstByRate(lines),
    sync: syncStateOf(order),
    books: shownImports(database.read, 'order', order.id),
    waitingLines: waitingItems,
    lines: lines.map((line) => shownLine(line, keyNameOf)),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    syncedAt: isoTime(syncedAt),
  }
}

function shownInvoice(
  storefront: ConsoleDeps['storefront'],
  order: Parameters<typeof findInvoiceOf>[1],
) {
  const made = findInvoiceOf(storefront, order)
  if (made === undefined) return null
  const { number, kind, issuedAt } = made
  return { number, kind, issuedAt: new Date(issuedAt).toISOString() }
}

function shownLine(line: OrderLine, keyNameOf: (id: string | null) => string | null) {
  const { syncedAt, syncedKeyId, ...rest } = line
  return {
    ...rest,
    sync: syncStateOf({ waitingItems: line.sku !== null && syncedAt === null ? 1 : 0, syncedAt }),
    syncedAt: isoTime(syncedAt),
    /** The program that acknowledged the line. Null for a line imported as synced. */
    syncedBy: keyNameOf(syncedKeyId),
  }
}

/** Names of keys, each looked up once, because one key usually acknowledges all lines. */
function keyNames({ read }: Database): (id: string | null) => string | null {
  const known = new Map<string, string | null>()
  return (id) => {
    if (id === null) return null
    const name = known.get(id) ?? findKeyWithUser(read).get({ id })?.key.name ?? null
    known.set(id, name)
    return name
  }
}
