import type { Profile, About, Fault } from '../scenario.ts'
import { storefrontRefusal } from '../storefront.ts'
import { rowScenarios } from './rows-refused.ts'
import { staged, type CatalogueScenario, sending } from './staged.ts'
import { answerSlowly, refuseForAWhile, refusals } from '../patience.ts'

import type { CatalogueKind } from './api.ts'
import { type Article, articlesOf, rowsIn, type Shelf } from './shelf.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'

/** Units that the shop sold meanwhile. */
const soldUnits = 2

/** Articles of which one is sold: those that Daybook sells to nobody are passed over. */
const sellTriesMax = 5

const soldMeanwhile: CatalogueScenario = {
  name: 'sold_meanwhile',
  title: 'Two units were sold since the stock was counted',
  why: 'With `as_of` Daybook takes them off and says so in `pending_deducted`. Leave it at that: a count without `as_of` afterwards puts them on the shelf again.',
  begin(shelf, { hasRounds }) {
    let sold: string | undefined
    let rounds = 1
    const overwritten = new Set<string>()
    shelf.before = async (articles) => {
      const counted = articles.filter(
        ({ asOf, values }) => typeof asOf === 'string' && values.has('stock_quantity'),
      )
      for (const { sku } of counted.slice(0, sellTriesMax)) {
        if (sold === undefined && (await sell(shelf, sku))) sold = sku
      }
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

const comparedFields = ['sale_price', 'mrp', 'stock_quantity']

const compared: CatalogueScenario = {
  name: 'compared',
  title: 'Somebody changes an article in Daybook, and the digest says so',
  why: 'The range differs, and the answer names what is there. Send what you have of it.',
  begin(shelf) {
    let isChanged = false
    let comparisons = 0
    return {
      async after({ kind }) {
        if (kind !== 'digest') return
        comparisons += 1
        const [[sku, values] = []] = shelf.arrived
        const field = comparedFields.find((name) => typeof values?.get(name) === 'number')
        if (isChanged || sku === undefined || values === undefined || field === undefined) return
        isChanged = true
        values.set(field, Number(values.get(field)) + 1)
        const updates = [{ sku, [field]: values.get(field) ?? null }]
        await shelf.daybook.ask({ method: 'POST', path: 'products/stock', body: { updates } })
      },
      // Who compares before it sends finds it with its next round.
      isUnfinished: () => comparisons > 0 && !isChanged,
      isShown: () => isChanged,
      notShown: 'Your client does not compare with `products/digest` what it sent.',
    }
  },
}

/** What happens in Daybook between the calls of a client. */
const countScenarios: readonly CatalogueScenario[] = [soldMeanwhile, compared]

const repeat = 'A repeat is safe: what is there already is answered with `changed: false`.'

const lost: readonly CatalogueScenario[] = [
  {
    name: 'answer_cut',
    title: 'The connection ends in the midst of an answer',
    why: `What was sent is written, and half an answer is none. Send it again. ${repeat}`,
    fault: { kind: 'half' } as const,
  },
  {
    name: 'failed_after',
    title: 'What was sent is written, and answered with 500',
    why: `The answer does not say whether it was written. Send it again. ${repeat}`,
    fault: { kind: 'fail_after' } as const,
  },
  {
    name: 'lost_answer',
    title: 'What was sent is written, and the answer is lost',
    why: `The connection ends after Daybook wrote it down. Send it again. ${repeat}`,
    fault: { kind: 'cut_after' } as const,
  },
  {
    name: 'lost_request',
    title: 'What was sent does not arrive',
    why: 'Nothing was written. Send it again, also what has not changed since.',
    fault: { kind: 'cut_before' } as const,
  },
  {
    name: 'killed',
    title: 'The client is killed while it sends',
    why: 'As in a power cut. After the start it sends what it has no answer for.',
    fault: { kind: 'kill' } as const,
  },
].map(faulty)

const slow: CatalogueScenario = {
  name: 'slow',
  title: 'The answer takes its time',
  why: 'Ten thousand articles with images take a while. Wait for the answer, a minute if need be: who sends again meanwhile makes it slower.',
  begin: (_shelf, { refusedSeconds }) => answerSlowly<CatalogueKind>(sending, refusedSeconds),
}

const calls: readonly CatalogueKind[] = ['bulk', 'stock', 'digest']

const refused = refusals<CatalogueKind>(
  { from: calls, of: calls },
  'send products',
  'The call',
).map(({ name, title, why, ...refusal }): CatalogueScenario => ({
  name,
  title,
  why,
  begin: (_shelf, { refusedSeconds }) => refuseForAWhile(refusal, refusedSeconds),
}))

/** What goes wrong with a call as a whole. */
const faultScenarios: readonly CatalogueScenario[] = [slow, ...refused, ...lost]

/** What a client that sends articles, stock and prices can meet, the harmless first. */
export const catalogue: Profile = {
  name: 'catalogue',
  title: 'A client of the catalogue',
  place: '/storefront',
  scenarios: [...rowScenarios, ...countScenarios, ...faultScenarios].map(staged),
  refusal: storefrontRefusal,
  takesApiKeyHeader: false,
  beyond: /\/v1\/(?:bridge|changes|leases|whoami|limits|products\/(?!bulk|stock|digest)|orders)\b/,
}

/** The first call that sends something goes wrong. */
function faulty({ fault, ...about }: About & { fault: Fault }): CatalogueScenario {
  return {
    ...about,
    begin() {
      let isDone = false
      return {
        fault({ kind }) {
          if (isDone || !sending.includes(kind)) return undefined
          isDone = true
          return fault
        },
        isShown: () => isDone,
      }
    },
  }
}

/** Somebody buys some units of an article, which is given a price where it has none. Answers whether the shop sold them. */
async function sell({ daybook, ready }: Shelf, sku: string): Promise<boolean> {
  const post = async (path: string, body: JsonObject) =>
    await daybook.ask({ method: 'POST', path, body })
  const product = { sku, name: sku, sale_price: 1, stock_quantity: soldUnits }
  const { body } = await post('products/stock', { updates: [product] })
  const [found] = rowsIn(body['results'])
  if (found?.['status'] === 'not_found') {
    const made = await post('products/bulk', { products: [product] })
    const [result] = rowsIn(made.body['results'])
    if (typeof result?.['id'] === 'string') ready.set(sku, result['id'])
  }
  const { status } = await post('orders', { items: [{ sku, quantity: soldUnits }] })
  return status === 200 || status === 201
}

/** Articles that a call may say stock of. */
function countsOf(kind: CatalogueKind, body: JsonValue | undefined): Article[] {
  if (!isJsonObject(body) || !sending.includes(kind)) return []
  return rowsIn(body[kind === 'stock' ? 'updates' : 'products']).flatMap(articlesOf)
}

function isBareCount({ sku: sent, values, asOf }: Article, sku: string): boolean {
  return (
    sent === sku && typeof values.get('stock_quantity') === 'number' && typeof asOf !== 'string'
  )
}
