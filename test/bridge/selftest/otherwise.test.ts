import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { closedAt, tallyAt } from '../../../src/bridge/tally/transport.ts'
import {
  type Change,
  changed,
  done,
  measured,
  outcomesOf,
  refusal,
  testTally,
} from './changed-tally.ts'

/** Each makes hundreds of requests: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

describe('a Tally that does otherwise', () => {
  test('doubles what has stock items: the bridge is right to ask', async () => {
    using tally = await testTally({ upsertsItemInvoices: false })
    const twice = ['key_twice_items', 'key_twice_order', 'key_twice_bill']
    const { findings } = await measured(tallyAt(tally.url), twice)
    const [, bill, items, order] = findings
    expect(bill?.outcome).toBe('altered')
    expect([items?.outcome, order?.outcome]).toEqual(['doubled', 'doubled'])
    expect(items?.grade).toBe('safe')
    expect(items?.meaning).toContain('right to ask a person')
    expect(tally.vouchers()).toEqual([])
  })

  test('knows no key: what it doubles is not safe, and what it does not delete is told', async () => {
    using tally = await testTally()
    const keyless = { written: (text: string) => text.replace(/ REMOTEID="[^"]*"/, '') }
    const names = ['key_twice_bill', 'key_twice_payment', 'deleted', 'cancelled']
    expect(await outcomesOf(tally, keyless, names)).toEqual({
      masters: ['safe', 'made'],
      key_twice_bill: ['unsafe', 'doubled'],
      key_twice_payment: ['unsafe', 'doubled'],
      deleted: ['unclear', 'not deleted'],
      cancelled: ['unclear', 'made a second'],
    })
    const { left } = await measured(changed(tally, keyless), ['drafts'])
    expect(left.vouchers).toBeGreaterThan(4)
  })

  test('takes no key twice', async () => {
    using tally = await testTally()
    const seen = new Set<string>()
    const written = (text: string) => {
      const action = /ACTION="(\w+)"/.exec(text)?.[1]
      const key = /REMOTEID="([^"]*)"/.exec(text)?.[1]
      if (key === undefined || action !== 'Create') return text
      if (seen.has(key)) return refusal('It is there.', 0)
      seen.add(key)
      return text
    }
    const names = ['key_twice_bill', 'deleted', 'cancelled', 'marks', 'by_guid', 'exception_again']
    expect(await outcomesOf(tally, { written }, names)).toEqual({
      masters: ['safe', 'made'],
      key_twice_bill: ['safe', 'kept'],
      deleted: ['safe', 'stays deleted'],
      cancelled: ['safe', 'stays cancelled'],
      marks: ['safe', '1, 0'],
      by_guid: ['safe', 'doubled'],
      exception_again: ['safe', 'not taken'],
    })
  })

  test('enters what it should refuse', async () => {
    using tally = await testTally()
    const change = {
      written: (text: string) =>
        text
          .replaceAll('<AMOUNT>1001.00', '<AMOUNT>1000.00')
          .replaceAll('DBT Nobody', 'DBT Purchase')
          .replace('<BATCHNAME>', '<GODOWNNAME>Main Location</GODOWNNAME><BATCHNAME>')
          .replace('<ISOPTIONAL>Yes</ISOPTIONAL>', ''),
    }
    const names = ['wrong_total', 'missing_ledger', 'no_godown', 'drafts', 'several']
    expect(await outcomesOf(tally, change, names)).toEqual({
      masters: ['safe', 'made'],
      drafts: ['unsafe', 'counted'],
      wrong_total: ['unsafe', 'entered'],
      missing_ledger: ['unsafe', 'entered'],
      no_godown: ['safe', 'entered'],
      several: ['safe', 'in, in, in'],
    })
  })

  test('loses letters beyond Latin, moves days, rounds amounts, takes alike names for two', async () => {
    using tally = await testTally()
    const change = {
      written: (text: string) =>
        text
          .replaceAll(/[\u0900-\u0aff]/g, '?')
          .replace(/<DATE>(\d{6})15</, '<DATE>$116<')
          .replace('dbt-purchase', 'DBT_Purchase'),
    }
    const names = ['letters', 'days', 'alike_names']
    expect(await outcomesOf(tally, change, names)).toEqual({
      masters: ['safe', 'made'],
      letters: ['unsafe', 'changed'],
      alike_names: ['safe', 'two'],
      days: ['unsafe', 'moved'],
    })
    const rounded = {
      written: (text: string) => text.replaceAll('100.00</AMOUNT>', '100.01</AMOUNT>'),
    }
    expect((await outcomesOf(tally, rounded, ['rounding']))['rounding']).toEqual([
      'safe',
      'changed',
    ])
  })

  test('says of what it did not do that it is done', async () => {
    using tally = await testTally()
    const names = ['letters', 'wrong_total', 'date_outside']
    const enters = {
      written: (text: string) =>
        text.includes('<VOUCHER ') && !text.includes('_plain') ? done('CREATED') : text,
    }
    expect(await outcomesOf(tally, enters, names)).toEqual({
      masters: ['safe', 'made'],
      letters: ['unsafe', 'not found'],
      wrong_total: ['safe', 'said to be entered'],
      date_outside: ['safe', 'said to be entered'],
    })
    const takes = {
      written: (text: string) => (/ACTION="(?:Delete|Cancel)"/.test(text) ? done('DELETED') : text),
    }
    expect(await outcomesOf(tally, takes, ['deleted', 'cancelled'])).toEqual({
      masters: ['safe', 'made'],
      deleted: ['unsafe', 'still shown'],
      cancelled: ['unclear', 'not cancelled'],
    })
  })

  test('takes away what is sent twice', async () => {
    using tally = await testTally()
    const seen = new Set<string>()
    const written = (text: string) => {
      const key = /REMOTEID="([^"]*)"/.exec(text)?.[1] ?? ''
      const isAgain = key !== '' && seen.has(key)
      seen.add(key)
      return isAgain ? text.replace('ACTION="Create"', 'ACTION="Delete"') : text
    }
    expect(await outcomesOf(tally, { written }, ['key_twice_bill'])).toEqual({
      masters: ['safe', 'made'],
      key_twice_bill: ['unsafe', 'gone'],
    })
  })

  test.each([
    [/\$Narration CONTAINS/, 'safe', 'found by GUID'],
    [/\$(?:Narration|GUID) (?:CONTAINS|=)/, 'unsafe', 'not found'],
  ] as const)('hides what was cancelled from %s', async (hidden, grade, outcome) => {
    using tally = await testTally()
    let isCancelled = false
    const change: Change = {
      written(text) {
        isCancelled ||= text.includes('ACTION="Cancel"')
        return text
      },
      asked: (text) => (isCancelled ? text.replace(hidden, '$Reference =') : text),
    }
    const { cancelled } = await outcomesOf(tally, change, ['cancelled'])
    expect(cancelled).toEqual([grade, outcome])
  })

  test('takes the narration from what is cancelled: it is deleted, and the test can be made again', async () => {
    using tally = await testTally()
    let isCancelled = false
    const change: Change = {
      written(text) {
        if (/ACTION="(?:Cancel|Delete)"/.test(text)) isCancelled = text.includes('"Cancel"')
        return text
      },
      asked: (text) => (isCancelled ? text.replace('$Narration CONTAINS', '$Reference =') : text),
      answered: (text) =>
        text.replaceAll(/<VOUCHER [^]*?<\/VOUCHER>/g, (voucher) =>
          isCancelled ? voucher.replace(/(<NARRATION[^>]*>)[^<]*/, '$1') : voucher,
        ),
    }
    for (let run = 0; run < 2; run += 1) {
      const { cancelled } = await outcomesOf(tally, change, ['cancelled'])
      expect(cancelled).toEqual(['safe', 'found by GUID'])
      expect(tally.vouchers()).toEqual([])
    }
  })

  test('has a mark that stands still', async () => {
    using tally = await testTally()
    const change = {
      answered: (text: string) => text.replace(/(<ALTVCHID[^>]*>)[^<]*/, '$1 7'),
    }
    expect((await outcomesOf(tally, change, ['marks']))['marks']).toEqual(['unsafe', '0, 0'])
  })

  test('finds by no GUID, and in every period', async () => {
    using tally = await testTally()
    const change = {
      asked: (text: string) =>
        text
          .replaceAll(/\$GUID = &quot;[^&]*&quot;/g, '$GUID = &quot;none&quot;')
          .replaceAll(/\$\$Date:&quot;\d{8}&quot; AND/g, '$$$$Date:&quot;20000101&quot; AND')
          .replaceAll(/\$Date &lt;= \$\$Date:&quot;\d{8}/g, '$$Date &lt;= $$$$Date:&quot;20991231'),
    }
    expect(await outcomesOf(tally, change, ['found_by', 'found_in_period'])).toEqual({
      masters: ['safe', 'made'],
      found_by: ['unsafe', 'key, MASTERID'],
      found_in_period: ['unsafe', 'always'],
    })
  })

  test('enters what is for a closed company into the open one', async () => {
    using tally = await testTally({ wrongCompanyOnWrite: 'postedIntoLoaded' })
    const { findings, summary } = await measured(tallyAt(tally.url), ['closed_company'])
    expect(findings.at(-1)).toMatchObject({ grade: 'unsafe', outcome: 'into another' })
    expect(summary).toMatchObject({ safe: 1, unsafe: 1 })
  })

  test('takes nothing: no check says that it is safe to rest on what could not be tried', async () => {
    using tally = await testTally()
    const none = { written: (text: string) => (text.includes('<VOUCHER ') ? refusal('', 1) : text) }
    const names = [
      'letters',
      'alike_names',
      'key_twice_bill',
      'key_twice_items',
      'deleted',
      'bills',
      'wrong_total',
      'missing_ledger',
      'exception_again',
      'no_godown',
      'date_outside',
      'last_day',
      'rounding',
      'several',
      'closed_company',
      'speed',
      'days',
    ]
    const { masters, ...others } = await outcomesOf(tally, none, names)
    expect(masters).toEqual(['safe', 'made'])
    expect(Object.entries(others).filter(([, [grade]]) => grade !== 'unclear')).toEqual([])
    expect(Object.keys(others)).toHaveLength(names.length)
  })

  test('makes no stock items: what needs them is unclear, the rest is told', async () => {
    using tally = await testTally()
    const none = {
      written: (text: string) => (text.includes('<STOCKITEM ') ? refusal('No stock.', 0) : text),
    }
    expect(await outcomesOf(tally, none, ['key_twice_items', 'key_twice_bill'])).toEqual({
      masters: ['unclear', 'not all'],
      key_twice_bill: ['safe', 'altered'],
      key_twice_items: ['unclear', 'not entered'],
    })
  })

  test('does not answer any more: nothing else is tried', async () => {
    using tally = await testTally()
    let vouchers = 0
    const lost = {
      written: (text: string) =>
        text.includes('<VOUCHER ') && ++vouchers > 1 ? { lost: 'Nothing came.' } : text,
    }
    const { findings, left } = await measured(changed(tally, lost), ['letters', 'marks', 'speed'])
    expect(findings.map(({ grade }) => grade)).toEqual(['safe', 'safe', 'unclear', 'not_run'])
    expect(findings.at(-1)?.meaning).toContain('Nothing came.')
    expect(left.vouchers).toBe(1)
  })

  test('is shut down: its address is not in a report that says nothing of the shop', async () => {
    using tally = await testTally()
    let isShut = false
    const shut: Change = {
      written(text) {
        isShut ||= text.includes('<VOUCHER ')
        return text
      },
      asked(text) {
        if (isShut) throw closedAt('http://192.168.4.7:9000')
        return text
      },
    }
    const report = await measured(changed(tally, shut), ['letters', 'speed'])
    expect(report.findings.map(({ grade }) => grade)).toEqual(['safe', 'unclear', 'not_run'])
    expect(report.findings.at(-1)?.meaning).toContain('Nobody answers')
    expect(JSON.stringify(report)).not.toContain('192.168.4.7')
  })
})
