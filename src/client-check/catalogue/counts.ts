import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import type { CatalogueKind } from './api.ts'
import type { CatalogueScenario } from './staged.ts'

/** Units that the shop sold meanwhile. */
const soldUnits = 2

const soldMeanwhile: CatalogueScenario = {
  name: 'sold_meanwhile',
  title: 'Two units were sold since the stock was counted',
  why: 'With `as_of` Daybook takes them off and says so in `pending_deducted`. Leave it at that: a count without `as_of` afterwards puts them on the shelf again.',
  begin(shelf, { hasRounds }) {
    let sold: string | undefined
    let rounds = 1
    const overwritten = new Set<string>()
    shelf.soldSince = (sku) => {
      sold ??= sku
      return sku === sold ? soldUnits : 0
    }
    return {
      fault({ kind, body }) {
        for (const row of countsOf(kind, body)) {
          if (sold !== undefined && isBareCount(row, sold)) overwritten.add(sold)
        }
        return undefined
      },
      isUnfinished: () => sold !== undefined && hasRounds && rounds < 2,
      nextRound: () => void (rounds += 1),
      isShown: () => sold !== undefined,
      notShown:
        'Your client sends no `as_of` with its stock: what is sold meanwhile comes back. A list of all products says no stock, or `as_of` too.',
      problems: () =>
        [...overwritten].map(
          (sku) => `After pending_deducted the stock of ${sku} was sent without as_of.`,
        ),
    }
  },
}

/** Rows that may say stock; a variant has the `as_of` of its product's. */
function countsOf(kind: CatalogueKind, body: JsonValue | undefined): JsonObject[] {
  if (!isJsonObject(body)) return []
  if (kind === 'stock') return rows(body['updates'])
  if (kind !== 'bulk') return []
  return rows(body['products']).flatMap((product) => {
    const { as_of: asOf = null, variants } = product
    return [product, ...rows(variants).map((variant) => ({ ...variant, as_of: asOf }))]
  })
}

function rows(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter((row) => isJsonObject(row)) : []
}

function isBareCount(update: JsonObject, sku: string): boolean {
  const { sku: sent, stock_quantity: units, as_of: asOf } = update
  return sent === sku && typeof units === 'number' && typeof asOf !== 'string'
}

const comparedFields = ['sale_price', 'mrp', 'stock_quantity']

const compared: CatalogueScenario = {
  name: 'compared',
  title: 'Somebody changes an article in Daybook, and the digest says so',
  why: 'The range differs, and the answer names what is there. Send what you have of it.',
  begin(shelf) {
    let isChanged = false
    let comparisons = 0
    return {
      after({ kind }) {
        if (kind !== 'digest') return
        comparisons += 1
        const [first] = shelf.articles.values()
        const field = comparedFields.find((name) => typeof first?.values.get(name) === 'number')
        if (isChanged || first === undefined || field === undefined) return
        isChanged = true
        first.values.set(field, Number(first.values.get(field)) + 1)
      },
      // Who compares before it sends finds it with its next round.
      isUnfinished: () => comparisons > 0 && !isChanged,
      isShown: () => isChanged,
      notShown: 'Your client does not compare with `products/digest` what it sent.',
    }
  },
}

/** What happens in Daybook between the calls of a client. */
export const countScenarios: readonly CatalogueScenario[] = [soldMeanwhile, compared]
