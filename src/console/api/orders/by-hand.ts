import { AppError } from '../../../platform/errors.ts'
import { idempotencyField, idempotencyKeyOf } from '../../../platform/http/idempotency.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import { placeOrder, quoteOrder, readOrder } from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { sessionOf } from '../guard.ts'
import { faultIn, refusalIn, type Words } from '../words.ts'

/** Fields and lines keep their names, which only the page knows. */
export const orderWords: Words = {
  beginsSentence: false,
  nameOf: (place) => place,
  told: {
    'for sale': () => 'is not for sale: its product is switched off, or not approved.',
    'in the catalogue': () => 'is not in the catalogue any more.',
    gstin: (got) =>
      `${got} is mistyped: a GSTIN has 15 characters, and the last one checks the others.`,
  },
}

/**
 * Places an order as the user who is signed in, once for the Idempotency-Key that its form sends with every try. Returns
 * its id. Throws AppError `invalid_request`, `conflict`.
 */
export async function placeByHand(
  { storefront }: ConsoleDeps,
  request: Request,
  body: unknown,
): Promise<{ id: string }> {
  const idempotencyKey = idempotencyKeyOf(request)
  if (idempotencyKey === undefined) {
    throw new AppError('invalid_request', 'Idempotency-Key is missing: a repeat could order twice.')
  }
  const { userId } = sessionOf(request)
  try {
    const input = readOrder(objectOf(body))
    const placer = { keyId: userId, by: userId, setsPrices: true }
    const answer = await placeOrder(storefront, placer, input, idempotencyKey)
    const placed: { id: string } = JSON.parse(answer.body)
    return { id: placed.id }
  } catch (error) {
    if (error instanceof AppError && error.details['field'] === idempotencyField)
      throw placedBefore()
    throw refusalIn(orderWords, error)
  }
}

/**
 * What an order would come to; money in paise. A discount that is too large is left out, and told in `discountProblem`:
 * the lines have their prices all the same. Throws AppError `invalid_request`.
 */
export function quoteByHand({ storefront }: ConsoleDeps, body: unknown) {
  try {
    const input = readOrder(objectOf(body))
    return shownQuote(quoteOf(storefront, input))
  } catch (error) {
    throw refusalIn(orderWords, error)
  }
}

type Quote = { quote: ReturnType<typeof quoteOrder>; discountProblem: string | null }

function quoteOf(
  storefront: ConsoleDeps['storefront'],
  input: ReturnType<typeof readOrder>,
): Quote {
  try {
    return { quote: quoteOrder(storefront, input), discountProblem: null }
  } catch (error) {
    const fault = error instanceof AppError ? error.details.fault : undefined
    if (fault?.field !== 'discount') throw error
    const quote = quoteOrder(storefront, { ...input, discount: 0 })
    return { quote, discountProblem: faultIn(orderWords, fault) }
  }
}

function shownQuote({ quote: { items, amounts, taxes, short }, discountProblem }: Quote) {
  return {
    lines: items.map(({ unitPrice, lineTotal, gstBasisPoints, article }) => ({
      unitPrice,
      lineTotal,
      gstBasisPoints,
      stockQuantity: article?.stockQuantity ?? null,
    })),
    ...amounts,
    taxes,
    short,
    discountProblem,
  }
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
