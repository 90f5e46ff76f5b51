import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readDay } from '../../../src/paper/values.ts'

describe('a printed date', () => {
  test.each(
    [
      ['05/11/2026', '5/11/2026', '5-11-26', '05.11.2026', '05 11 2026', '05 / 11 / 2026'],
      ['5 Nov 2026', '5th Nov 2026', 'Nov 5, 2026', 'November 5th, 2026', '05-NOV-26', '05Nov2026'],
      ["5 Nov '26", '5th of November, 2026', 'Thursday, 5 November 2026', 'Thu, Nov 5, 2026'],
      ['2026-11-05', '2026/11/05', '2026.11.5', '2026-Nov-05', '20261105', '05112026'],
      ['2026-11-05T18:30:00.000Z', '2026-11-05T23:59:59+05:30', '05/11/26 14:22:10'],
      [
        '05/11/2026, 6:30 PM',
        '5 Nov 2026 09:15',
        '०५/११/२०२६',
        '０５／１１／２０２６',
        ' 05/11/2026 ',
      ],
    ].flat(),
  )('is read day first: %j', (text) => {
    expect(readDay(text)).toBe('2026-11-05')
  })

  test('is month first only where it cannot be day first', () => {
    expect(readDay('11/25/2026')).toBe('2026-11-25')
    expect(readDay('11/12/2026')).toBe('2026-12-11')
  })

  test('knows leap years and the ends of the years that documents have', () => {
    expect(readDay('29/02/2024')).toBe('2024-02-29')
    expect(readDay('29/02/2000')).toBe('2000-02-29')
    expect(readDay('01/01/1900')).toBe('1900-01-01')
    expect(readDay('31/12/2199')).toBe('2199-12-31')
    expect(readDay('1 Sept 99')).toBe('2099-09-01')
  })

  test.each(
    [
      ['31/02/2026', '29/02/2023', '29/02/2100', '13/13/2026', '00/11/2026', '05/00/2026'],
      ['0000-00-00', '05/11/0000', '31/12/1899', '01/01/2200', '00/00/00', '05/11/202'],
      ['', 'as agreed', 'Nov 2026', '11/2026', '5 Nov', '5 Foo 2026', '45966', '051126', '2026'],
      ['05/11/2026 to 06/11/2026', '9876543210', `5 Nov 2026${' '.repeat(60)}x`],
    ].flat(),
  )('is not made of %j', (text) => {
    expect(readDay(text)).toBeUndefined()
  })

  test('comes back from every usual way to print any day', () => {
    const noon = { min: new Date('2000-01-01T12:00Z'), max: new Date('2099-12-31T12:00Z') }
    fc.assert(
      fc.property(fc.date({ ...noon, noInvalidDate: true }), (day) => {
        const iso = day.toISOString().slice(0, 10)
        const [year = '', month = '', date = ''] = iso.split('-')
        const name = day.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' })
        expect(readDay(iso)).toBe(iso)
        expect(readDay(day.toISOString())).toBe(iso)
        expect(readDay(`${year}${month}${date}`)).toBe(iso)
        expect(readDay(`${date}${month}${year}`)).toBe(iso)
        expect(readDay(`${Number(date)}/${Number(month)}/${year.slice(2)}`)).toBe(iso)
        expect(readDay(`${date}-${name.slice(0, 3).toUpperCase()}-${year.slice(2)}`)).toBe(iso)
        expect(readDay(`${name} ${date}, ${year}`)).toBe(iso)
      }),
    )
  })

  test('any text gives a date of the calendar or none', () => {
    const unit = fc.constantFrom(...'0123456789/-. novTZ:'.split(''))
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
        const date = readDay(text)
        if (date !== undefined) expect(new Date(date).toISOString().slice(0, 10)).toBe(date)
      }),
      { numRuns: 5_000 },
    )
  })
})
