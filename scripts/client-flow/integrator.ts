import { seededRandom } from '../demo/random.ts'
import { sender, type Send } from './api.ts'
import { deliverOnce, fetchPage, takeAll } from './deliver.ts'
import { openLedger, readLedger, type Ledger } from './ledger.ts'
import { parcels } from './papers.ts'
import { countScans, violationsOf, type FinalState } from './proof.ts'
import { upload } from './upload.ts'

export type Integration = {
  /** Base address of scan export. */
  base: string
  /** By user. */
  keys: Record<string, string>
  ledger: string
  /** Documents are sent until this signal. */
  stop: AbortSignal
  /** Longest pause between two documents of one user, in milliseconds. */
  pauseMs: number
  /** All scans of these users come from this ledger. Any other scan is a fault. */
  onlyOurs: boolean
  seed: number
}

type Person = { user: string; send: Send; seed: number }

/**
 * The integrator of scan export: fetches unsynced scans, writes them into its ledger, marks them as synced, until nothing
 * is left. Several users work at once, and documents arrive meanwhile. Then it proves from its ledger that every eligible scan
 * arrived, and none again after its acknowledgement. Throws at the first answer that is not right.
 */
export async function playIntegrator(integration: Integration) {
  const { base, keys, stop, pauseMs, onlyOurs, seed } = integration
  const ledger = openLedger(integration.ledger)
  const persons = Object.entries(keys).map(([user, key], i) => ({
    user,
    send: sender(base, key),
    seed: seed * 1000 + i,
  }))
  await Promise.all(persons.map((person) => serve(person, ledger, stop, pauseMs)))
  const final = await finalState(persons)
  ledger.close()
  const entries = readLedger(integration.ledger)
  return { ...countScans(entries), violations: violationsOf(entries, { onlyOurs, final }) }
}

/** One user's integrator and, until `stop`, its scanner. Ends when nothing is left. */
async function serve(
  { user, send, seed }: Person,
  ledger: Ledger,
  stop: AbortSignal,
  pauseMs: number,
): Promise<void> {
  const random = seededRandom(seed)
  let isOver = false
  const scanning = scan({ user, send, seed: seed + 500 }, ledger, stop, pauseMs).finally(() => {
    isOver = true
  })
  const taking = {
    pageAt: (query: string) => fetchPage(send, query),
    takeOnce: (whole: boolean) => deliverOnce(send, ledger, user, random, whole),
  }
  await Promise.all([scanning, takeAll(taking, () => isOver)])
}

/** Sends documents one after another, sometimes in pairs: the second does not wait for the first. */
async function scan(
  { user, send, seed }: Person,
  ledger: Ledger,
  stop: AbortSignal,
  pauseMs: number,
): Promise<void> {
  const random = seededRandom(seed)
  const next = parcels(random, `${Bun.randomUUIDv7()}-${user}`)
  while (!stop.aborted) {
    const batch = random.chance(0.2) ? [next(), next(), next()] : [next()]
    await Promise.all(batch.map((parcel) => upload(send, ledger, user, parcel)))
    await Bun.sleep(random.int(0, pauseMs))
  }
}

async function finalState(persons: readonly Person[]): Promise<FinalState> {
  const states = persons.map(async ({ user, send }) => {
    const { items, waiting } = await fetchPage(send, '')
    return [user, { waiting, listed: items.map(({ id }) => id) }] as const
  })
  return new Map(await Promise.all(states))
}
