import type { Random } from '../../demo/random.ts'
import { objectsOf, textOf, type Sending } from '../api.ts'
import { pause, type Desk } from './desk.ts'
import { wares } from './goods.ts'
import { linesOf, type Wanted } from './ledger.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'

const path = '/api/public/v1/orders'

/** Most lines of an order, most units of a line, and how often an order has a line that is not in the catalogue. */
const linesMax = 3
const unitsMax = 4
const services = 0.15

/** How often an order is sent twice at once, and how often it is sent again after its answer. */
const sentTwice = 0.05
const sentAgain = 0.1

/** What happens to an order afterwards, one move after another. */
const lives: readonly (readonly string[])[] = [
  [],
  [],
  [],
  ['paid'],
  ['cancelled'],
  ['paid', 'cancelled'],
  ['dispatched', 'returned'],
  ['paid', 'packed', 'dispatched', 'delivered'],
]

/** Places orders on many connections at once, and moves the orders on, until it is told to stop. */
export async function keepOrdering(desk: Desk): Promise<void> {
  const run = Bun.randomUUIDv7()
  const connections = Array.from({ length: desk.connections }, async (_, connection) => {
    for (let n = 1; !desk.stop.aborted; n++) {
      await pause(desk)
      const id = await placeOrder(desk, `${run}-${connection}-${n}`)
      if (id === undefined) continue
      for (const status of desk.random.pick(lives)) await moveOrder(desk, id, status)
    }
  })
  await Promise.all(connections)
}

/** Returns the order's id. Returns undefined if there was not enough stock. */
export async function placeOrder(
  { send, ledger, random }: Desk,
  key: string,
): Promise<string | undefined> {
  const wanted = wantedItems(random)
  ledger.append([{ type: 'ordering', key, wanted }])
  const sending = sendingOf(key, wanted, random.chance(0.2) ? 1 : 0)
  const answers = await Promise.all(
    random.chance(sentTwice) ? [send(sending), send(sending)] : [send(sending)],
  )
  if (random.chance(sentAgain)) answers.push(await send(sending))
  const placed = answers.filter((answer) => !isRefusal(answer))
  const [first] = placed
  if (first === undefined) {
    requireShort(wanted, answers)
    ledger.append([{ type: 'refused', key }])
    return undefined
  }
  const id = textOf(first, 'id')
  requireOne(id, placed)
  ledger.append([{ type: 'ordered', key, id, lines: linesOf(objectsOf(first, 'items')) }])
  return id
}

function sendingOf(key: string, wanted: readonly Wanted[], discount: number): Sending {
  const items = wanted.map(({ sku, quantity }) =>
    sku === null
      ? { product_name: 'Gift wrapping', unit_price: 29.5, gst_pct: 18, quantity }
      : { sku, quantity },
  )
  const body = JSON.stringify({ customer_name: key, discount, items })
  return { method: 'POST', path, headers: { 'idempotency-key': key }, body, refusal: 409 }
}

function wantedItems(random: Random): Wanted[] {
  const count = random.int(1, linesMax)
  const goods = Array.from({ length: count }, () => ({
    sku: random.pick(wares).sku,
    quantity: random.int(1, unitsMax),
  }))
  return random.chance(services) ? [...goods, { sku: null, quantity: 1 }] : goods
}

/** The same key always places the same order. An answer may be a refusal if the stock came back meanwhile. */
function requireOne(id: string, placed: readonly JsonObject[]): void {
  const ids = placed.map((answer) => textOf(answer, 'id'))
  if (ids.some((other) => other !== id)) throw new Error(`One key placed ${ids.join(' and ')}.`)
}

/** An order of goods that never run out is never refused. */
function requireShort(wanted: readonly Wanted[], answers: readonly JsonObject[]): void {
  const scarce = wares.filter(({ isScarce }) => isScarce)
  if (wanted.some(({ sku }) => scarce.some((ware) => ware.sku === sku))) return
  throw new Error(`There is enough of ${JSON.stringify(wanted)}: ${JSON.stringify(answers)}`)
}

function isRefusal({ error }: JsonObject): boolean {
  return isJsonObject(error)
}

async function moveOrder({ send, ledger }: Desk, id: string, status: string): Promise<void> {
  ledger.append([{ type: 'moving', id, status }])
  const body = JSON.stringify({ status })
  const answer = await send({ method: 'POST', path: `${path}/${id}/status`, body })
  if (textOf(answer, 'status') !== status) {
    throw new Error(`${id} was moved to ${status}, and is ${textOf(answer, 'status')}.`)
  }
  ledger.append([{ type: 'moved', id, status }])
}
