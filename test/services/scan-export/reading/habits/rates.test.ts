import { describe, expect, test } from 'bun:test'
import type { SellerHabits } from '../../../../../src/reader/habits/habit.ts'
import { documentOf, linesOf, oddTable, taught } from './teach.ts'

const taxedAt = (pct: string) => oddTable(['P77', 'P81']).replaceAll('   5  ', `   ${pct}  `)

const rateDoubts = (drawing: string, habits: SellerHabits[]) =>
  documentOf(drawing, habits).lines.map((line) => line['gst_rate']?.doubts?.length ?? 0)

describe('rates of tax', () => {
  const once = taught(taxedAt('5'), { head: {} })
  const twice = taught(taxedAt('5'), { head: {}, known: once })

  test('are those of the bills', () => {
    expect(twice.rates).toMatchObject([{ pct: 5, times: 2 }])
  })

  test('are doubted where none of several bills had them, at the first line', () => {
    expect(rateDoubts(taxedAt('18'), [once])).toEqual([0, 0])
    expect(rateDoubts(taxedAt('18'), [twice])).toEqual([1, 0])
    expect(rateDoubts(taxedAt('5'), [twice])).toEqual([0, 0])
  })

  test('are not doubted any more once a person let one stand', () => {
    const thrice = taught(taxedAt('18'), { head: {}, known: twice })
    expect(rateDoubts(taxedAt('18'), [thrice])).toEqual([0, 0])
  })

  test('are forgotten with the mistake that they were', () => {
    const read = linesOf(taxedAt('5'), [])
    const wrong = read.map((line) => ({ ...line, gst_rate: '12' }))
    const mistaken = taught(taxedAt('5'), { head: {}, lines: wrong, known: twice })
    expect(mistaken.rates.map(({ pct }) => pct)).toContain(12)
    const mended = taught(taxedAt('5'), { head: {}, lines: read, known: mistaken, previous: wrong })
    expect(mended.rates).toMatchObject([{ pct: 5, times: 3 }])
  })

  test('are not made up where none is printed', () => {
    const bare = taxedAt('5').replace('GST %', '     ').replaceAll('   5  ', '      ')
    expect(linesOf(bare, [twice]).map((line) => line['gst_rate'])).toEqual([undefined, undefined])
  })
})
