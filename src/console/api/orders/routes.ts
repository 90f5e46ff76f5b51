import { Elysia } from 'elysia'
import { queryOf } from '../../../platform/http/fields.ts'
import {
  countPutBack,
  listOrders,
  moveStatus,
  putBackOrder,
  putBackRange,
  searchArticles,
  syncStateOf,
} from '../../../services/storefront/service.ts'
import { forOwners, sessionOf } from '../guard.ts'
import {
  idParameter,
  givenRange,
  rangeBody,
  rangeQuery,
  readRange,
  readWholeRange,
  readPage,
} from '../fields.ts'
import { isoTime } from '../reply.ts'
import type { ConsoleDeps } from '../deps.ts'
import { placeByHand, quoteByHand } from './place-by-hand.ts'
import {
  listQuery,
  moveBody,
  newOrderBody,
  searchField,
  searchQuery,
  sortField,
  statusField,
  syncField,
} from './schemas.ts'
import { shownOrder } from './shown-order.ts'

/** Orders: those that were placed, whether the accounting system has them, and new ones by hand. */
export function orderRoutes(deps: ConsoleDeps) {
  return new Elysia().use(placedRoutes(deps)).use(syncRoutes(deps)).use(newOrderRoutes(deps))
}

function placedRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get('/api/orders', ({ request }) => listPage(deps, queryOf(request)), {
      query: listQuery,
      ...forOwners,
    })
    .get('/api/orders/:id', ({ params: { id } }) => shownOrder(deps, id), {
      ...idParameter,
      ...forOwners,
    })
    .post(
      '/api/orders/:id/status',
      async ({ request, params: { id }, body }) => {
        const { userId } = sessionOf(request)
        await moveStatus(deps.storefront, id, body.status, userId, body.startedFrom)
        return shownOrder(deps, id)
      },
      { ...idParameter, body: moveBody, ...forOwners },
    )
}

/** Takes back that lines were synced: they are delivered again. */
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
        const text = searchField.read(queryOf(request)) ?? ''
        return { items: await searchArticles(deps.storefront, deps.catalogue, text) }
      },
      { query: searchQuery, ...forOwners },
    )
    .post('/api/orders/quote', ({ body }) => quoteByHand(deps, body), {
      body: newOrderBody,
      ...forOwners,
    })
    .post('/api/orders', ({ request, body }) => placeByHand(deps, request, body), {
      body: newOrderBody,
      ...forOwners,
    })
}

function listPage({ storefront }: ConsoleDeps, query: URLSearchParams) {
  const { page, size } = readPage(query)
  const { orders, total } = listOrders(storefront, {
    status: statusField.read(query),
    sync: syncField.read(query),
    sort: sortField.read(query) ?? 'newest',
    text: searchField.read(query),
    ...readRange(givenRange(query)),
    limit: size,
    offset: (page - 1) * size,
  })
  const items = orders.map(({ createdAt, syncedAt, ...order }) => ({
    ...order,
    sync: syncStateOf({ ...order, syncedAt }),
    createdAt: new Date(createdAt).toISOString(),
    syncedAt: isoTime(syncedAt),
  }))
  return { items, total, page, size }
}
