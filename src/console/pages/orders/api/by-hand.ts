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
import type { ConsoleDeps } from '../../../api/deps.ts'
import { sessionOf } from '../../../api/guard.ts'
import { faultIn, refusalIn, type Words } from '../../../api/words.ts'

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
export async function placeByHand(
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
export function quoteByHand({ storefront }: ConsoleDeps, body: unknown) {
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
