import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { Books } from '../../src/bridge/books.ts'
import { notedOf } from '../../src/bridge/desk.ts'
import { enter, isDone } from '../../src/bridge/enter.ts'
import type { Noted } from '../../src/bridge/journal/fold.ts'
import { bill, byHand, Killed, openDesk, type TestDesk, workOf } from '../support/bridge-desk.ts'

let desk: TestDesk

beforeEach(async () => {
  desk = await openDesk()
})

afterEach(() => desk.close())

describe('a bill', () => {
  test('is entered once, read back, and not touched again', async () => {
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'verified',
      attempts: 1,
      verified: { voucherNo: '1' },
    })
    await enter(desk, workOf(bill))
    await desk.restart()
    await enter(desk, workOf(bill))
    expect(desk.tally.imports()).toHaveLength(1)
    expect(desk.tally.vouchers()).toHaveLength(1)
  })

  test('whose ledger is missing is not sent, and goes in when it is there', async () => {
    const unknown = {
      ...bill,
      party: 'Nobody',
      entries: bill.entries.map((entry) =>
        entry.isParty === true ? { ...entry, ledger: 'Nobody' } : entry,
      ),
    }
    expect(await enter(desk, workOf(unknown))).toMatchObject({
      step: 'parked',
      wasSent: false,
      trouble: { code: 'ledger_missing', field: 'master:Nobody' },
    })
    expect(desk.tally.imports()).toEqual([])
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
  })

  test('with a problem is not sent, and says which', async () => {
    const problems = [
      { code: 'ledger_missing', field: 'party:|X', message: 'Which is X?' },
    ] as const
    expect(await enter(desk, workOf(bill, { voucher: undefined, problems }))).toMatchObject({
      step: 'parked',
      trouble: problems[0],
    })
    await enter(desk, workOf(bill, { voucher: undefined, problems }))
    expect(desk.journal.linesOf(workOf(bill).part)).toHaveLength(1)
  })

  test('that is in the books, and that nobody can make a voucher of any more, waits for a person', async () => {
    await enter(desk, workOf(bill))
    const problems = [{ code: 'other', field: '', message: 'It has no date.' }] as const
    const unreadable = workOf(bill, { voucher: undefined, problems })
    const waiting = await enter(desk, unreadable)
    expect(waiting).toMatchObject({ step: 'parked', trouble: { code: 'changed_since' } })
    expect(isDone(waiting, unreadable)).toBe(false)
    await desk.restart()
    expect(isDone(await enter(desk, workOf(bill)), workOf(bill))).toBe(true)
    expect(desk.tally.imports()).toHaveLength(1)
  })

  test('is not sent when it waits no more', async () => {
    await enter(desk, workOf(bill, { isWanted: false }))
    expect(desk.tally.imports()).toEqual([])
  })
})

/** Where a process is killed: the call that is being made, and how much of it was done. */
const arrows: [string, (books: Books) => Partial<Books>][] = [
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

describe('a bridge that is killed', () => {
  test.each(arrows)('%s enters the bill once when it is started again', async (_, cut) => {
    await desk.restart((books) => ({ ...books, ...cut(books) }))
    expect(enter(desk, workOf(bill))).rejects.toThrow(Killed)
    await desk.restart()
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
    expect(desk.tally.vouchers()).toHaveLength(1)
  })

  test.each(arrows)('%s leaves alone what a person did meanwhile', async (_, cut) => {
    await desk.restart((books) => ({ ...books, ...cut(books) }))
    expect(enter(desk, workOf(bill))).rejects.toThrow(Killed)
    const [voucher] = desk.tally.vouchers()
    if (voucher !== undefined) desk.tally.person.edits(voucher.id, { reference: 'by hand' })
    else desk.tally.person.types(byHand)
    const before = desk.tally.vouchers().length
    await desk.restart()
    await enter(desk, workOf(bill))
    const references = desk.tally.vouchers().map(({ header }) => header['REFERENCE'])
    expect(references).toContain(voucher === undefined ? 'OSW/118' : 'by hand')
    expect(desk.tally.vouchers()).toHaveLength(before)
  })

  test('and lost its folder finds the bill again, and sends nothing', async () => {
    await enter(desk, workOf(bill))
    await desk.loseJournal()
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified', attempts: 0 })
    expect(desk.tally.imports()).toHaveLength(1)
  })
})

describe('an answer that is lost', () => {
  test.each(['cutBeforeCommit', 'cutAfterCommit'] as const)(
    '(%s) enters the bill once',
    async (fault) => {
      desk.tally.next(fault)
      await enterUntil('verified')
      expect(desk.tally.vouchers()).toHaveLength(1)
    },
  )

  test.each(['crashBeforeCommit', 'crashAfterCommit'] as const)(
    'with Tally itself (%s) enters the bill once',
    async (fault) => {
      desk.tally.next(fault)
      expect(enter(desk, workOf(bill))).rejects.toThrow()
      await desk.tally.startAgain()
      await desk.restart()
      await enterUntil('verified')
      expect(desk.tally.vouchers()).toHaveLength(1)
    },
  )

  test('in half enters the bill once', async () => {
    await desk.restart((books) => ({
      ...books,
      write(text) {
        desk.tally.next('truncate')
        return books.write(text)
      },
    }))
    await enterUntil('verified')
    expect(desk.tally.vouchers()).toHaveLength(1)
    expect(desk.tally.imports()).toHaveLength(1)
  })

  test('the third time leaves the bill to a person', async () => {
    desk.tally.next('cutBeforeCommit', 'cutBeforeCommit', 'cutBeforeCommit')
    await enterUntil('parked')
    expect(noted()).toMatchObject({ trouble: { code: 'outcome_unknown' }, attempts: 3 })
    desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by: 'Ravi' } })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified', attempts: 4 })
  })

  test('of a bill with lines of stock leaves it to a person when somebody wrote meanwhile', async () => {
    desk.tally.next('cutBeforeCommit')
    await enter(desk, workOf(stockBill))
    expect(noted()).toMatchObject({ step: 'unknown', attempts: 1 })
    desk.tally.person.types({ ...byHand, party: 'Vidarbha Dal Mill', reference: 'other' })
    await desk.restart()
    expect(await enter(desk, workOf(stockBill))).toMatchObject({
      step: 'parked',
      trouble: { code: 'outcome_unknown' },
      attempts: 1,
    })
  })
})

const stockBill = {
  ...bill,
  entries: bill.entries.filter(({ ledger }) => ledger !== 'Purchase 5%'),
  items: [
    {
      item: 'Moong Dal 1 kg',
      ledger: 'Purchase 5%',
      paise: 100_000,
      billedQty: 10,
      actualQty: 10,
      unit: 'Pkt',
      godown: 'Main Location',
      batch: '',
      hsn: '0713',
    },
  ],
}

function noted() {
  return notedOf(desk, workOf(bill))
}

/** As rounds do, each after the other. */
async function enterUntil(step: Noted['step']): Promise<void> {
  for (let round = 0; round < 5 && noted().step !== step; round++) {
    await enter(desk, workOf(bill))
  }
  expect(noted().step).toBe(step)
}

function killed(): Promise<never> {
  return Promise.reject(new Killed('killed'))
}

function onSecondCall<A extends unknown[], R>(first: (...args: A) => R, then: () => R) {
  let calls = 0
  return (...args: A): R => (calls++ === 0 ? first(...args) : then())
}
