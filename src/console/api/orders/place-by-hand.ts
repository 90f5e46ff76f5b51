import { AppError } from '../../../platform/errors.ts'
import { idempotencyField, idempotencyKeyOf } from '../../../platform/http/idempotency.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json.ts'
import { placeOrder, quoteOrder, readOrder } from '../../../services/storefront/service.ts'
import { sessionOf } from '../guard.ts'
import type { ConsoleParts } from '../parts.ts'

/**
 * Places an order as the user who is signed in, once for the Idempotency-Key that its form sends with every try. Returns
 * its id. Throws AppError `invalid_request`, `conflict`.
 */
export async function placeByHand(
  { storefront }: ConsoleParts,
  request: Request,
  body: unknown,
): Promise<{ id: string }> {
  const idempotencyKey = idempotencyKeyOf(request)
  if (idempotencyKey === undefined) {
    throw new AppError('invalid_request', 'Idempotency-Key is missing: a repeat could order twice.')
  }
  const { userId } = sessionOf(request)
  const wish = readOrder(objectOf(body))
  try {
    const answer = await placeOrder(storefront, { keyId: userId }, wish, idempotencyKey)
    const placed: { id: string } = JSON.parse(answer.body)
    return { id: placed.id }
  } catch (error) {
    if (error instanceof AppError && error.details['field'] === idempotencyField)
      throw placedBefore()
    throw error
  }
}

/** What an order would come to; money in paise. Throws AppError `invalid_request`. */
export function quoteByHand({ storefront }: ConsoleParts, body: unknown) {
  const { items, amounts, taxes, short } = quoteOrder(storefront, readOrder(objectOf(body)))
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
