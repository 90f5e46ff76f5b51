import { describe, expect, test } from 'bun:test'
import { leftLines, pageOf } from '../../../src/cli/bridge/selftest.ts'
import { selftest } from '../../../src/bridge/selftest/selftest.ts'
import { tallyAt } from '../../../src/bridge/tally/transport.ts'
import { sampleCompanies } from '../../../src/stand-ins/tally/sample-company.ts'
import { changed, company, measured, testTally } from './changed-tally.ts'

describe('a company that is not written to', () => {
  test('has another name, or is not open', async () => {
    using tally = await testTally({ companies: sampleCompanies() })
    expect(await refusedBy(tally.url, 'Kulkarni General Stores')).toContain(
      '"Daybook Selftest" in its name',
    )
    expect(await refusedBy(tally.url)).toContain('not open')
    expect(tally.imports()).toEqual([])
  })

  test('is open beside another', async () => {
    const [shop] = sampleCompanies()
    if (shop === undefined) throw new Error('There is a sample.')
    const other = { ...structuredClone(shop), name: company, number: '10002', guid: 'other' }
    using tally = await testTally({ companies: [shop, other] })
    expect(await refusedBy(tally.url)).toContain('Another company is open')
    expect(tally.imports()).toEqual([])
  })

  test.each(['20260401', '19991231'])(
    'has a voucher of somebody else, of whatever day: %s',
    async (date) => {
      using tally = await testTally()
      const entries = [
        { ledger: 'Cash', paise: 100 },
        { ledger: 'Suspense', paise: -100 },
      ]
      tally.person.types({ type: 'Journal', date, party: 'Cash', entries, narration: 'Rent' })
      expect(await refusedBy(tally.url)).toContain('Somebody entered vouchers')
      expect(tally.imports()).toEqual([])
    },
  )

  test('is joined by another while the test runs: nothing more is sent', async () => {
    const [test_, shop] = [...sampleCompanies(), ...sampleCompanies()]
    if (test_ === undefined || shop === undefined) throw new Error('There is a sample.')
    const companies = [
      { ...test_, name: company, number: '10002', guid: 'other' },
      { ...shop, isLoaded: false },
    ]
    using tally = await testTally({ companies })
    const transport = changed(tally, {
      written(text) {
        if (text.includes('<STOCKITEM ')) tally.person.loads(shop.name)
        return text
      },
    })
    const { findings, left } = await measured(transport, ['letters', 'speed'])
    expect(findings.map(({ grade }) => grade)).toEqual(['safe', 'unclear', 'not_run'])
    expect(tally.imports().join('')).not.toContain('<VOUCHER ')
    expect(left.vouchers).toBe(0)
  })
})

test('the report is a page that runs nothing and says what was sent, escaped', async () => {
  using tally = await testTally()
  const report = await measured(tallyAt(tally.url), ['letters'])
  const page = pageOf(report)
  expect(page).toContain('2 safe. Tally 7.1, with a licence')
  expect(page).toContain("default-src 'none'")
  expect(page).toContain('&lt;PARTYNAME&gt;DBT मीठा &amp;amp; ₹ Sons')
  expect(page).not.toContain('<script')
  expect(page).not.toContain('Om Sai Wholesale')
  const unknown = pageOf({ ...report, tally: { release: '', educational: true } })
  expect(unknown).toContain('Tally of an unknown release, educational mode')
  expect(leftLines({ ...report, left: { vouchers: null, exceptions: 0 } })[0]).toContain('Some')
})

/** Why the test is not made; '' when it is. */
async function refusedBy(url: string, name = company): Promise<string> {
  const made = selftest(tallyAt(url), { company: name, now: () => Date.now() })
  return await made.then(() => '', String)
}
