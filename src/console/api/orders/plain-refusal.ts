import { AppError } from '../../../platform/errors.ts'
import { inPlainSentence } from '../plain-sentence.ts'

/** A refusal of an order as a person is told of it; fields and lines keep their names, which only the page knows. */
export function plainRefusal(error: unknown): unknown {
  return error instanceof AppError
    ? new AppError(error.code, plainSentence(error.message), error.details)
    : error
}

/** What the storefront's API says of an order, and what that means at the counter. */
const sayings: readonly [sentence: RegExp, told: string][] = [
  [
    /^(items\[\d+\]\.sku) must be the SKU of a product that is active and approved, got .*$/,
    '$1 is not for sale: its product is switched off, or not approved.',
  ],
  [
    /^(items\[\d+\]\.sku) must be the SKU of a product or variant, got .*$/,
    '$1 is not in the catalogue any more.',
  ],
  [
    /^(customer_gstin) must be a GSTIN of 15 characters with its check character, got (?:"(.*)")?.*$/,
    '$1 “$2” is mistyped: a GSTIN has 15 characters, and the last one checks the others.',
  ],
]

/** A sentence of the API about an order, at the counter. */
export function plainSentence(sentence: string): string {
  const found = sayings.find(([pattern]) => pattern.test(sentence))
  return found === undefined ? inPlainSentence(sentence) : sentence.replace(...found)
}
