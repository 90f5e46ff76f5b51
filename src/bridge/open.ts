import { readFileSync } from 'node:fs'
import type { Log } from '../platform/log.ts'
import type { Clock } from '../platform/time.ts'
import { type Daybook, daybookAt } from './daybook/daybook.ts'
import { openJournal } from './journal/journal.ts'
import { booksFolder, type Pairing } from './pairing.ts'
import { newState, type RoundDeps } from './round.ts'
import type { Books } from './books.ts'
import { erpnextAt } from './erpnext/client.ts'
import { erpnextBooks } from './erpnext/erpnext.ts'
import { tallyBooks } from './tally/tally.ts'
import { tallyAt } from './tally/transport.ts'
import { readMappings, type Mappings } from './vouchers/lookup.ts'

type Options = {
  clock: Clock
  log: Log
  /** A file with mappings, instead of those that somebody confirmed in Daybook. */
  mappingsFile?: string | undefined
}

/** A bridge for paired accounts. Dispose of it at the end. */
export type OpenBridge = RoundDeps & Disposable

/** Throws AppError `unavailable` where the folder cannot hold a journal. */
export function openBridge(folder: string, pairing: Pairing, options: Options): OpenBridge {
  const { clock, log, mappingsFile } = options
  const { company } = pairing
  const own = booksFolder(folder, company)
  const journal = openJournal(own, clock)
  const daybook = daybookOf(pairing)
  return {
    books: booksOf(pairing, clock),
    journal,
    clock,
    log,
    daybook:
      mappingsFile === undefined
        ? daybook
        : { ...daybook, mappings: () => mappingsIn(mappingsFile) },
    // The same value for everybody who pairs these accounts again, so that what they hold already is recognised.
    folder: own,
    install: company.guid,
    brings: { names: pairing.names ?? false, stock: pairing.stock },
    lookedAt: new Map(),
    told: new Map(),
    resting: new Map(),
    state: newState(),
    [Symbol.dispose]: () => journal.close(),
  }
}

function booksOf(pairing: Pairing, clock: Clock): Books {
  const { books: url, company } = pairing
  switch (pairing.system) {
    case 'tally':
      return tallyBooks(tallyAt(url), url, company, clock)
    case 'erpnext':
      return erpnextBooks(erpnextAt(url, pairing.token), company, pairing, clock)
  }
}

function daybookOf(pairing: Pairing): Daybook {
  const daybook = daybookAt(pairing)
  if (pairing.system !== 'erpnext') return daybook
  return { ...daybook, mappings: async () => oneSided(await daybook.mappings()) }
}

/** Mappings from a file, for tests and for developers. */
export async function mappingsIn(file: string) {
  const text = await Promise.resolve(readFileSync(file, 'utf8'))
  const mappings: unknown = JSON.parse(text)
  return readMappings(mappings)
}

/** Placeholder for a ledger that is not needed. */
const otherSide = '–'

/**
 * Mappings for accounts in which a bank transaction has only the bank's side. The other side is found when the statement is reconciled
 * there, so Daybook does not ask for it.
 */
export function oneSided(mappings: Mappings): Mappings {
  return { ...mappings, ledgers: { suspense: otherSide, cash: otherSide, ...mappings.ledgers } }
}
