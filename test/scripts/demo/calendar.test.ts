import { describe, expect, test } from 'bun:test'
import { printDate, printTime, timeWhenOpen } from '../../../scripts/demo/calendar.ts'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { indiaMidnight } from '../../../src/cli/demo/dates.ts'

const lateEvening = Date.parse('2026-11-04T18:45:00Z')

describe('the calendar', () => {
  test('prints the day it is in India, as documents do', () => {
    expect(printDate(lateEvening, 'dd-MMM-yy')).toBe('05-Nov-26')
    expect(printDate(lateEvening, 'dd/mm/yyyy')).toBe('05/11/2026')
    expect(printDate(lateEvening, 'dd.mm.yy')).toBe('05.11.26')
    expect(printDate(lateEvening, 'd MMM yyyy')).toBe('5 Nov 2026')
    expect(printDate(lateEvening, 'yyyymmdd')).toBe('20261105')
    expect(printTime(lateEvening, '.')).toBe('00.15.00')
    expect(new Date(indiaMidnight(lateEvening)).toISOString()).toBe('2026-11-04T18:30:00.000Z')
  })

  test('finds the one open hour between two moments, or says that there is none', () => {
    const random = seededRandom(1)
    const [night, eleven] = [Date.parse('2026-11-04T18:00:00Z'), Date.parse('2026-11-05T05:30:00Z')]
    for (let at = 0; at < 100; at += 1) {
      expect(timeWhenOpen(random, night, eleven)).toBeWithin(eleven - 3_600_000, eleven)
    }
    expect(() => timeWhenOpen(random, night, night + 3_600_000)).toThrow(RangeError)
  })
})
