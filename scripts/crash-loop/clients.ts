import { fileURLToPath } from 'node:url'
import type { Ledgers } from './ledgers.ts'
import type { Client, Processes } from './processes.ts'
import { writeKeyFiles, type Shop } from './shop.ts'

/** Longest pause between two uploads of one user, in milliseconds. It is so short that a kill nearly always meets an upload. */
const uploadPauseMs = 15

/** The longest pause for each of the shop's many connections, in milliseconds. */
const shopPauseMs = 150

/** All clients of the server. Each client is a process. */
export type Clients = { integrators: Client[]; shop: Client; erp: Client }

export type ClientsInput = {
  processes: Processes
  shop: Shop
  work: string
  ledgers: Ledgers
  port: number
  seed: number
  goods: number
  /** The longest pause of every sending client, in milliseconds. The defaults are so short that a kill meets a request. */
  pauseMs?: number
}

export function startClients({
  processes,
  shop,
  work,
  ledgers,
  port,
  ...input
}: ClientsInput): Clients {
  const { seed, goods, pauseMs } = input
  const keys = writeKeyFiles(shop, work)
  const start = (service: string, ...options: string[]) =>
    processes.startClient([
      process.execPath,
      fileURLToPath(import.meta.resolve('../client-flow.ts')),
      '--until-stopped',
      `--base=http://127.0.0.1:${port}/${service}`,
      ...options,
    ])
  const storefront = (who: 'shop' | 'erp', ...options: string[]) =>
    start(
      'storefront',
      `--plays=${who}`,
      `--keys=${keys[who]}`,
      `--ledger=${ledgers[who]}`,
      `--seed=${seed}`,
      ...options,
    )
  return {
    integrators: ledgers.integrators.map((ledger, i) =>
      start(
        'scan-export',
        '--only-ours',
        `--pause=${pauseMs ?? uploadPauseMs}`,
        `--keys=${keys.integrators[i]}`,
        `--ledger=${ledger}`,
        `--seed=${seed + i}`,
      ),
    ),
    shop: storefront('shop', `--pause=${pauseMs ?? shopPauseMs}`, `--goods=${goods}`),
    erp: storefront('erp'),
  }
}

export function allOf({ integrators, shop, erp }: Clients): Client[] {
  return [...integrators, shop, erp]
}
