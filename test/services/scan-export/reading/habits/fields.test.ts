import { describe, expect, test } from 'bun:test'
import type { SellerHabits } from '../../../../../src/reader/habits/habit.ts'
import { ownGstin } from '../../../../reader/read-drawing.ts'
import { documentOf, gstin, headOf, taught } from './teach.ts'

/** A seller whose labels nobody else has, and whose number has none. */
const oddBill = (given: { number: string; day: string; pays: string; city?: string }) => `
SHREE TRADERS
GSTIN:${gstin}                               ${given.number}
Patti dinank : ${given.day}                    ${given.city ?? 'Pune'}
Shriman Anand Stores, GSTIN ${ownGstin}
Item        HSN     Qty   Rate    Amount
Besan       1106    2     84.50   169.00
Wapsi                             -9.00
Hisab barabar                     ${given.pays}
For SHREE TRADERS`

const first = { number: 'K/26-27/118', day: '05/11/2026', pays: '160.00' }
const confirmed = {
  gstin,
  invoice_no: 'K/26-27/118',
  invoice_date: '2026-11-05',
  buyer_name: 'Anand Stores',
  total: '160',
}

const tenth = oddBill({ number: 'K/26-27/127', day: '19/11/2026', pays: '161.00' })

function timesOf({ fields }: SellerHabits): Set<number> {
  return new Set(fields.map(({ times }) => times))
}

describe('what a person confirmed of a seller’s bill', () => {
  const learnt = taught(oddBill(first), { head: confirmed })

  test('is where its labels and values stand, and what it calls the shop', () => {
    expect(
      learnt.fields.map(({ key, printed, words, shape }) => [key, words ?? printed, shape]),
    ).toEqual(
      expect.arrayContaining([
        ['invoice_no', '', 'A/9-9/9'],
        ['invoice_date', 'Patti dinank', '9/9/9'],
        ['total', 'Hisab barabar', '9.9'],
        ['buyer_name', 'Anand Stores', ''],
      ]),
    )
  })

  test('finds on the next bill what was not found on the first', () => {
    expect(headOf(tenth, [])).not.toHaveProperty('invoice_no')
    expect(headOf(tenth, [learnt])).toMatchObject({
      invoice_no: 'K/26-27/127',
      invoice_date: '19/11/2026',
      buyer_name: 'Anand Stores',
      total: '161.00',
    })
  })

  test('finds it on a picture too', () => {
    expect(headOf(tenth, [learnt], 'ocr')).toMatchObject({
      invoice_no: 'K/26-27/127',
      invoice_date: '19/11/2026',
    })
  })

  test('is no other seller’s', () => {
    const others = tenth.replace(gstin, '27AAPFU0939F1ZV')
    expect(headOf(others, [learnt])).not.toHaveProperty('invoice_no')
  })

  test('is not taken from what stands in its place and is no such thing', () => {
    const other = oddBill({ ...first, number: 'CASH' })
    expect(headOf(other, [learnt])).not.toHaveProperty('invoice_no')
  })

  test('is asked for where it looks different', () => {
    const { head } = documentOf(oddBill({ ...first, number: '2026-5' }), [learnt])
    expect(head['invoice_no']).toMatchObject({ text: '2026-5' })
    expect(head['invoice_no']?.doubts).toHaveLength(1)
  })

  test('is nothing where all was read', () => {
    const plain = oddBill(first)
      .replace('K/26-27/118', 'Bill No : K/26-27/118')
      .replace('Patti dinank', 'Bill Date')
    const { invoice_no, invoice_date } = confirmed
    expect(taught(plain, { head: { gstin, invoice_no, invoice_date } }).fields).toEqual([])
  })

  test('counts the bills that bear it out, each once', () => {
    const second = taught(tenth, { head: {}, known: learnt })
    const again = taught(tenth, { head: {}, known: second, previous: [] })
    expect([second.bills, timesOf(second)]).toEqual([2, new Set([2])])
    expect([again.bills, timesOf(again)]).toEqual([2, new Set([2])])
  })

  test('is dropped where a person says otherwise, and learnt where that stands', () => {
    const moved = tenth.replace('Pune', 'Bhav dinank : 20/11/2026')
    const after = taught(moved, { head: { invoice_date: '2026-11-20' }, known: learnt })
    expect(after.fields.find(({ key }) => key === 'invoice_date')).toMatchObject({
      printed: 'Bhav dinank',
      times: 1,
    })
    const gone = taught(tenth, { head: { invoice_no: 'X-1' }, known: learnt })
    expect(gone.fields.map(({ key }) => key)).not.toContain('invoice_no')
  })
})

