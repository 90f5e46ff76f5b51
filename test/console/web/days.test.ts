import { describe, expect, test } from 'bun:test'
import { endOfDay, readDay } from '../../../src/console/web/parts/days.ts'

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

  test('ends a millisecond before the next one, where the reader is', () => {
    expect(new Date(endOfDay('2027-04-03')).getTime() + 1).toBe(new Date(2027, 3, 4).getTime())
  })
})
