import { describe, expect, test } from 'bun:test'
import { readIsoTime } from '../../src/platform/time.ts'

describe('a day or a time', () => {
  test('with a zone is that moment', () => {
    expect(read('2027-03-31T18:00:00Z')).toBe(Date.UTC(2027, 2, 31, 18))
    expect(read('2027-03-31T18:00:00.250+05:30')).toBe(Date.UTC(2027, 2, 31, 12, 30, 0, 250))
    expect(read('2027-03-31T18:00-01:00')).toBe(Date.UTC(2027, 2, 31, 19))
  })

  test('without a zone is by this computer’s clock', () => {
    expect(read('2027-03-31T18:00')).toBe(new Date(2027, 2, 31, 18).getTime())
  })

  test('without a time is at the one that the caller says', () => {
    expect(read('2027-03-31')).toBe(new Date(2027, 2, 31).getTime())
    expect(readIsoTime('2027-03-31', '23:59:59.999')).toBe(
      new Date(2027, 2, 31, 23, 59, 59, 999).getTime(),
    )
  })

  test('can be the 29th of February in a leap year', () => {
    expect(read('2028-02-29')).toBe(new Date(2028, 1, 29).getTime())
  })

  test.each([
    '05/11/2027',
    '2027/11/05',
    '2027-02-29',
    '2027-02-30',
    '2027-04-31',
    '2027-13-01',
    '2027-00-10',
    '2027-1-5',
    '20270105',
    '2027-03-31T25:00:00Z',
    '2027-03-31T18:60:00Z',
    '2027-03-31 18:00',
    '2027-03-31T',
    'tomorrow',
    '',
  ])('%p is none', (text) => {
    expect(read(text)).toBeUndefined()
  })
})

function read(text: string): number | undefined {
  return readIsoTime(text, '00:00:00')
}
