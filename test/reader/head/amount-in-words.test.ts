import { describe, expect, test } from 'bun:test'
import { ToWords } from 'to-words/en-IN'
import { readAmountInWords, hindiUnits } from '../../../src/reader/head/amount-in-words.ts'

describe('an amount in words', () => {
  const amounts: [words: string, rupees: number][] = [
    ['INR One Lakh Twenty Three Thousand Four Hundred Fifty Six Only', 123456],
    ['Rupees One Hundred and Fifty Paise Only', 100.5],
    ['Rupees One Hundred and Fifty Only', 150],
    ['Twelve Thousand Three Hundred and Forty-Five Rupees and Sixty Seven Paise', 12345.67],
    ['Rs. Four Crores Two Lacs and paise five only.', 40200000.05],
    ['Indian Rupee Nineteen Thousand Only', 19000],
    ['RupeesOneThousandTwoHundredSixteenOnly', 1216],
    ['Rupees Seven Hundred Sixty', 760],
    ['Hundred only', 100],
    ['Zero Only', 0],
    ['One Thousand Fourty Rupees', 1040],
    ['एक लाख तेईस हजार चार सौ छप्पन रुपये मात्र', 123456],
    ['रुपये दो हज़ार पाँच सौ और पचास पैसे केवल', 2500.5],
  ]
  test.each(amounts)('%s', (words, rupees) => {
    expect(readAmountInWords(words)).toBe(Math.round(rupees * 100))
  })

  test('is read where a scanner got one letter of a word wrong', () => {
    expect(readAmountInWords('Rupees Twelve Thousamd Tbree Hundred Only')).toBe(1230000)
  })

  test('as it is printed on our own invoices, whatever it is', () => {
    const printer = new ToWords({ converterOptions: { currency: true } })
    for (const rupees of [0.05, 7, 11.1, 20.2, 99.99, 100, 1010.07, 14116, 999999.01, 12345678.9]) {
      expect([rupees, readAmountInWords(printer.convert(rupees))]).toEqual([
        rupees,
        Math.round(rupees * 100),
      ])
    }
  })

  const none = [
    '',
    'Only',
    'Rupees 1,234 only',
    'Five Twenty',
    'One Lakh Two Crore',
    'E. & O. E.',
    'Six Hundred Boxes',
  ]
  test.each(none)('is not in: %s', (words) => {
    expect(readAmountInWords(words)).toBeUndefined()
  })
})

test('Hindi has a word for each number up to 99', () => {
  expect(new Set(hindiUnits.values()).size).toBe(100)
  expect(hindiUnits.get('निन्यानवे')).toBe(99)
})
