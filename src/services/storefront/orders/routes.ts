import { Elysia } from 'elysia'
import { callerOf, requireScope } from '../../../accounts/keys/guard.ts'
import { leaseAsked, leaseField, leaseIdField } from '../../../books/leases/schemas.ts'
import { AppError } from '../../../platform/errors.ts'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { idempotencyKeyOf } from '../../../platform/http/idempotency.ts'
import { jsonReply } from '../../../platform/http/reply.ts'
import { contextOf, noteRows } from '../../../platform/http/request.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import { refused } from '../../../platform/record/read.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { leaseUnsynced, listUnsynced, type UnsyncedList } from './delivery/list-unsynced.ts'
import { markSynced } from './delivery/mark-synced.ts'
import {
  afterField,
  limitField,
  moveBody,
  movedOrder,
  newOrder,
  placedOrder,
  statusField,
  syncAnswer,
  syncBody,
  unsyncedAnswer,
} from './schemas.ts'
import { moveStatus } from './move-status.ts'
import { placeOrder } from './placing/place-order.ts'
import { readOrder } from './placing/read-order.ts'
import { asId, type OrderStatus, orderStatuses, statusOf, syncedOrdersMax } from './rules.ts'

export function orderRoutes(deps: StorefrontDeps) {
  return new Elysia().use(deliveryRoutes(deps)).use(placingRoutes(deps))
}

/** Calls of accounting systems: fetch waiting orders and acknowledge them. */
function deliveryRoutes(deps: StorefrontDeps) {
  return new Elysia()
    .get(
      '/api/public/v1/orders/unsynced',
      ({ request }) => {
        const query = queryOf(request)
        const after = afterField.read(query)
        const lease = leaseAsked(request, query)
        const input = {
          limit: limitField.read(query),
          status: statusField.read(query),
          after: after === undefined ? undefined : asId(after),
        }
        const reply = (answer: UnsyncedList) => {
          contextOf(request).rows = answer.count
          return jsonReply(request, 200, answer.text)
        }
        if (lease.seconds === 0) return reply(listUnsynced(deps, input, lease.isNamed))
        const caller = callerOf(request)
        // A lease keeps orders from all other keys, so the scope for reading is not enough.
        requireScope(caller, 'orders:write')
        return leaseUnsynced(deps, input, { ...lease, keyId: caller.keyId }).then(reply)
      },
      {
        query: querySchemaOf([limitField, statusField, afterField, leaseField, leaseIdField]),
        ...describeRead({
          operationId: 'listUnsyncedOrders',
          tag: 'Orders',
          summary: 'List orders with items that are not yet synced',
          description:
            'Orders of every status unless `status` filters, oldest first, each with the items that wait: those that are not synced and have a SKU. `excluded_items` counts the others. When `next` is not null, more wait than `limit` let through: mark these as synced and ask again, or pass `next` as `after`. `lease` needs the scope `orders:write` as well.',
          answer: unsyncedAnswer,
          sendsWhole: true,
          hasQuery: true,
          scope: 'orders:read',
        }),
      },
    )
    .post(
      '/api/public/v1/orders/sync',
      async ({ request, body }) => {
        if (body.orders.length > syncedOrdersMax) throw tooMany(body.orders.length)
        const answer = await markSynced(deps, callerOf(request), body.orders)
        const refusals = answer.results.flatMap(({ error }) => error ?? [])
        noteRows(request, answer.summary.total, refusals)
        return jsonReply(request, 200, JSON.stringify(answer))
      },
      {
        body: syncBody,
        ...describeWrite({
          operationId: 'markOrdersSynced',
          tag: 'Orders',
          summary: 'Mark items or whole orders as synced',
          description:
            'Each row names an order and its items, or all of them; they are not delivered again. An order whose items are all synced is synced itself. A bad row is an error of that row, and its valid ids are marked all the same. A repeat is safe.',
          answer: syncAnswer,
          sendsWhole: true,
          scope: 'orders:write',
        }),
      },
    )
}

/** Calls of web shops: place an order and change its status. */
function placingRoutes(deps: StorefrontDeps) {
  return new Elysia()
    .post(
      '/api/public/v1/orders',
      async ({ request, body }) => {
        const idempotencyKey = idempotencyKeyOf(request)
        const input = readOrder(objectOf(body))
        const { keyId, scopes } = callerOf(request)
        const placer = { keyId, setsPrices: scopes.includes('orders:price') }
        const answer = await placeOrder(deps, placer, input, idempotencyKey)
        contextOf(request).rows = 1
        const replayed = answer.replayed ? { 'idempotency-replayed': 'true' } : undefined
        return jsonReply(request, answer.status, answer.body, replayed)
      },
      {
        body: newOrder,
        ...describeWrite({
          operationId: 'placeOrder',
          tag: 'Orders',
          summary: 'Place an order',
          description:
            'An extension of Daybook. Prices the items from the catalogue, takes the stock and numbers the order, all or nothing: 409 names every SKU of which there is not enough (`insufficient_stock`), or that nobody gave a price (`price_missing`). Other prices than those of the catalogue need the scope `orders:price` as well, else 409 names both (`price_changed`); so do a discount, lines without a SKU and what costs 0 on purpose, which are 400 otherwise. Honours Idempotency-Key.',
          answer: placedOrder,
          sendsWhole: true,
          status: 201,
          scope: 'orders:create',
          hasConflict: true,
          idempotent: true,
        }),
      },
    )
    .post(
      '/api/public/v1/orders/:id/status',
      async ({ request, body, params }) => {
        const status = readStatus(objectOf(body))
        const text = await moveStatus(deps, orderIdOf(params.id), status, {
          caller: callerOf(request),
        })
        contextOf(request).rows = 1
        return jsonReply(request, 200, text)
      },
      {
        body: moveBody,
        ...describeWrite({
          operationId: 'moveOrder',
          tag: 'Orders',
          summary: 'Move an order to its next status',
          description:
            'An extension of Daybook. Cancelling and returning put the stock back. The status that the order has already is answered with the order, unchanged, so that a repeat is safe; a move that is not allowed is 409. A key without the scope `orders:write` may cancel or return only orders that were placed with it, or with a key of the same user and name: other orders are 403.',
          answer: movedOrder,
          sendsWhole: true,
          scope: 'orders:create',
          hasNotFound: true,
          hasConflict: true,
        }),
      },
    )
}

/** The router gives null, which its type does not mention, if the percent-encoding is wrong. */
function orderIdOf(id: string | null): string {
  if (id !== null) return asId(id)
  throw new AppError('not_found', 'There is no order with this id.')
}

/** Every body is an object here: the service refuses all others. */
function objectOf(body: unknown): JsonObject {
  return isJsonObject(body) ? body : {}
}

/** Throws AppError `invalid_request`. */
function readStatus(body: JsonObject): OrderStatus {
  const got = body['status'] ?? undefined
  const status = typeof got === 'string' ? statusOf(got) : undefined
  if (status !== undefined) return status
  throw refused({ rule: 'choice', choices: orderStatuses, field: 'status', got })
}

function tooMany(rows: number): AppError {
  return new AppError(
    'payload_too_large',
    `orders has ${rows} rows, and at most ${syncedOrdersMax} are allowed: send them in smaller parts. Nothing was written.`,
  )
}
