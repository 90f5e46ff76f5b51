import { describe, expect, test } from 'bun:test'
import { enter, isDone } from '../../src/bridge/enter.ts'
import type { Voucher } from '../../src/bridge/vouchers/voucher.ts'
import { bill, byHand, eachDesk, type TallyDesk, workOf } from '../support/bridge-desk.ts'

const bank = 'HDFC Bank Current A/c'

let desk: TallyDesk

eachDesk((opened) => (desk = opened))

describe('a row of a bank statement', () => {
  test('that stands in another statement too is asked about', async () => {
    await enter(desk, workOf(paid()))
    expect(await enter(desk, rowOf('scan:other', 7))).toMatchObject({
      step: 'already_present',
      trouble: { message: expect.stringContaining('same account and amount') },
    })
    expect(desk.tally.imports()).toHaveLength(1)
  })

  test('is entered beside an equal row of its own statement', async () => {
    const rows = [rowOf('scan:a', 0), rowOf('scan:a', 1)]
    const ownKeys = rows.map(({ key }) => key)
    for (const row of rows) {
      expect(await enter(desk, { ...row, ownKeys })).toMatchObject({ step: 'verified' })
    }
    expect(desk.tally.vouchers()).toHaveLength(2)
  })

  test('that moves money between own accounts stands in the statements of both', async () => {
    await enter(desk, workOf(moved(bank, 'Cash', -50_000)))
    const other = workOf(moved('Cash', bank, 50_000), { part: { subject: 'scan:other', part: 0 } })
    expect(await enter(desk, other)).toMatchObject({ step: 'already_present' })
    expect(desk.tally.imports()).toHaveLength(1)
  })
})

describe('where what is there already counts as entered', () => {
  const counts = { whenPresent: 'acknowledge' } as const

  test('a bill with the same party, amount and day does', async () => {
    desk.tally.person.types(byHand)
    expect(await isCounted(workOf(bill, counts))).toBe(true)
  })

  test('a bill that is corrected afterwards does not, until a person says that it does', async () => {
    desk.tally.person.types(byHand)
    expect(await isCounted(workOf(bill, counts))).toBe(true)
    const dearer = bill.entries.map((entry) => ({ ...entry, paise: entry.paise * 2 }))
    expect(await isCounted(workOf({ ...bill, entries: dearer }, counts))).toBe(false)
    expect(desk.tally.imports()).toEqual([])
  })

  test('one of another amount is asked about', async () => {
    const entries = byHand.entries.map(({ ledger, paise }) => ({ ledger, paise: paise / 5 }))
    desk.tally.person.types({ ...byHand, entries })
    expect(await isCounted(workOf(bill, counts))).toBe(false)
  })

  test('one of another day is asked about', async () => {
    desk.tally.person.types({ ...byHand, date: '20260901' })
    expect(await isCounted(workOf(bill, counts))).toBe(false)
  })

  test('an optional one is asked about', async () => {
    desk.tally.person.types(byHand).header['ISOPTIONAL'] = 'Yes'
    expect(await isCounted(workOf(bill, counts))).toBe(false)
  })

  test('one typed payment stands for one of two equal rows', async () => {
    desk.tally.person.types({
      type: 'Payment',
      date: '20260805',
      party: bank,
      entries: [
        { ledger: 'Suspense', paise: 50_000 },
        { ledger: bank, paise: -50_000 },
      ],
    })
    expect(await isCounted({ ...rowOf('scan:s', 0), ...counts })).toBe(true)
    expect(await isCounted({ ...rowOf('scan:s', 1), ...counts })).toBe(false)
    expect(desk.tally.imports()).toEqual([])
  })

  test('an equal amount of another statement that says something else is asked about', async () => {
    await enter(desk, workOf(paid('UPI 1')))
    expect(await isCounted({ ...rowOf('scan:s', 0, 'UPI 2'), ...counts })).toBe(false)
  })

  test('a statement that comes twice is entered once', async () => {
    await enter(desk, workOf(paid('UPI 1')))
    expect(await isCounted({ ...rowOf('scan:t', 0, 'UPI 1'), ...counts })).toBe(true)
    expect(desk.tally.imports()).toHaveLength(1)
  })
})

async function isCounted(work: ReturnType<typeof workOf>): Promise<boolean> {
  const noted = await enter(desk, work)
  expect(noted.step).toBe('already_present')
  return isDone(noted, work)
}

function rowOf(subject: string, part: number, narration?: string) {
  return workOf(paid(narration), { part: { subject, part } })
}

function paid(narration = 'UPI'): Voucher {
  return { ...moved(bank, 'Suspense', -50_000), kind: 'payment', voucherType: 'Payment', narration }
}

/** As the statement of `own` has it: what comes in is above zero. */
function moved(own: string, other: string, paise: number): Voucher {
  const day = '2026-08-05'
  const allocation = {
    type: 'Others',
    number: '',
    favouring: other,
    date: day,
    bankersDate: day,
  } as const
  return {
    kind: 'contra',
    voucherType: 'Contra',
    date: day,
    party: other,
    reference: '',
    narration: `${own} to ${other}`,
    entries: [
      { ledger: other, paise: -paise, isParty: true },
      { ledger: own, paise, bank: allocation },
    ],
    items: [],
    tax: {},
  }
}
