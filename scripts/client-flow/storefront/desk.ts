import type { Random } from '../../demo/random.ts'
import type { Send } from '../api.ts'
import type { Ledger } from '../ledger.ts'
import type { ShopEntry } from './ledger.ts'

/** What the lanes of one shop share. */
export type Desk = {
  send: Send
  ledger: Ledger<ShopEntry>
  random: Random
  stop: AbortSignal
  /** Longest pause between two requests of a lane, in milliseconds. */
  pauseMs: number
  /** Goods whose stock is set, numbered from 1. */
  goods: number
  /** The number of connections on which orders are placed at once. */
  connections: number
  /** The version of each good, and the setting of each SKU's stock, that were answered last. */
  versions: Map<number, number>
  settings: Map<string, number>
}

export async function pause({ random, pauseMs }: Desk): Promise<void> {
  await Bun.sleep(random.int(0, pauseMs))
}
