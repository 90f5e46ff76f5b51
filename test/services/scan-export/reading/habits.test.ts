import { describe, expect, test } from 'bun:test'
import type { Habit } from '../../../../src/services/scan-export/reading/habits/habit.ts'
import { habitsOf, mergeHabits } from '../../../../src/services/scan-export/reading/habits-of.ts'
import type { ReadPage } from '../../../../src/services/scan-export/reading/page.ts'
import { readDocuments } from '../../../../src/services/scan-export/reading/read-documents.ts'
import { drawnPage } from './drawn-page.ts'
import { ownGstin } from './read-drawing.ts'

const gstin = '27ARZPV1134P1ZQ'
const context = { ownGstin, vendorNames: [], today: '2026-11-22' }

/** A seller whose labels nobody else has, and whose number has none. */
const oddBill = (given: { number: string; day: string; pays: string; city?: string }) => `
SHREE TRADERS
GSTIN:${gstin}                               ${given.number}
Patti dinank : ${given.day}                    ${given.city ?? 'Pune'}
Item        HSN     Qty   Rate    Amount
Besan       1106    2     84.50   169.00
Wapsi                             -9.00
Hisab barabar                     ${given.pays}
For SHREE TRADERS`

const first = { number: 'K/26-27/118', day: '05/11/2026', pays: '160.00' }
const confirmed = { gstin, invoice_no: 'K/26-27/118', invoice_date: '2026-11-05', total: '160' }

function fileOf(drawing: string, source: ReadPage['source'] = 'text') {
  return { pages: [drawnPage(drawing, { source })], attachments: [] }
}

function headOf(drawing: string, habits: readonly Habit[], source?: ReadPage['source']) {
  const [document] = readDocuments(fileOf(drawing, source), { ...context, habits })
  return Object.fromEntries(
    Object.entries(document?.head ?? {}).map(([key, { text }]) => [key, text]),
  )
}

const tenth = oddBill({ number: 'K/26-27/127', day: '19/11/2026', pays: '161.00' })

describe('what a person confirmed of a seller’s bill', () => {
  const learnt = habitsOf(fileOf(oddBill(first)), confirmed, context)

  test('is where its labels and values stand', () => {
    expect(learnt.map(({ key, label, shape }) => [key, label, shape])).toEqual([
      ['invoice_no', '', 'A/9-9/9'],
      ['invoice_date', 'patti dinank', '9/9/9'],
      ['total', 'hisab barabar', '9.9'],
    ])
  })

  test('finds on the next bill what was not found on the first', () => {
    expect(headOf(tenth, [])).not.toHaveProperty('invoice_no')
    expect(headOf(tenth, learnt)).toMatchObject({
      invoice_no: 'K/26-27/127',
      invoice_date: '19/11/2026',
      total: '161.00',
    })
  })

  test('finds it on a picture too', () => {
    expect(headOf(tenth, learnt, 'ocr')).toMatchObject({
      invoice_no: 'K/26-27/127',
      invoice_date: '19/11/2026',
    })
  })

  test('is no other seller’s', () => {
    const others = tenth.replace(gstin, '27AAPFU0939F1ZV')
    expect(headOf(others, learnt)).not.toHaveProperty('invoice_no')
  })

  test('is not taken from what stands in its place in another form', () => {
    const other = oddBill({ ...first, number: 'CASH' })
    expect(headOf(other, learnt)).not.toHaveProperty('invoice_no')
  })

  test('is nothing where all was read', () => {
    const plain = oddBill(first)
      .replace('K/26-27/118', 'Bill No : K/26-27/118')
      .replace('Patti dinank', 'Bill Date')
    const { invoice_no, invoice_date } = confirmed
    expect(habitsOf(fileOf(plain), { gstin, invoice_no, invoice_date }, context)).toEqual([])
  })

  test('is what the newest bill says', () => {
    const [habit] = learnt
    if (habit === undefined) throw new Error('Nothing was learnt.')
    const newer = { ...habit, label: 'patti no' }
    expect(mergeHabits(learnt, [newer])).toEqual([newer, ...learnt.slice(1)])
  })
})

test('two numbers are no doubt any more once somebody said which is the bill’s', () => {
  const drawing = (number: string) => `
SHREE TRADERS
GSTIN:${gstin}
Bill No : ${number}                 Date : 05/11/2026
Invoice No : SYS-77
Total                     199.00
For SHREE TRADERS`
  const doubts = (text: string, habits: Habit[]) =>
    readDocuments(fileOf(text), { ...context, habits })[0]?.head['invoice_no']?.doubts ?? []
  expect(doubts(drawing('118'), [])).toHaveLength(1)
  const learnt = habitsOf(fileOf(drawing('118')), { gstin, invoice_no: '118' }, context)
  expect(doubts(drawing('119'), learnt)).toEqual([])
})

const learntOf = (below: string, wished: Record<string, string>) => {
  const drawing = `
SHREE TRADERS
GSTIN:${gstin}                      Bill No : 118
${below}
For SHREE TRADERS`
  const habits = habitsOf(fileOf(drawing), { gstin, ...wished }, context)
  return habits.map(({ key, label }) => [key, label])
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
})
