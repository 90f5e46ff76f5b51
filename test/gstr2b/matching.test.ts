import { describe, expect, test } from 'bun:test'
import type { KeptBill } from '../../src/gstr2b/matching/bill.ts'
import { pairOf } from '../../src/gstr2b/matching/match.ts'
import { cleanNumber, likeness } from '../../src/gstr2b/matching/numbers.ts'
import { placeBills } from '../../src/gstr2b/matching/places.ts'
import { filedBills } from '../../src/gstr2b/months.ts'
import type { PortalRow } from '../../src/gstr2b/portal/row.ts'
import { kept, nothing, portalRow, sellerGstin } from './portal-file.ts'

function place(rows: readonly Partial<PortalRow>[], bills: readonly KeptBill[], decided = nothing) {
  const filed = filedBills('2026-07', rows.map(portalRow))
  return placeBills(filed, bills, decided, new Set(['2026-07']))
}

/** How a filed bill of ₹1,050 and a kept one are found to be one, and where the filed one stands. */
function how(row: Partial<PortalRow>, bill: Partial<KeptBill>) {
  const [filed] = place([row], [kept(bill)]).filed
  return [filed?.state, filed?.link?.how]
}

describe('a filed bill and one of the shop are one', () => {
  test('by number and amounts', () => {
    expect(how({}, {})).toEqual(['matched', 'exact'])
    expect(how({}, { number: 'ST-00118/26-27' })).toEqual(['matched', 'exact'])
    expect(how({}, { taxable: null, cgst: null, sgst: null })).toEqual(['matched', 'exact'])
  })

  test('by number and amounts to the rupee', () => {
    expect(how({}, { taxable: 100_050, total: 105_060 })).toEqual(['matched', 'rounded'])
    expect(how({}, { cgst: 2_650, sgst: 2_500 })).toEqual(['differs', 'number'])
  })

  test('with another total where value and tax are the same: freight is filed in it or not', () => {
    expect(how({}, { total: 120_000 })).toEqual(['matched', 'exact'])
    expect(how({}, { total: 120_000, taxable: null })).toEqual(['differs', 'number'])
  })

  test('by the number alone, and differ then', () => {
    expect(how({}, { total: 1_050_000, taxable: 1_000_000 })).toEqual(['differs', 'number'])
    expect(how({}, { pos: '24' })).toEqual(['differs', 'number'])
    expect(how({}, { total: null, taxable: null, cgst: null, sgst: null })).toEqual([
      'differs',
      'number',
    ])
  })

  test('likely by a number that looks alike, with the amounts', () => {
    expect(how({}, { number: '5T/II8' })).toEqual(['suggested', 'similar number'])
    expect(how({}, { number: '118' })).toEqual(['suggested', 'similar number'])
    expect(how({}, { number: 'ST/113' })).toEqual(['suggested', 'similar number'])
    expect(how({}, { number: 'ST/113', day: '2026-08-09' })).toEqual(['no_bill', undefined])
  })

  test('likely by the amounts alone, of the day, or of the month where no other could be meant', () => {
    expect(how({}, { number: 'X' })).toEqual(['suggested', 'amounts'])
    expect(how({}, { number: 'X', day: '2026-07-28' })).toEqual(['suggested', 'amounts'])
    const two = [
      kept({ id: 'a', number: 'X', day: '2026-07-28' }),
      kept({ id: 'b', number: 'Y', day: '2026-07-29' }),
    ]
    expect(place([{}], two).filed).toMatchObject([{ state: 'no_bill' }])
  })

  test('likely by the PAN, and with a GSTIN that was misread or not read', () => {
    const other = `29${sellerGstin.slice(2)}`
    expect(how({}, { gstin: other, day: '2026-07-09' })).toEqual([
      'suggested',
      'other registration',
    ])
    expect(how({}, { gstin: sellerGstin.replace('T', 'I') })).toEqual([
      'suggested',
      'misread GSTIN',
    ])
    expect(how({}, { gstin: '' })).toEqual(['suggested', 'misread GSTIN'])
    expect(how({}, { gstin: '', day: '2026-07-09' })).toEqual(['no_bill', undefined])
  })

  test('never across financial years, sides, or sellers', () => {
    expect(how({ day: '2026-03-31' }, { day: '2026-04-01' })).toEqual(['no_bill', undefined])
    expect(how({ kind: 'credit_note', section: 'cdnr' }, {})).toEqual(['no_bill', undefined])
    expect(how({}, { gstin: '29AABCU9603R1ZJ' })).toEqual(['no_bill', undefined])
    expect(how({ kind: 'debit_note', section: 'cdnr' }, {})).toEqual(['matched', 'exact'])
  })

  test('by the first number of what was amended', () => {
    const row = {
      section: 'b2ba',
      number: 'ST/1180',
      originalNumber: 'ST/118',
      originalDay: '2026-07-03',
    } as const
    expect(how(row, {})).toEqual(['matched', 'exact'])
  })

  test('because a person said so, and not because a person said not', () => {
    const [row] = filedBills('2026-07', [portalRow()])
    const key = row?.key ?? ''
    const bill = kept({ number: 'X', day: '2026-09-01' })
    const linked = { ...nothing, linked: new Map([[key, 'bill']]) }
    expect(place([{}], [bill], linked).filed).toMatchObject([
      { state: 'matched', link: { how: 'decided' } },
    ])
    const apart = { ...nothing, apart: new Set([pairOf(key, 'bill')]) }
    expect(place([{}], [kept()], apart).filed).toMatchObject([{ state: 'no_bill' }])
  })
})

