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
import { readMappings, type Mappings } from './vouchers/mappings.ts'

type Options = {
  clock: Clock
  log: Log
  /** A file with mappings, instead of those that somebody confirmed in Daybook. */
  mappingsFile?: string | undefined
}

/** A bridge of what was paired, until it is disposed of. */
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
    // The same for whoever pairs these books again, so that what is in them already is known again.
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

/** Mappings from a file, for tests and for who builds on it. */
export async function mappingsIn(file: string) {
  const text = await Promise.resolve(readFileSync(file, 'utf8'))
  const mappings: unknown = JSON.parse(text)
  return readMappings(mappings)
}

/** Stands for what is not said. */
const otherSide = '–'

/**
 * Mappings for books in which what a bank did stands with the bank's side alone: what is on the other is found when it is reconciled
 * there, and nobody is asked for it here.
 */
export function oneSided(mappings: Mappings): Mappings {
  return { ...mappings, ledgers: { suspense: otherSide, cash: otherSide, ...mappings.ledgers } }
}
