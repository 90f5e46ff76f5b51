import { describe, expect, test } from 'bun:test'
import { notedOf } from '../../src/bridge/desk.ts'
import { enter, isDone } from '../../src/bridge/enter.ts'
import type { Noted } from '../../src/bridge/journal/fold.ts'
import { bill, byHand, eachDesk, type TallyDesk, workOf } from '../support/bridge-desk.ts'

let desk: TallyDesk

eachDesk((opened) => (desk = opened))

describe('a bill', () => {
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

describe('an answer that is lost', () => {
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