function placeOf(bill: Partial<KeptBill>) {
  return place([], [kept(bill)]).bills[0]?.place
}

/** Of two bills with one number, as the second says otherwise. */
function placesOf(second: Partial<KeptBill>) {
  const bills = [kept({ id: 'first', seenAt: 1 }), kept({ id: 'second', seenAt: 2, ...second })]
  return place([{}], bills).bills.map(({ place: at }) => at)
}

describe('a bill of the shop', () => {
  test('that nobody filed is in no 2B, once that of its month is there', () => {
    expect(placeOf({})).toBe('not_in_2b')
    expect(placeOf({ day: '2026-08-01' })).toBe('not_due')
    expect(placeOf({ day: '' })).toBe('not_in_2b')
    const firstOfAugust = Date.parse('2026-08-01T02:00:00+05:30')
    expect(placeOf({ day: '', seenAt: firstOfAugust })).toBe('not_due')
  })

  test('without tax has no credit to lose, and without GSTIN only where it charges tax', () => {
    expect(placeOf({ cgst: 0, sgst: 0 })).toBe('no_credit')
    expect(placeOf({ gstin: '', cgst: null, sgst: null })).toBe('no_credit')
    expect(placeOf({ gstin: '' })).toBe('not_in_2b')
  })

  test('that came twice counts once, as it came first', () => {
    const bills = [
      kept({ id: 'second', seenAt: 2, number: 'ST-118' }),
      kept({ id: 'first', seenAt: 1 }),
    ]
    expect(place([{}], bills).bills.map(({ bill, place: at }) => [bill.id, at])).toEqual([
      ['second', 'copy'],
      ['first', 'linked'],
    ])
  })

  test('with the number of another, of another day and total, is a bill of its own', () => {
    expect(placesOf({ day: '2026-07-20', total: 999_900 })).toEqual(['linked', 'not_in_2b'])
    expect(placesOf({ day: '2026-07-20' })).toEqual(['linked', 'copy'])
    expect(placesOf({ total: 999_900 })).toEqual(['linked', 'copy'])
  })

  test('whose number has the same digits as another’s, cut elsewhere, is that other one nowhere', () => {
    const rows = [
      portalRow({ number: '11/2', day: '2026-07-03' }),
      portalRow({ number: '1/12', day: '2026-07-20', value: 999_900, taxable: 900_000 }),
    ]
    const bills = [
      kept({ id: 'a', number: '11/2', day: '2026-07-03' }),
      kept({ id: 'b', number: '1/12', day: '2026-07-20', total: 999_900, taxable: 900_000 }),
    ]
    expect(place(rows, bills).filed.map(({ state, link }) => [state, link?.bill.id])).toEqual([
      ['matched', 'a'],
      ['matched', 'b'],
    ])
    expect(place(rows.slice(0, 1), bills.slice(1)).filed).toMatchObject([{ state: 'no_bill' }])
  })
})

