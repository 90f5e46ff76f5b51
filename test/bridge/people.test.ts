import { beforeEach, describe, expect, test } from 'bun:test'
import { notedOf, isRolledBack, requireMark } from '../../src/bridge/desk.ts'
import { enter, isDone } from '../../src/bridge/enter.ts'
import type { Element } from '../../src/stand-ins/tally/xml.ts'
import { bill, byHand, eachDesk, type TallyDesk, workOf } from '../support/bridge-desk.ts'

let desk: TallyDesk

eachDesk((opened) => (desk = opened))

describe('what a person did in the books', () => {
  test('an edit stays, also when the bill is listed again', async () => {
    const id = await entered()
    desk.tally.person.edits(id, { narration: 'mine', reference: 'OSW-118' })
    await desk.restart()
    await enter(desk, workOf(bill))
    expect(desk.tally.vouchers()[0]?.header['REFERENCE']).toBe('OSW-118')
    expect(desk.tally.imports()).toHaveLength(1)
  })

  test('its own narration, number and day stay, and do not count as deleted', async () => {
    const id = await entered()
    desk.tally.person.edits(id, { narration: 'Diwali', reference: 'OSW-118 A', date: '20260806' })
    for (const by of ['Ravi', 'Asha']) {
      desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by } })
      expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
    }
    expect(desk.tally.imports()).toHaveLength(1)
    expect(desk.tally.vouchers()[0]?.header).toMatchObject({ NARRATION: 'Diwali' })
  })

  test('a voucher that took the place of one that is gone is not taken for it', async () => {
    const empty = desk.tally.snapshot()
    await entered()
    desk.tally.restoreTo(empty)
    const entries = byHand.entries.map(({ ledger, paise }) => ({ ledger, paise: paise * 2 }))
    desk.tally.person.types({ ...byHand, reference: 'OSW/300', entries })
    desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by: 'Ravi' } })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'removed' })
  })

  test('a bill whose own text looks like a key is entered, and found again', async () => {
    const named = { ...bill, narration: 'scan [DB:aaaaaaaaaaaaaaaaaaaaaaaaaa].pdf' }
    expect(await enter(desk, workOf(named))).toMatchObject({ step: 'verified' })
  })

  test('a bill that was corrected after it was entered is not sent over it', async () => {
    await entered()
    const corrected = { ...bill, reference: 'OSW/119' }
    expect(await enter(desk, workOf(corrected))).toMatchObject({
      step: 'parked',
      trouble: { code: 'changed_since' },
    })
    expect(desk.tally.imports()).toHaveLength(1)
  })

  test('the same correction in the books settles it', async () => {
    const id = await entered()
    const corrected = { ...bill, reference: 'OSW/119' }
    await enter(desk, workOf(corrected))
    desk.tally.person.edits(id, { reference: 'OSW/119' })
    await desk.restart()
    expect(await enter(desk, workOf(corrected))).toMatchObject({ step: 'verified' })
    await enter(desk, workOf(corrected))
    expect(desk.tally.imports()).toHaveLength(1)
  })

  test('the same bill, typed by hand, is asked about', async () => {
    desk.tally.person.types(byHand)
    const parked = { step: 'already_present', trouble: { code: 'duplicate_in_book' } }
    expect(await enter(desk, workOf(bill))).toMatchObject(parked)
    desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by: 'Ravi' } })
    expect(await enter(desk, workOf(bill))).toMatchObject(parked)
    expect(desk.tally.imports()).toEqual([])
  })

  test.each(['OSW-118', 'osw/0118/26-27', '118/OSW'])(
    'also under its number as people type it: %s',
    async (reference) => {
      desk.tally.person.types({ ...byHand, reference })
      const { step } = await enter(desk, workOf(bill))
      expect(step).toBe(reference === '118/OSW' ? 'verified' : 'already_present')
    },
  )

  test('also under another type of purchases', async () => {
    desk.tally.person.types({ ...byHand, type: 'Purchase Manual' })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'already_present' })
    expect(desk.tally.imports()).toEqual([])
  })

  test('a return under the number of its bill is another paper', async () => {
    const entries = byHand.entries.map(({ ledger, paise }) => ({ ledger, paise: -paise }))
    desk.tally.person.types({ ...byHand, type: 'Debit Note', entries })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
  })

  test.each(['INV-2026-5', 'INV/2026/007', 'GST/26/9'])(
    'also where years and zeros stand before the end of its number: %s',
    async (reference) => {
      desk.tally.person.types({ ...byHand, reference })
      expect(await enter(desk, workOf({ ...bill, reference }))).toMatchObject({
        step: 'already_present',
      })
      expect(desk.tally.imports()).toEqual([])
    },
  )

  test('it is entered all the same when a person says that it is another paper', async () => {
    desk.tally.person.types(byHand)
    await enter(desk, workOf(bill))
    const detail = { by: 'Ravi', isAnother: true }
    desk.journal.note(workOf(bill).part, { step: 'retry', detail })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
    expect(desk.tally.vouchers()).toHaveLength(2)
  })
})

