import { seededRandom } from '../../demo/random.ts'
import type { Send } from '../api.ts'
import { takeAll } from '../deliver.ts'
import { openLedger, readLedger } from '../ledger.ts'
import type { Violation } from '../proof.ts'
import type { Desk } from './desk.ts'
import { orderedGoods } from './goods.ts'
import type { ErpEntry, ShopEntry } from './ledger.ts'
import { requireAllGoods } from './look-up.ts'
import { keepOrdering } from './place-orders.ts'
import { countOrders, orderViolations } from './proof.ts'
import { keepSettingStock } from './set-stock.ts'
import { keepStoring, stockedGoods, storeAll } from './store-goods.ts'
import { fetchOrders, takeOnce } from './take-orders.ts'

export type Play = {
  send: Send
  ledger: string
  seed: number
  stop: AbortSignal
  pauseMs: number
  goods: number
  connections: number
}

/** What is printed at the end. */
type Outcome = ReturnType<typeof countOrders> & { violations: Violation[] }

/**
 * The shop: sends its goods with their pictures and keeps changing them, sets stock and prices, and places orders, until
 * it is told to stop. Then it looks everything up. Throws at the first answer that is not right.
 */
export async function playShop(play: Play): Promise<Outcome> {
  const ledger = openLedger<ShopEntry>(play.ledger)
  const random = seededRandom(play.seed)
  const desk: Desk = { ...play, ledger, random, versions: new Map(), settings: new Map() }
  await storeAll(desk, orderedGoods)
  await Promise.all([
    storeAll(desk, stockedGoods(desk)),
    keepStoring(desk),
    keepSettingStock(desk),
    keepOrdering(desk),
  ])
  await requireAllGoods(desk)
  ledger.close()
  const entries = readLedger<ShopEntry>(play.ledger)
  return { ...countOrders(entries, []), violations: orderViolations(entries, [], false) }
}

/** The accounting system takes orders and marks them as synced. When it is told to stop, it takes the remaining orders. */
export async function playErp(play: Play): Promise<Outcome> {
  const { send, stop } = play
  const ledger = openLedger<ErpEntry>(play.ledger)
  const random = seededRandom(play.seed)
  const taking = {
    pageAt: (query: string) => fetchOrders(send, query),
    takeOnce: (whole: boolean) => takeOnce(send, ledger, random, whole),
  }
  await takeAll(taking, () => stop.aborted)
  ledger.close()
  const entries = readLedger<ErpEntry>(play.ledger)
  return { ...countOrders([], entries), violations: [] }
}