const months = new Set(['2026-07', '2026-08'])

/** Of a bill in July and what August says of it. */
function statesOf(earlier: Partial<PortalRow>, later: PortalRow) {
  const filed = [...filedBills('2026-07', [portalRow(earlier)]), ...filedBills('2026-08', [later])]
  return placeBills(filed, [kept()], nothing, months).filed.map(({ state }) => state)
}

describe('what a later month says', () => {
  const amendment = portalRow({
    section: 'b2ba',
    originalNumber: 'ST/118',
    originalDay: '2026-07-03',
    taxable: 90_000,
  })

  test('takes the place of what it amends, and of what it says again', () => {
    for (const later of [amendment, portalRow()]) {
      const filed = [...filedBills('2026-07', [portalRow()]), ...filedBills('2026-08', [later])]
      const places = placeBills(filed, [kept()], nothing, months)
      expect(places.filed.map(({ state }) => state)).toEqual([
        'replaced',
        later === amendment ? 'differs' : 'matched',
      ])
    }
  })

  test('takes the place of nothing where the shop rejected it, and of what the shop rejected', () => {
    expect(statesOf({}, { ...amendment, isRejected: true })).toEqual(['matched', 'no_bill'])
    expect(statesOf({ isRejected: true }, portalRow())).toEqual(['replaced', 'matched'])
  })

  test('takes the place of nothing of another day', () => {
    const filed = [
      ...filedBills('2026-07', [portalRow({ number: '1' })]),
      ...filedBills('2026-08', [portalRow({ number: '1', day: '2026-08-03' })]),
    ]
    const states = placeBills(filed, [], nothing, months).filed.map(({ state }) => state)
    expect(states).toEqual(['no_bill', 'no_bill'])
  })

  test('has the same key, so that what was decided stays', () => {
    const keys = [...filedBills('2026-07', [portalRow()]), ...filedBills('2026-08', [amendment])]
    expect(new Set(keys.map(({ key }) => key)).size).toBe(1)
  })

  test('and what one month says twice are two', () => {
    expect(
      place([{}, {}], [kept()])
        .filed.map(({ state }) => state)
        .toSorted(),
    ).toEqual(['matched', 'no_bill'])
  })
})

describe('numbers', () => {
  test.each([
    ['INV/2026-27/0118', 'INV118'],
    ['INV-26-27-118', 'INV118'],
    ['Inv 118/2627', 'INV118'],
    ['118/20262027', '118'],
    ['A-001/00', 'A1-0'],
    ['11/2', '11-2'],
    ['1/12', '1-12'],
    ['2026-27', '2627'],
    ['INV-2627', 'INV2627'],
    ['INV', 'INV'],
    ['2526/118', '2526-118'],
    ['०१', '०१'],
  ])('%s is cleaned to %s', (number, clean) => {
    expect(cleanNumber(number, '2026-07-03')).toBe(clean)
  })

  test('are alike by their looks, their ends or one character', () => {
    expect(likeness('ST118', '5TII8')).toBe(3)
    expect(likeness('1-118', '1118')).toBe(3)
    expect(likeness('ST118', '118')).toBe(2)
    expect(likeness('ST118', 'ST113')).toBe(1)
    expect(likeness('ST118', 'ST1118')).toBe(1)
    expect(likeness('ST118', 'ST123')).toBe(0)
    expect(likeness('18', '118')).toBe(0)
    expect(likeness('', '118')).toBe(0)
  })
})
