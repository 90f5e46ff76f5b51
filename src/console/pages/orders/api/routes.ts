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
import { chosenRoutes } from './chosen.ts'
import { filterQuery, listPage, listQuery, readChosen, statusWord } from './list-orders.ts'
import { AppError } from '../../../../platform/errors.ts'
import { idempotencyField, requireIdempotencyKey } from '../../../../platform/http/idempotency.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/json/json.ts'
import { refused } from '../../../../platform/record/read.ts'
import { isPhoneNumber } from '../../../../services/storefront/customers/rules.ts'
import { orderFields } from '../../../../services/storefront/orders/record.ts'
import {
  placeOrder,
  quoteOrder,
} from '../../../../services/storefront/orders/placing/place-order.ts'
import { readOrder } from '../../../../services/storefront/orders/placing/read-order.ts'
import { faultIn, refusalIn, type Words } from '../../../api/words.ts'

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

/** The names of an order's fields for the person who enters it. */
const fieldNames = new Map([
  ...Object.entries(orderFields).map(([name, { phrase }]) => [name, phrase] as const),
  ['items', 'what is sold'],
])

const phoneRule =
  'A phone number has 10 digits. Write 0 before the area code of a landline, + before the code of another country.'

/** The words for messages about an order. */
export function wordsFor({ items }: JsonObject): Words {
  return {
    nameOf(place) {
      const [, at, field = place] = /^items\[(\d+)\]\.(\w+)$/.exec(place) ?? []
      const name = fieldNames.get(field) ?? field
      return at === undefined ? name : `${lineName(items, Number(at))}: ${name}`
    },
    told: {
      'for sale': () => 'is not for sale: its product is switched off, or not approved.',
      'in the catalogue': () => 'is not in the catalogue any more.',
      gstin: (got) =>
        `${got} is mistyped: a GSTIN has 15 characters, and the last one checks the others.`,
      phone: (got) => `${got} is none. ${phoneRule}`,
    },
  }
}

/** The name of a line: its SKU or name, else its number. */
function lineName(items: JsonValue | undefined, at: number): string {
  const line = Array.isArray(items) ? items[at] : undefined
  const said = isJsonObject(line) ? (line['sku'] ?? line['product_name']) : undefined
  return typeof said === 'string' && said !== '' ? said : `Line ${at + 1}`
}

/**
 * Places an order as the signed-in user, once for each Idempotency-Key. The form sends the same key with every try.
 * Returns the id. Throws AppError `invalid_request`, `conflict`.
 */
async function placeByHand(
  { storefront }: ConsoleDeps,
  request: Request,
  body: unknown,
): Promise<{ id: string }> {
  const idempotencyKey = requireIdempotencyKey(request, 'order twice')
  const { userId } = sessionOf(request)
  const order = objectOf(body)
  try {
    const input = readOrder(order)
    requirePhoneNumber(input.head.customerPhone)
    const remembers = order['remember_customer'] === true
    const placer = { keyId: userId, by: userId, setsPrices: true, remembers }
    const answer = await placeOrder(storefront, placer, input, idempotencyKey)
    return { id: idOf(answer.body) }
  } catch (error) {
    if (error instanceof AppError && error.details['field'] === idempotencyField)
      throw placedBefore()
    throw refusalIn(wordsFor(order), error)
  }
}

/**
 * The amounts of an order. Money in paise. A discount that is too large is left out and explained in
 * `discountProblem`, so that the lines still get prices. Throws AppError `invalid_request`.
 */
function quoteByHand({ storefront }: ConsoleDeps, body: unknown) {
  const order = objectOf(body)
  const words = wordsFor(order)
  try {
    return shownQuote(quoteOf(storefront, readOrder(order), words))
  } catch (error) {
    throw refusalIn(words, error)
  }
}

/**
 * Only for orders by hand: a program sends the number that its customer gave, but at the counter a person can ask
 * again. Throws AppError `invalid_request`.
 */
function requirePhoneNumber(got: string): void {
  if (got === '' || isPhoneNumber(got)) return
  throw refused({
    rule: 'other',
    allowed: 'a phone number of India, or one with + and the code of its country',
    field: 'customer_phone',
    got,
    name: 'phone',
  })
}

type Quote = { quote: ReturnType<typeof quoteOrder>; discountProblem: string | null }

function quoteOf(
  storefront: ConsoleDeps['storefront'],
  input: ReturnType<typeof readOrder>,
  words: Words,
): Quote {
  try {
    return { quote: quoteOrder(storefront, input), discountProblem: null }
  } catch (error) {
    const fault = error instanceof AppError ? error.details.fault : undefined
    if (fault?.field !== 'discount') throw error
    const quote = quoteOrder(storefront, { ...input, discount: 0 })
    return { quote, discountProblem: faultIn(words, fault) }
  }
}

function shownQuote({ quote: { items, amounts, taxes, short }, discountProblem }: Quote) {
  return {
    lines: items.map(({ unitPrice, lineTotal, gstBasisPoints, offerTitle, article }) => ({
      unitPrice,
      lineTotal,
      gstBasisPoints,
      offerTitle,
      stockQuantity: article?.stockQuantity ?? null,
    })),
    ...amounts,
    taxes,
    short,
    discountProblem,
  }
}

function idOf(placed: string): string {
  const order: unknown = JSON.parse(placed)
  if (isJsonObject(order) && typeof order['id'] === 'string') return order['id']
  throw new Error('An order that was placed has no id.')
}

function objectOf(body: unknown): JsonObject {
  return isJsonObject(body) ? body : {}
}

function placedBefore(): AppError {
  return new AppError(
    'conflict',
    'This order was placed already, before it was changed here. Look for it in the list of orders before you place another one.',
  )
}