const withoutGstin = (number: string) =>
  oddBill({ ...first, number }).replace(`GSTIN:${gstin}`, 'Market Yard')

describe('a seller without a GSTIN', () => {
  const { gstin: _, ...head } = confirmed
  const learnt = taught(withoutGstin('K/26-27/118'), {
    head: { ...head, vendor_name: 'SHREE TRADERS' },
  })

  test('is known by its name', () => {
    expect(learnt.seller).toBe('shreetraders')
    expect(headOf(withoutGstin('K/26-27/119'), [learnt])).toMatchObject({
      invoice_no: 'K/26-27/119',
    })
  })

  test('is not taken for one of that name that has a GSTIN', () => {
    expect(headOf(tenth, [learnt])).not.toHaveProperty('invoice_no')
  })
})

const twoNumbers = (number: string) => `
SHREE TRADERS
GSTIN:${gstin}
Bill No : ${number}                 Date : 05/11/2026
Invoice No : SYS-77
Total                     199.00
For SHREE TRADERS`

const numberDoubts = (text: string, habits: SellerHabits[]) =>
  documentOf(text, habits).head['invoice_no']?.doubts ?? []

test('of two numbers the learnt one is asked for once more, and then no more', () => {
  expect(numberDoubts(twoNumbers('118'), [])).toHaveLength(1)
  const once = taught(twoNumbers('118'), { head: { invoice_no: '118' } })
  expect(numberDoubts(twoNumbers('119'), [once])).toHaveLength(1)
  const twice = taught(twoNumbers('119'), { head: { invoice_no: '119' }, known: once })
  expect(numberDoubts(twoNumbers('120'), [twice])).toEqual([])
})

const learntOf = (below: string, head: Record<string, string>) => {
  const drawing = `
SHREE TRADERS
GSTIN:${gstin}                      Bill No : 118
${below}
For SHREE TRADERS`
  return taught(drawing, { head }).fields.map(({ key, label }) => [key, label])
}

describe('what stands on the paper more than once', () => {
  test('is not learnt behind another field’s label', () => {
    const taxes = `
CGST                 90.00
SGST                 9O,O0
Total             1,180.00`
    expect(learntOf(taxes, { sgst: '90.00' })).toEqual([])
    expect(learntOf('PO Date : 05/11/2026', { invoice_date: '2026-11-05' })).toEqual([])
  })

  test('is learnt behind its own label alone', () => {
    const days = `
PO Date : 05/11/2026
Patti dinank : 05/11/2026`
    expect(learntOf(days, { invoice_date: '2026-11-05' })).toEqual([
      ['invoice_date', 'patti dinank'],
    ])
  })

  test('is not learnt behind labels of which either may be meant', () => {
    const days = `
Patti dinank : 05/11/2026
Maal dinank : 05/11/2026`
    expect(learntOf(days, { invoice_date: '2026-11-05' })).toEqual([])
  })

  test('is one place where a part of it says the same', () => {
    const number = `
Patti dinank : : 05/11/2026`
    expect(learntOf(number, { invoice_date: '2026-11-05' })).toEqual([
      ['invoice_date', 'patti dinank'],
    ])
  })

  test('is learnt by its place where another day stands behind the same label', () => {
    const days = `
Dinank : 05/11/2026
Dinank : 09/11/2026`
    expect(learntOf(days, { invoice_date: '2026-11-05' })).toEqual([['invoice_date', '']])
  })
})

const oddFoot = (goods: string, tax: string, roundOff: string, total: string) => `
SHREE TRADERS
GSTIN:${gstin}                      Bill No : 118
Item        HSN     Qty   Rate    Amount
Besan       1106    2     84.50   ${goods}
CGST                               ${tax}
SGST                               ${tax}
+/-                                ${roundOff}
Hisab                            ${total}
For SHREE TRADERS`

test('an amount without a label is the one between those with one', () => {
  const learnt = taught(oddFoot('169.00', '4.23', '-4.46', '173.00'), {
    head: { round_off: '-4.46', total: '173' },
  })
  expect(learnt.fields.find(({ key }) => key === 'round_off')).toMatchObject({
    above: 'tax',
    below: 'hisab',
  })
  const next = oddFoot('169.00', '4.23', '1.54', '179.00')
  expect(headOf(next, [])).not.toHaveProperty('round_off')
  expect(headOf(next, [learnt])).toMatchObject({ round_off: '1.54', total: '179.00' })
})
