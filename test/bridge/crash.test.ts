import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Books } from '../../src/bridge/books.ts'
import { enter } from '../../src/bridge/enter.ts'
import type { Noted } from '../../src/bridge/journal/fold.ts'
import type { Voucher } from '../../src/bridge/vouchers/voucher.ts'
import { bill, byHand, Killed, openDesk, type TestDesk, workOf } from '../support/bridge-desk.ts'
import { erpnextBill, erpnextBillByHand, openErpnextDesk } from '../support/erpnext-desk.ts'

/** A desk at accounts of one kind, with what a test must know of them. */
type Accounts = {
  desk: TestDesk
  bill: Voucher
  /** All vouchers there. */
  kept(): unknown[]
  /** How often something was written there. */
  writes(): number
  /** A person edits the bill, or types one like it where it is not there yet. */
  person(): void
  failWith(fault: string): void
  startAgain(): Promise<void>
}

const programs: [string, () => Promise<Accounts>][] = [
  ['Tally', openTally],
  ['ERPNext', openErpnext],
]

async function openTally(): Promise<Accounts> {
  const desk = await openDesk()
  const { tally } = desk
  const faults = ['cutBeforeCommit', 'cutAfterCommit', 'truncate', ...crashes] as const
  return {
    desk,
    bill,
    kept: () => structuredClone(tally.vouchers()),
    writes: () => tally.imports().length,
    person() {
      const [voucher] = tally.vouchers()
      if (voucher === undefined) tally.person.types(byHand)
      else tally.person.edits(voucher.id, { reference: 'by hand' })
    },
    failWith: (fault) => tally.next(...faults.filter((known) => known === fault)),
    startAgain: () => tally.startAgain(),
  }
}

async function openErpnext(): Promise<Accounts> {
  const desk = await openErpnextDesk()
  const { erpnext } = desk
  const faults = [...lostAnswers, ...crashes] as const
  const invoices = 'Purchase Invoice'
  return {
    desk,
    bill: erpnextBill,
    kept: () => structuredClone(erpnext.docs(invoices)),
    writes: () => erpnext.writes().length,
    person() {
      const [invoice] = erpnext.docs(invoices)
      if (invoice === undefined) erpnext.person.types(invoices, erpnextBillByHand)
      else erpnext.person.edits(invoices, String(invoice['name']), { bill_no: 'by hand' })
    },
    failWith: (fault) => erpnext.next(...faults.filter((known) => known === fault)),
    startAgain: () => erpnext.startAgain(),
  }
}

const crashes = ['crashBeforeCommit', 'crashAfterCommit'] as const
const lostAnswers = [
  'cutBeforeCommit',
  'cutAfterCommit',
  'truncate',
  'badGateway',
  'badGatewayAfterCommit',
] as const

/** Where a process is killed: the call that is being made, and how much of it was done. */
const deaths: [string, (books: Books) => Partial<Books>][] = [
  ['while it is looked up', () => ({ withKey: killed })],
  ['before it was noted that it will be sent', () => ({ mark: killed })],
  ['after that, before anything was sent', () => ({ write: killed })],
  [
    'after it was sent, before the answer was noted',
    (books) => ({
      write: async (text) => {
        await books.write(text)
        return await killed()
      },
    }),
  ],
  [
    'after the answer, before it was read back',
    (books) => ({ withKey: onSecondCall(books.withKey, killed) }),
  ],
]

describe.each(programs)('into %s, a bill', (program, open) => {
  let accounts: Accounts
  let desk: TestDesk

  beforeEach(async () => {
    accounts = await open()
    desk = accounts.desk
  })

  afterEach(() => desk.close())

  test('is entered once, read back, and not touched again', async () => {
    expect(await entered()).toMatchObject({ step: 'verified', attempts: 1 })
    await entered()
    await desk.restart()
    await entered()
    expect(accounts.writes()).toBe(1)
    expect(accounts.kept()).toHaveLength(1)
  })

  test('whose party is missing is not sent, and goes in when it is there', async () => {
    const party = 'Nobody'
    const entries = accounts.bill.entries.map((entry) =>
      entry.isParty === true ? { ...entry, ledger: party } : entry,
    )
    expect(await enter(desk, workOf({ ...accounts.bill, party, entries }))).toMatchObject({
      step: 'parked',
      wasSent: false,
      trouble: { code: 'ledger_missing', field: 'master:Nobody' },
    })
    expect(accounts.writes()).toBe(0)
    expect(await entered()).toMatchObject({ step: 'verified' })
  })

  test.each(deaths)(
    'of a bridge that is killed %s is entered once after the start',
    async (_, cut) => {
      await dieAt(cut)
      expect(await entered()).toMatchObject({ step: 'verified' })
      expect(accounts.kept()).toHaveLength(1)
    },
  )

  test.each(deaths)(
    'of a bridge that is killed %s stays as a person left it meanwhile',
    async (_, cut) => {
      await dieAt(cut, () => accounts.person())
      const before = accounts.kept()
      await entered()
      expect(accounts.kept()).toEqual(before)
    },
  )

  test('of a bridge that lost its folder is found again, and nothing is sent', async () => {
    await entered()
    await desk.loseJournal()
    expect(await entered()).toMatchObject({ step: 'verified', attempts: 0 })
    expect(accounts.writes()).toBe(1)
  })

  test.each(program === 'Tally' ? lostAnswers.slice(0, 3) : lostAnswers)(
    'whose answer is lost (%s) is entered once',
    async (fault) => {
      await desk.restart((books) => ({
        ...books,
        write(text) {
          accounts.failWith(fault)
          return books.write(text)
        },
      }))
      await enterUntilVerified()
      expect(accounts.kept()).toHaveLength(1)
    },
  )

  test.each(crashes)('is entered once when the program itself ends (%s)', async (fault) => {
    accounts.failWith(fault)
    expect(entered()).rejects.toThrow()
    await accounts.startAgain()
    await desk.restart()
    await enterUntilVerified()
    expect(accounts.kept()).toHaveLength(1)
  })

  function entered(): Promise<Noted> {
    return enter(desk, workOf(accounts.bill))
  }

  /** The bridge is killed while it enters the bill, and started again after `meanwhile`. */
  async function dieAt(cut: (books: Books) => Partial<Books>, meanwhile?: () => void) {
    await desk.restart((books) => ({ ...books, ...cut(books) }))
    expect(entered()).rejects.toThrow(Killed)
    meanwhile?.()
    await desk.restart()
  }

  /** As rounds do, each after the other. */
  async function enterUntilVerified(): Promise<void> {
    for (let round = 0; round < 5; round++) {
      if ((await entered()).step === 'verified') return
      await desk.restart()
    }
    expect(await entered()).toMatchObject({ step: 'verified' })
  }
})

function killed(): Promise<never> {
  return Promise.reject(new Killed('killed'))
}

function onSecondCall<A extends unknown[], R>(first: (...args: A) => R, then: () => R) {
  let calls = 0
  return (...args: A): R => (calls++ === 0 ? first(...args) : then())
}
