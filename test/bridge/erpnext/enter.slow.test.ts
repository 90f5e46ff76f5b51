import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { notedOf } from '../../../src/bridge/desk.ts'
import { enter, isDone } from '../../../src/bridge/enter.ts'
import { inAllYears } from '../../../src/bridge/decide.ts'
import { workOf } from '../../support/bridge-desk.ts'
import {
  type ErpnextDesk,
  erpnextBill as bill,
  erpnextBillByHand as byHand,
  openErpnextDesk,
} from '../../support/erpnext-desk.ts'

const invoices = 'Purchase Invoice'
/** Shorter than anybody answers who was told not to. */
const answerMs = 300

let desk: ErpnextDesk

beforeEach(async () => {
  desk = await openErpnextDesk()
})

afterEach(() => desk.close())

function kept() {
  return desk.erpnext.docs(invoices)
}

function nameOf(at = 0): string {
  return String(kept()[at]?.['name'])
}

describe('a bill', () => {
  test('becomes a draft with its key for its name, and is read back', async () => {
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'verified',
      attempts: 1,
      verified: { voucherNo: expect.stringMatching(/^DB-[A-Z2-7]{26}$/) },
    })
    expect(kept()).toMatchObject([
      { docstatus: 0, grand_total: 1050, bill_no: 'OSW/118', supplier_gstin: '27AGDFO8688H1ZB' },
    ])
  })

  test('that somebody typed already is not entered a second time', async () => {
    desk.erpnext.person.types(invoices, byHand)
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'already_present',
      trouble: { code: 'duplicate_in_book' },
    })
    expect(desk.erpnext.writes()).toEqual([])
  })

  test('nor when the seller has more bills that end alike than a page of the site shows', async () => {
    for (const nth of Array.from({ length: 510 }).keys()) {
      desk.erpnext.person.types(invoices, { ...byHand, bill_no: `A-${1000 + nth}-18` })
    }
    desk.erpnext.person.types(invoices, byHand)
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'already_present',
      trouble: {
        message: 'Voucher ACC-PINV-2026-00511 of 2026-08-04 has the same party and number.',
      },
    })
    expect(desk.erpnext.writes()).toEqual([])
  })
})

describe('an answer that is lost', () => {
  test('is not asked for a second time by the connection itself', async () => {
    desk.erpnext.next('cutBeforeCommit')
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'unknown', wasSent: true })
    expect(desk.erpnext.writes()).toHaveLength(1)
  })

  test('of a request that is done when nobody waits for it any more enters the bill once', async () => {
    desk.close()
    desk = await openErpnextDesk({ answerMs })
    desk.erpnext.next('commitsWhenLeft')
    await enterUntil('verified')
    expect(kept()).toHaveLength(1)
  })

  test('is that of the first of two: the second is refused, and the one that is there is taken', async () => {
    const text = await desk.books.render(bill, workOf(bill).key)
    await desk.books.write(text)
    expect(await desk.books.write(text)).toMatchObject({
      outcome: 'accepted',
      raw: expect.stringContaining('DuplicateEntryError'),
    })
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified', attempts: 0 })
    expect(kept()).toHaveLength(1)
  })
})

describe('a refusal', () => {
  test('is told in its own words, and sent again when time has passed', async () => {
    desk.erpnext.next('tooMany')
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'rejected',
      wasSent: false,
      trouble: { code: 'target_busy', message: 'ERPNext is asked too often.' },
    })
    await desk.restart()
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified' })
  })

  test('of a rule of GST names the rule, without its marks', async () => {
    const between = { ...bill, tax: { ...bill.tax, placeOfSupply: 'Karnataka' } }
    expect(await enter(desk, workOf(between))).toMatchObject({
      step: 'rejected',
      trouble: {
        code: 'gst_mismatch',
        message: 'Row #1: Cannot charge CGST/SGST for inter-state supplies',
      },
    })
    expect(kept()).toEqual([])
  })
})

describe('what a person did with a bill that was entered', () => {
  beforeEach(async () => {
    await enter(desk, workOf(bill))
  })

  test('to edit it stays', async () => {
    desk.erpnext.person.edits(invoices, nameOf(), { bill_no: 'OSW/118-A' })
    await desk.restart()
    const noted = await enter(desk, workOf(bill))
    expect(isDone(noted, workOf(bill))).toBe(true)
    expect(kept()).toMatchObject([{ bill_no: 'OSW/118-A' }])
  })

  test('to submit it is no change', async () => {
    desk.erpnext.person.submits(invoices, nameOf())
    await desk.loseJournal()
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'verified', attempts: 0 })
  })

  test('to cancel it is told, and not undone', async () => {
    desk.erpnext.person.submits(invoices, nameOf())
    desk.erpnext.person.cancels(invoices, nameOf())
    await desk.loseJournal()
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'removed',
      trouble: { code: 'removed_in_book' },
    })
    expect(kept()).toMatchObject([{ docstatus: 2 }])
  })

  test('to make it anew from a cancelled one is what there is of it', async () => {
    desk.erpnext.person.submits(invoices, nameOf())
    desk.erpnext.person.cancels(invoices, nameOf())
    desk.erpnext.person.amends(invoices, nameOf(), { docstatus: 0 })
    await desk.loseJournal()
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'verified',
      verified: { voucherNo: expect.stringMatching(/-1$/) },
    })
    expect(kept()).toHaveLength(2)
  })

  test('to delete it is told, and not undone', async () => {
    desk.erpnext.person.deletes(invoices, nameOf())
    const noted = notedOf(desk, workOf(bill))
    expect(await inAllYears(desk.books, workOf(bill).key, noted, bill)).toEqual([])
    desk.journal.note(workOf(bill).part, { step: 'acked', detail: { as: 'verified' } })
    await desk.restart()
    expect(await enter(desk, workOf(bill))).toMatchObject({
      step: 'removed',
      trouble: { code: 'removed_in_book' },
    })
    expect(kept()).toEqual([])
  })

  test('to put an older copy of the site in place takes it away, and nothing is sent again', async () => {
    const before = desk.erpnext.snapshot().filter(({ doctype }) => doctype !== invoices)
    desk.erpnext.restoreTo(before)
    desk.journal.note(workOf(bill).part, { step: 'acked', detail: { as: 'verified' } })
    await desk.restart()
    expect(await enter(desk, workOf(bill))).toMatchObject({ step: 'removed' })
    expect(desk.erpnext.writes()).toHaveLength(1)
  })
})

/** Rounds as they follow each other, until the bill is there. */
async function enterUntil(step: string): Promise<void> {
  for (let tries = 0; tries < 4; tries++) {
    if ((await enter(desk, workOf(bill))).step === step) return
    await desk.restart()
  }
  expect(notedOf(desk, workOf(bill)).step).toBe('verified')
}
