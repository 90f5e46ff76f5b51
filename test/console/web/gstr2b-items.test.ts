import { expect, test } from 'bun:test'
import { gstr2bItems } from '../../../src/console/pages/today/attention-items.ts'

type Home = Parameters<typeof gstr2bItems>[0]

/** What Home says of a month, beside nothing else. */
function said(gstr2b: Home['gstr2b']): unknown[] {
  const home: Home = {
    scans: null,
    late: { count: 0, items: [] },
    books: [],
    orders: null,
    products: null,
    machine: null,
    firstSteps: null,
    gstr2b,
  }
  return gstr2bItems(home).flatMap((item) =>
    item === null || item === false ? [] : [[item.title, item.link]],
  )
}

test('bills that did not come in, and those that nobody filed, are told of with their month', () => {
  const month = { period: '2026-07', noBill: 7, notIn2b: 1, atRiskPaise: 125_050 }
  expect(said(month)).toEqual([
    [
      '7 bills of the GSTR-2B of July 2026 did not come in',
      { to: '/gstr-2b', search: { month: '2026-07', state: 'no_bill' } },
    ],
    [
      '1 bill of July 2026 not in the GSTR-2B',
      { to: '/gstr-2b', search: { month: '2026-07', state: 'not_in_2b' } },
    ],
  ])
})

test('nothing is said of a month in which nothing is missing, and without a month', () => {
  expect(said({ period: '2026-07', noBill: 0, notIn2b: 0, atRiskPaise: 0 })).toEqual([])
  expect(said(null)).toEqual([])
})