describe('an exception', () => {
  beforeEach(async () => {
    // Nothing was found missing, and then Tally finds something.
    await desk.restart((books) => ({ ...books, check: () => Promise.resolve([]) }))
    await enter(desk, workOf(unknownDuty))
  })

  test('is waited for, and never sent again by itself', async () => {
    expect(noted()).toMatchObject({ step: 'parked', trouble: { code: 'exception_parked' } })
    await desk.restart()
    expect(await enter(desk, workOf(unknownDuty))).toMatchObject({ step: 'parked', attempts: 1 })
    expect(desk.tally.imports()).toHaveLength(1)
  })

  test('that a person finished is found, and counts as entered', async () => {
    const [held] = desk.tally.companies()[0]?.held.keys() ?? []
    desk.tally.person.finishesException(held ?? 0, (voucher) => mended(voucher))
    await desk.restart()
    expect(await enter(desk, workOf(unknownDuty))).toMatchObject({ step: 'verified' })
    expect(desk.tally.vouchers()).toHaveLength(1)
    expect(desk.tally.imports()).toHaveLength(1)
  })
})

describe('books that went back to an earlier state', () => {
  test('stop the bridge until a person accepts them, and what is gone can come again', async () => {
    const empty = desk.tally.snapshot()
    await entered()
    desk.tally.restoreTo(empty)
    await desk.restart()
    const mark = await desk.books.mark()
    expect(isRolledBack(thrownBy(() => requireMark(desk.journal, mark)))).toBe(true)
    const other = workOf(
      { ...bill, reference: 'OSW/200' },
      { part: { subject: 'scan:b', part: 0 } },
    )
    expect(enter(desk, other)).rejects.toThrow('went back')
    desk.journal.acceptMark(mark)
    expect(await enter(desk, other)).toMatchObject({ step: 'verified' })
    desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by: 'Ravi' } })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'removed' })
    desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by: 'Ravi' } })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
    expect(desk.tally.vouchers()).toHaveLength(2)
  })
})

describe('what the books lost', () => {
  test.each(['deletes', 'cancels'] as const)(
    '(a person %s it) is not brought back',
    async (did) => {
      const id = await entered()
      desk.tally.person[did](id)
      desk.journal.note(workOf(bill).part, { step: 'retry', detail: { by: 'Ravi' } })
      expect(await enter(desk, workOf(bill))).toMatchObject({
        step: 'removed',
        trouble: { code: 'removed_in_book' },
      })
      expect(desk.tally.imports()).toHaveLength(1)
    },
  )
})

describe('what a person took off the list', () => {
  test.each(['settled', 'dropped'] as const)(
    '(%s) is never sent when it is listed again, whatever it is made into then',
    async (step) => {
      const silent = { outcome: 'refused', code: 'refused', message: 'No.', raw: '' } as const
      await desk.restart((books) => ({ ...books, write: () => Promise.resolve(silent) }))
      expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'rejected' })
      await desk.restart()
      desk.journal.note(workOf(bill).part, { step, detail: { by: 'Ravi' } })
      desk.journal.note(workOf(bill).part, { step: 'acked', detail: { as: step } })
      const other = workOf({ ...bill, narration: 'mapped otherwise' })
      const after = await enter(desk, other)
      expect(isDone(after, other)).toBe(true)
      expect(desk.tally.imports()).toEqual([])
      desk.journal.note(other.part, { step: 'retry', detail: { by: 'Ravi' } })
      expect(await enter(desk, other)).toMatchObject({ step: 'verified' })
    },
  )
})

const unknownDuty = {
  ...bill,
  entries: bill.entries.map((entry) =>
    entry.ledger === 'Input CGST' ? { ...entry, ledger: 'Input Nothing' } : entry,
  ),
}

function noted() {
  return notedOf(desk, workOf(bill))
}

/** Enters the bill, and answers its voucher's number in Tally. */
async function entered(): Promise<number> {
  expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
  return desk.tally.vouchers()[0]?.id ?? 0
}

/** With a ledger that is there. */
function mended(voucher: Element): Element {
  const text = voucher.text.replace('Input Nothing', 'Input CGST')
  return { ...voucher, text, children: voucher.children.map(mended) }
}

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}
