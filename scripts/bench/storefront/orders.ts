import { rounded } from '../figures.ts'
import { program, serveCommand, startServer } from '../processes.ts'
import { load, type Part, type Workshop } from '../workshop.ts'
import { apiPath, smallShop } from './catalogue.ts'
import { isListed, skuOf } from './products.ts'
import { mixed } from './product-texts.ts'
import { compareInTurns, onBothDisks, turnMs } from '../turns.ts'

const connections = 64

/** More orders than one turn can place. Each turn has its own. */
const ordersPerTurn = 12_000

const manyOrders = { products: 10_000, orders: 200_000, waiting: 50 }
const listRequests = 1_000
/** The time limit for all these lists together, in milliseconds. */
const listsMs = 20_000

/** `POST orders` with two lines each, compared with one synchronous commit each. */
export const ordering = onBothDisks('placing an order, ratio to a commit each', placeOnBothSides)

/** `GET orders/unsynced` with 200,000 orders, of which 50 wait. */
export const measureUnsyncedOrders: Part = async (shop) => {
  const { dir, key } = await shop.shop(manyOrders)
  await using server = await startServer(serveCommand(shop.executable, dir.root))
  const input = {
    url: `${server.url}${apiPath}/orders/unsynced`,
    key,
    connections: 1,
    forMs: listsMs,
  }
  await load({ ...input, requestsMax: listRequests })
  const lists = await load({ ...input, requestsMax: listRequests })
  shop.resident.push(server.residentMb())
  return [
    {
      name: 'unsynced orders, 50 of 200,000 wait, p99',
      value: lists.p99Ms,
      unit: 'ms',
      target: { atMost: 5 },
      detail: `${lists.requests} requests, one connection, ${rounded(lists.bytes / lists.requests / 1000)} kB each; median ${rounded(lists.p50Ms)}, longest ${rounded(lists.longestMs)}`,
    },
  ]
}

async function placeOnBothSides(shop: Workshop, env: Record<string, string>) {
  const { dir, key } = await shop.shop(smallShop)
  const copy = await shop.shop(smallShop)
  await using ours = await startServer(serveCommand(shop.executable, dir.root), env)
  await using bare = await startServer(program('storefront/bare-orders.ts', copy.dir.database), env)
  const input = { key, connections, forMs: turnMs }
  const compared = await compareInTurns(
    {
      server: ours,
      input: (round) => ({ ...input, url: `${ours.url}${apiPath}/orders`, bodies: orders(round) }),
    },
    {
      server: bare,
      input: (round) => ({ ...input, url: `${bare.url}/orders`, bodies: orders(round) }),
    },
  )
  const ceiling = await load({ ...input, url: `${bare.url}/nothing`, bodies: orders(0) })
  shop.resident.push(ours.residentMb())
  const detail = `${compared.detail}; the generator reaches ${rounded(ceiling.perSecond)} where nothing is done`
  return { ratio: compared.ratio, detail }
}

function orders(round: number): string[] {
  return Array.from({ length: ordersPerTurn }, (_, at) => {
    const number = round * ordersPerTurn + at
    return JSON.stringify({
      customer_name: `Customer ${number}`,
      customer_phone: '9800000000',
      shipping_address: `${number} MG Road`,
      shipping_city: 'Pune',
      shipping_state: 'Maharashtra',
      shipping_pincode: '411001',
      items: [
        { sku: listedSku(number, 601), quantity: 1 },
        { sku: listedSku(number, 602), quantity: 2 },
      ],
    })
  })
}

/** Even product numbers for the first line, odd ones for the second. So no order names a product twice. */
function listedSku(number: number, salt: number): string {
  const index = (mixed(number, salt) % (smallShop.products / 2)) * 2 + (salt % 2)
  return skuOf(isListed(index) ? index : index + 2)
}
