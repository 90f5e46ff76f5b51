import { afterEach, beforeEach } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Books } from '../../src/bridge/books.ts'
import type { Desk, Work } from '../../src/bridge/desk.ts'
import { openJournal } from '../../src/bridge/journal/journal.ts'
import { keyOf } from '../../src/bridge/keys.ts'
import { openCompanies, plain } from '../../src/bridge/tally/companies.ts'
import { tallyBooks } from '../../src/bridge/tally/tally.ts'
import { tallyAt, tallyLimits } from '../../src/bridge/tally/transport.ts'
import type { Voucher } from '../../src/bridge/vouchers/voucher.ts'
import {
  type FakeTally,
  type FakeTallyOptions,
  openFakeTally,
} from '../../src/stand-ins/tally/fake-tally.ts'

/*
 * A bridge without a Daybook: a journal in a folder, and a desk between it and the accounts. The desk ends and begins
 * again like a process that is killed.
 */

export type TestDesk = Desk & {
  /** The process is killed and started again: what is in memory is gone. `change`: how it meets the books this time. */
  restart(change?: (books: Books) => Books): Promise<void>
  /** The bridge's folder is lost. */
  loseJournal(): Promise<void>
  close(): void
}

const dayMs = 24 * 60 * 60_000

/** `closeAccounts` ends the accounting program with the desk. */
export async function openTestDesk(
  openBooks: (clock: Desk['clock']) => Promise<Books>,
  closeAccounts: () => void,
): Promise<TestDesk> {
  let folder = newFolder()
  let passed = 0
  const clock = { now: () => Date.parse('2026-08-10T10:00:00Z') + passed }
  const desk: TestDesk = {
    clock,
    books: await openBooks(clock),
    journal: openJournal(folder, clock),
    lookedAt: new Map(),
    async restart(change = (books) => books) {
      desk.journal.close()
      desk.journal = openJournal(folder, clock)
      desk.books = change(await openBooks(clock))
      desk.lookedAt.clear()
      passed += dayMs
    },
    async loseJournal() {
      desk.journal.close()
      rmSync(folder, { recursive: true })
      folder = newFolder()
      desk.journal = openJournal(folder, clock)
      await desk.restart()
    },
    close() {
      desk.journal.close()
      rmSync(folder, { recursive: true, force: true })
      closeAccounts()
    },
  }
  return desk
}

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'daybook-bridge-'))
}

export type TallyDesk = TestDesk & { tally: FakeTally }

/** Opens one for each test of a file. */
export function eachDesk(take: (desk: TallyDesk) => void): void {
  let desk: TallyDesk
  beforeEach(async () => {
    desk = await openDesk()
    take(desk)
  })
  afterEach(() => desk.close())
}

export async function openDesk(options: FakeTallyOptions = {}): Promise<TallyDesk> {
  const tally = await openFakeTally(options)
  const transport = tallyAt(tally.url, { ...tallyLimits, answerMs: 20_000 })
  const openBooks = async (clock: Desk['clock']) => {
    const [company] = await openCompanies(transport)
    if (company === undefined) throw new Error('No company is open.')
    return tallyBooks(transport, tally.url, plain(company), clock)
  }
  return Object.assign(await openTestDesk(openBooks, () => tally.close()), { tally })
}

export const bill: Voucher = {
  kind: 'purchase',
  voucherType: 'Purchase',
  date: '2026-08-04',
  party: 'Om Sai Wholesale',
  reference: 'OSW/118',
  referenceDate: '2026-08-03',
  narration: 'Bill OSW/118',
  entries: [
    {
      ledger: 'Om Sai Wholesale',
      paise: -105_000,
      isParty: true,
      bill: { name: 'OSW/118', type: 'New Ref' },
    },
    { ledger: 'Purchase 5%', paise: 100_000 },
    { ledger: 'Input CGST', paise: 2_500 },
    { ledger: 'Input SGST', paise: 2_500 },
  ],
  items: [],
  tax: { partyGstin: '27AGDFO8688H1ZB', partyState: 'Maharashtra', placeOfSupply: 'Maharashtra' },
}

/** The same bill, as a person types it. */
export const byHand = {
  type: 'Purchase',
  date: '20260804',
  party: 'Om Sai Wholesale',
  reference: 'OSW/118',
  entries: [
    { ledger: 'Om Sai Wholesale', paise: -105_000 },
    { ledger: 'Purchase 5%', paise: 105_000 },
  ],
}

export function workOf(voucher: Voucher, changes: Partial<Work> = {}): Work {
  const id = changes.part?.subject ?? 'scan:a'
  const key = keyOf({ install: 'test', kind: 'scan', id, part: changes.part?.part ?? 0 })
  return {
    part: { subject: id, part: 0 },
    key,
    ownKeys: [key],
    voucher,
    problems: [],
    parts: 1,
    revision: '',
    isWanted: true,
    whenPresent: 'ask',
    isDatedToday: false,
    ...changes,
  }
}

/** What a kill leaves of a call that was being made. */
export class Killed extends Error {}
