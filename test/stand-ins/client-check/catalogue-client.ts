import type { Client } from '../../../src/stand-ins/client-check/client.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'

type Article = { sku: string; name: string; stock: number; mrp: number; price: number }

/** What a shop has that a client sends. Money in paise. */
const shopArticles: readonly Article[] = [
  { sku: 'DAL-1KG', name: 'तूर दाल 1 kg', stock: 40, mrp: 18_000, price: 17_550 },
  { sku: 'RICE-5KG', name: 'Basmati Rice & Co. 5 kg', stock: 12, mrp: 62_000, price: 57_550 },
  { sku: 'SALT', name: 'Salt', stock: 100, mrp: 2_000, price: 1_999 },
]

/** What a client of the catalogue is, and what it forgets, for tests of the check. */
export type CatalogueHabits = {
  /** Whether it sends again, later, what it has no answer for. */
  repeats: boolean
  /** Whether it sends smaller parts where one is too large. */
  splits: boolean
  /** Whether it sends again and again, at once, whatever it is answered. */
  hammers: boolean
  /** Whether a count has the time of it. */
  counts: 'with as_of' | 'bare' | 'bare afterwards'
  /** Whether prices go out as texts, or without their paise. */
  prices: 'numbers' | 'texts' | 'whole rupees'
  /** Whether one call says an article twice, and differently. */
  contradicts: boolean
}

export const carefulWithArticles: CatalogueHabits = {
  repeats: true,
  splits: true,
  hammers: false,
  counts: 'with as_of',
  prices: 'numbers',
  contradicts: false,
}

/** Before anything that a test plays. */
const countedAt = '2026-08-01T10:00:00+05:30'

/** Calls of a client that hammers, until it gives up. */
const hammered = 30

type Call = (path: string, body: JsonObject) => Promise<{ status: number; json: JsonObject }>

/** A client in this process that sends what the shop has, and compares it, in each round. */
export function catalogueClient(habits: CatalogueHabits) {
  let rounds = 0
  return {
    books: () =>
      shopArticles
        .map(({ sku, stock, mrp, price }) => [sku, stock, mrp / 100, price / 100].join('\t'))
        .join('\n'),
    /** What was sent before counts no more. */
    begin: () => void (rounds = 0),
    at({ base, key }: { base: string; key: string }): Client {
      const call = callerAt(`${base}/api/public/v1/products/`, key)
      return {
        roundsMax: 10,
        async round() {
          rounds += 1
          if (rounds > 1 && !habits.repeats) return
          // Whatever goes wrong ends a round.
          await work(call, habits, rounds === 1).catch(() => undefined)
        },
        kill: () => Promise.resolve(),
      }
    },
  }
}

async function work(call: Call, habits: CatalogueHabits, isFirst: boolean): Promise<void> {
  const isCounted = habits.counts === 'with as_of' || (habits.counts !== 'bare' && isFirst)
  const updates = shopArticles.map(({ sku, stock }) => ({
    sku,
    stock_quantity: stock,
    ...(isCounted && { as_of: countedAt }),
  }))
  await send(call, { path: 'stock', list: 'updates', rows: updates }, habits)
  const products = shopArticles.map((article) => productOf(article, habits))
  const [first] = products
  const again = first !== undefined && habits.contradicts ? [{ ...first, sale_price: 1 }] : []
  await send(call, { path: 'bulk', list: 'products', rows: [...products, ...again] }, habits)
  const lines = shopArticles.map(
    ({ sku, stock, mrp, price }) => `${sku}\t${stock}\t${mrp}\t${price}\n`,
  )
  const digest = Bun.SHA256.hash(lines.join(''), 'hex')
  await call('digest', { ranges: [{ from: '', digest }] })
}

function productOf({ sku, name, mrp, price }: Article, habits: CatalogueHabits): JsonObject {
  return {
    sku,
    name,
    gst_pct: 5,
    mrp: priceOf(habits, mrp),
    sale_price: priceOf(habits, price),
    images: [`data:image/png;base64,${btoa(sku)}`],
  }
}

/** What a program sends that rounds, or writes texts. */
function priceOf({ prices }: CatalogueHabits, paise: number): number | string {
  if (prices === 'texts') return (paise / 100).toFixed(2)
  return prices === 'numbers' ? paise / 100 : Math.floor(paise / 100)
}

type Part = { path: string; list: string; rows: readonly JsonObject[] }

async function send(call: Call, part: Part, habits: CatalogueHabits): Promise<void> {
  const { path, list, rows } = part
  const body = { [list]: [...rows] }
  const { status, json } = await call(path, body)
  if (status === 413 && habits.splits && rows.length > 1) {
    const half = Math.ceil(rows.length / 2)
    await send(call, { ...part, rows: rows.slice(0, half) }, habits)
    return await send(call, { ...part, rows: rows.slice(half) }, habits)
  }
  const isBad = status !== 200 || /"(?:error|warnings)":|not_found"/.test(JSON.stringify(json))
  const more = isBad && habits.hammers ? hammered : 0
  for (let at = 0; at < more; at += 1) await call(path, body)
  if (status !== 200) throw new Error(`Refused with ${status}.`)
}

function callerAt(base: string, key: string): Call {
  return async (path, body) => {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, connection: 'close' },
      body: JSON.stringify(body),
    })
    const json: unknown = JSON.parse(await response.text())
    return { status: response.status, json: isJsonObject(json) ? json : {} }
  }
}
