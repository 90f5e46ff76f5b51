import { describe, expect, test } from 'bun:test'
import gu from 'dayjs/locale/gu.js'
import hi from 'dayjs/locale/hi.js'
import {
  endOfDay,
  formatDay,
  readDay,
  readShortDay,
  wholeDays,
} from '../../../src/console/components/days.ts'

describe('a day that is typed', () => {
  test.each([
    '3/4/2027',
    '03-04-2027',
    '3.4.2027',
    '3 Apr 2027',
    '3 April 2027',
    ' 3/4/27 ',
    '2027-04-03',
  ])('is the third of April: %s', (text) => expect(readDay(text)).toBe('2027-04-03'))

  test.each(['', '31/2/2027', '4/31/2027', 'tomorrow', '3/4'])('is none: "%s"', (text) => {
    expect(readDay(text)).toBeNull()
  })

  test.each([
    ['28', '2026-11-28'],
    ['30', '2026-10-30'],
    ['31', '2026-10-31'],
    ['28/10', '2026-10-28'],
    ['28.12', '2025-12-28'],
    ['29/2', '2024-02-29'],
    ['281026', '2026-10-28'],
    ['050426', '2026-04-05'],
    ['28 oct', '2026-10-28'],
    ['5Dec', '2025-12-05'],
  ])('may be short, and is the nearest one before today: %s', (text, day) => {
    expect(readShortDay(text, '2026-11-29')).toBe(day)
  })

  test('may be short, and is the nearest one from today on where a bill is due', () => {
    expect(readShortDay('5', '2026-11-29', true)).toBe('2026-12-05')
    expect(readShortDay('29/11', '2026-11-29', true)).toBe('2026-11-29')
    expect(readShortDay('28/11', '2026-11-29', true)).toBe('2027-11-28')
  })

  test.each(['', '32', '31/2', '28/10/2026', '281326', 'tomorrow'])(
    'is not short: "%s"',
    (text) => {
      expect(readShortDay(text, '2026-11-29')).toBeNull()
    },
  )

  test('ends a millisecond before the next one, where the reader is', () => {
    expect(new Date(endOfDay('2027-04-03')).getTime() + 1).toBe(new Date(2027, 3, 4).getTime())
  })
})

describe.each([hi.name, gu.name])('a day in the language %s', (names) => {
  const days = Array.from(
    { length: 12 },
    (_, month) => `2027-${`${month + 1}`.padStart(2, '0')}-05`,
  )

  test('is read as it is shown, and in English too', () => {
    for (const day of days) {
      expect(readDay(formatDay(day, names), names)).toBe(day)
      expect(readDay(formatDay(day), names)).toBe(day)
    }
  })

  test('has the months of that language', () => {
    expect(formatDay('2027-06-05', names)).not.toContain('Jun')
  })
})

describe('a range of days', () => {
  test('is from the first moment of one to the last of the other, where the reader is', () => {
    const { from, until } = wholeDays({ from: '2027-04-03', until: '2027-04-04' })
    expect(new Date(from).getTime()).toBe(new Date(2027, 3, 3).getTime())
    expect(new Date(until).getTime() + 1).toBe(new Date(2027, 3, 5).getTime())
  })

  test('may be open at either end', () => {
    expect(wholeDays({ from: undefined, until: undefined })).toEqual({})
  })
})

test('a day on a document is shown as days are here; what is no day stays as it was printed', () => {
  expect(formatDay('2026-11-05')).toBe('5 Nov 2026')
  expect(formatDay('05.11.26')).toBe('05.11.26')
})
