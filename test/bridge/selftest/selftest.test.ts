import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { leftLines, summaryOf } from '../../../src/cli/bridge/selftest.ts'
import { checkNames } from '../../../src/bridge/selftest/selftest.ts'
import { tallyAt } from '../../../src/bridge/tally/transport.ts'
import { measured, testTally } from './changed-tally.ts'

/** A whole run makes hundreds of requests: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

describe('a Tally as it was measured', () => {
  test('is safe in all, and nothing of the test is left but its ledgers', async () => {
    using tally = await testTally()
    const report = await measured(tallyAt(tally.url))
    const outcomes = Object.fromEntries(report.findings.map(({ name, outcome }) => [name, outcome]))
    const { speed, ...others } = outcomes
    expect(speed).toMatch(/^\d+ ms$/)
    expect(others).toEqual({
      masters: 'made',
      letters: 'exact',
      alike_names: 'one',
      found_by: 'key, GUID, MASTERID',
      found_in_period: 'its day only',
      bills: 'kept, dropped',
      drafts: 'optional',
      key_twice_bill: 'altered',
      key_twice_payment: 'altered',
      key_twice_items: 'altered',
      key_twice_order: 'altered',
      deleted: 'back under a new GUID',
      cancelled: 'brought back',
      marks: '1, 1',
      by_guid: 'doubled',
      wrong_total: 'exception',
      missing_ledger: 'exception',
      exception_again: 'entered once',
      no_godown: 'exception without a word',
      date_outside: 'exception',
      days: '1, 2, 15, 30, 31',
      last_day: 'taken',
      rounding: 'kept',
      ledger_again: 'altered',
      several: 'in, out, in',
      closed_company: 'refused',
    })
    expect(summaryOf(report)).toBe(`${checkNames.length + 1} safe`)
    expect(report.tally).toEqual({ release: '7.1', educational: false })
    expect(tally.vouchers()).toEqual([])
    expect(report.left).toEqual({ vouchers: 0, exceptions: 6 })
    expect(leftLines(report)[0]).toContain('6 exceptions')
  })

  test('takes the test once more in the same company', async () => {
    using tally = await testTally()
    const only = ['found_by']
    await measured(tallyAt(tally.url), only)
    expect((await measured(tallyAt(tally.url), only)).summary).toMatchObject({
      safe: 2,
      unclear: 0,
    })
  })

  test('without a licence takes three days, and all else of the test', async () => {
    using tally = await testTally({ isEducational: true })
    const { findings, tally: said } = await measured(tallyAt(tally.url), [
      'days',
      'last_day',
      'key_twice_items',
    ])
    expect(said.educational).toBe(true)
    expect(findings.map(({ grade, outcome }) => [grade, outcome])).toEqual([
      ['safe', 'made'],
      ['safe', 'altered'],
      ['safe', '1, 2, 31'],
      ['safe', 'not taken'],
    ])
  })
})
