import { describe, expect, test } from 'bun:test'
import { organisations } from '../../src/accounts/tables.ts'
import { decideOnBills } from '../../src/gstr2b/decisions.ts'
import {
  latestGstr2bMonth,
  listGstr2bEntries,
  listGstr2bMonths,
  listGstr2bSellers,
  withLetter,
} from '../../src/gstr2b/entries/list-entries.ts'
import { refusalOf } from '../support/temporary-database.ts'
import { addBill, august, bring, by, lines, shop } from './month-shop.ts'
import { portalRow, sellerGstin, shopGstin } from './portal-file.ts'

describe('a month', () => {
  test('stands beside the bills of the shop: in both, different, without a bill, and not filed', async () => {
    await using service = shop()
    const same = await addBill(service)
    const other = await addBill(service, {
      'Bill No': 'ST/119',
      Total: '10,050.00',
      'Taxable Value': '10,000.00',
    })
    const unfiled = await addBill(service, { 'Bill No': 'ST/121', Dated: '20/07/2026' })
    await addBill(service, { 'Bill No': 'ST/150', Dated: '02/08/2026' })
    const imported = await bring(service, [
      portalRow(),
      portalRow({ number: 'ST/119' }),
      portalRow({ number: 'ST/120', day: '2026-07-09', taxable: 50_000, value: 52_500 }),
    ])
    expect(imported).toEqual({ period: '2026-07', bills: 3, added: 3, gone: 0 })
    expect(await lines(service)).toEqual([
      ['ST/118', 'matched', same],
      ['ST/119', 'differs', other],
      ['ST/120', 'no_bill', null],
      ['ST/121', 'not_in_2b', unfiled],
    ])
    expect(await listGstr2bMonths(service.deps)).toEqual([
      {
        period: '2026-07',
        generatedOn: '2026-08-14',
        importedAt: august,
        bills: 3,
        counts: { matched: 1, look: 1, no_bill: 1, not_in_2b: 1, none_needed: 0, replaced: 0 },
        atRiskPaise: 5_000,
        withoutBillPaise: 5_000,
        creditPaise: 15_000,
      },
    ])
    const [, differs] = await listGstr2bEntries(service.deps, {})
    expect(differs?.why).toBe(
      'Seller and number are the same. Taxable value: ₹1,000.00 in the 2B, ₹10,000.00 on the bill. Total: ₹1,050.00 in the 2B, ₹10,050.00 on the bill.',
    )
  })

  test('is counted once, until something changes', async () => {
    await using service = shop()
    await bring(service, [portalRow(), portalRow({ number: 'ST/119', itc: 'no' })])
    const counts = async () => (await latestGstr2bMonth(service.deps))?.counts
    const first = await counts()
    expect(first).toMatchObject({ matched: 0, no_bill: 2 })
    expect(await counts()).toBe(first)
    await addBill(service)
    expect(await counts()).toMatchObject({ matched: 1, no_bill: 1 })
  })

  test('is replaced by another import of it: what vanished is gone, what came back is decided as before', async () => {
    await using service = shop()
    await bring(service, [portalRow(), portalRow({ number: 'ST/120', day: '2026-07-09' })])
    const [, second] = await listGstr2bEntries(service.deps, {})
    await decideOnBills(
      service.deps,
      [{ subject: second?.subject ?? '', verdict: 'asked', note: 'By phone.' }],
      by,
    )
    expect(await bring(service, [portalRow()])).toMatchObject({ added: 0, gone: 1 })
    expect(await lines(service)).toEqual([['ST/118', 'no_bill', null]])
    expect(
      await bring(service, [portalRow(), portalRow({ number: 'ST/120', day: '2026-07-09' })]),
    ).toMatchObject({ added: 1 })
    const [, again] = await listGstr2bEntries(service.deps, {})
    expect(again).toMatchObject({ number: 'ST/120', mark: 'asked', note: 'By phone.' })
  })

  test('of another GSTIN, still to come, or past its credit is refused', async () => {
    await using service = shop()
    await service.database.write((conn) =>
      conn
        .insert(organisations)
        .values({ id: 1, name: 'Anand', gstin: shopGstin, createdAt: 1 })
        .run(),
    )
    const refused = async (about: object) =>
      (await refusalOf(() => bring(service, [], about))).message
    expect(await refused({ gstin: sellerGstin })).toContain("the shop's GSTIN is 27AAPFU0939F1ZV")
    expect(await refused({ period: '2026-09' })).toBe('September 2026 is still to come.')
    expect(await refused({ period: '2025-03' })).toContain(
      'The credit of March 2025 can be taken no more',
    )
    expect(await bring(service, [], { period: '2025-04' })).toMatchObject({ bills: 0 })
  })

  test('that the portal made earlier does not replace a later one, unless somebody says so', async () => {
    await using service = shop()
    await bring(service, [portalRow()], { generatedOn: '2026-08-15' })
    const refusal = await refusalOf(() => bring(service, []))
    expect(refusal).toMatchObject({ code: 'conflict', details: { field: 'generatedOn' } })
    expect(await bring(service, [], {}, true)).toMatchObject({ gone: 1 })
  })

  test('is narrowed by state, credit, mark and words, and what needs nothing is only shown on asking', async () => {
    await using service = shop()
    await bring(service, [
      portalRow(),
      portalRow({ number: 'ST/119', itc: 'no', reason: 'P' }),
      portalRow({ number: 'AC/1', gstin: '29AABCU9603R1ZJ', name: 'Acme' }),
    ])
    const subject = async (search: string) =>
      (await listGstr2bEntries(service.deps, { search }))[0]?.subject ?? ''
    await decideOnBills(service.deps, [{ subject: await subject('acme'), verdict: 'ignored' }], by)
    const numbers = async (wanted: object) =>
      (await lines(service, wanted)).map(([number]) => number)
    expect(await numbers({})).toEqual(['ST/118', 'ST/119'])
    expect(await numbers({ mark: 'ignored' })).toEqual(['AC/1'])
    expect(await numbers({ itc: 'no' })).toEqual(['ST/119'])
    expect(await numbers({ state: 'matched' })).toEqual([])
    expect(await numbers({ search: '118' })).toEqual(['ST/118'])
    expect(await numbers({ period: '2026-06' })).toEqual([])
    await decideOnBills(
      service.deps,
      [
        {
          subject: (await listGstr2bEntries(service.deps, { mark: 'ignored' }))[0]?.subject ?? '',
          verdict: 'open',
        },
      ],
      by,
    )
    expect(await numbers({})).toEqual(['AC/1', 'ST/118', 'ST/119'])
  })

  test('asks nobody for what the shop itself rejected, and for goods through customs', async () => {
    await using service = shop()
    await bring(service, [
      portalRow({ isRejected: true }),
      portalRow({ section: 'impg', gstin: '', name: '', kind: 'bill_of_entry', number: '1234567' }),
    ])
    expect(await latestGstr2bMonth(service.deps)).toMatchObject({
      bills: 2,
      counts: { no_bill: 0, none_needed: 2 },
      withoutBillPaise: 0,
      creditPaise: 5_000,
    })
    const entries = await listGstr2bEntries(service.deps, { state: 'none_needed' })
    expect(withLetter(service.deps, entries)).toMatchObject([
      { number: '1234567', letter: '', why: expect.stringContaining('bill of entry') },
      { number: 'ST/118', letter: '', why: 'You rejected it in the portal: no bill is needed.' },
    ])
    expect(await lines(service, { state: 'no_bill' })).toEqual([])
    const nothing = { noBill: 0, noBillTaxPaise: 0, letter: '' }
    expect(await listGstr2bSellers(service.deps, {})).toMatchObject([nothing, nothing])
    await addBill(service)
    const [only] = await listGstr2bEntries(service.deps, { search: '118' })
    expect(only?.state).toBe('matched')
  })

  test('adds up each seller, with what to write to it', async () => {
    await using service = shop()
    await addBill(service, {
      'Bill No': 'ST/121',
      Dated: '20/07/2026',
      Total: '2,100.00',
      'Taxable Value': '2,000.00',
      CGST: '50.00',
      SGST: '50.00',
    })
    await bring(service, [
      portalRow(),
      portalRow({ number: 'CN/1', kind: 'credit_note', section: 'cdnr' }),
    ])
    const [seller] = await listGstr2bSellers(service.deps, {})
    expect(seller).toMatchObject({
      gstin: sellerGstin,
      bills: 3,
      noBill: 2,
      noBillTaxPaise: 0,
      notIn2b: 1,
      notIn2bTaxPaise: 10_000,
    })
    expect(seller?.letter).toContain('Dear Shree Traders,')
    expect(seller?.letter).toContain('- ST/118 of 03-07-2026, ₹1,050.00, with ₹50.00 of GST')
    expect(seller?.letter).toContain('Please file it in your GSTR-1:\n- ST/121 of 20-07-2026')
  })
})

describe('what is asked of a seller', () => {
  test('is marked for the lines of that seller alone, also of one without a GSTIN', async () => {
    await using service = shop()
    const add = (Supplier: string, number: string) =>
      addBill(service, { Supplier, GSTIN: '', 'Bill No': number })
    const [ram] = [await add('Ram', 'R/1'), await add('Ramesh', 'R/2'), await add('', 'R/3')]
    await bring(service, [portalRow({ number: 'ST/900', value: 900, taxable: 800 })])
    const sellers = await listGstr2bSellers(service.deps, {})
    expect(sellers.map(({ seller, toMark }) => [seller, toMark.length])).toEqual([
      ['', 1],
      ['Ram', 1],
      ['Ramesh', 1],
      ['Shree Traders', 1],
    ])
    expect(sellers[1]?.toMark).toEqual([`bill:${ram}`])
  })

  test('names fifty, marks these, and names the others the next time', async () => {
    await using service = shop()
    const rows = Array.from({ length: 60 }, (_, index) =>
      portalRow({ number: `ST/${100 + index}` }),
    )
    await bring(service, rows)
    const seller = async () => (await listGstr2bSellers(service.deps, {}))[0]
    const markNamed = async () => {
      const named = (await seller())?.toMark ?? []
      const verdict = 'asked' as const
      await decideOnBills(
        service.deps,
        named.map((subject) => ({ subject, verdict })),
        by,
      )
      return named.length
    }
    expect((await seller())?.letter).toContain('- ST/149 ')
    expect((await seller())?.letter).not.toContain('- ST/150 ')
    expect((await seller())?.letter).toContain('and 10 more')
    expect(await markNamed()).toBe(50)
    expect((await seller())?.letter).toContain('- ST/159 ')
    expect(await markNamed()).toBe(10)
    expect(await seller()).toMatchObject({ toMark: [], letter: expect.stringContaining('ST/100') })
  })
})

describe('what a person decides', () => {
  test('joins a bill that nothing else joins, and takes one apart', async () => {
    await using service = shop()
    const bill = await addBill(service, { 'Bill No': 'Z9', Dated: '28/06/2026' })
    await bring(service, [portalRow()])
    const subject = (await listGstr2bEntries(service.deps, {}))[0]?.subject ?? ''
    const decide = (verdict: 'same' | 'apart') =>
      decideOnBills(service.deps, [{ subject, verdict, billId: bill }], by)
    expect(await lines(service)).toEqual([['ST/118', 'no_bill', null]])
    await decide('same')
    expect(await lines(service)).toEqual([['ST/118', 'matched', bill]])
    await decide('apart')
    expect(await lines(service)).toEqual([['ST/118', 'no_bill', null]])
    await decide('same')
    expect(await lines(service)).toEqual([['ST/118', 'matched', bill]])
    expect(
      await refusalOf(() => decideOnBills(service.deps, [{ subject, verdict: 'same' }], by)),
    ).toMatchObject({ code: 'invalid_request' })
  })

  test('is taken back, and then the signs say again what they are', async () => {
    await using service = shop()
    const bill = await addBill(service, { 'Bill No': '5T/II8' })
    await bring(service, [portalRow()])
    const said = async (verdict: 'same' | 'apart' | 'unsaid') => {
      const [entry] = await listGstr2bEntries(service.deps, { search: 'ST/118' })
      await decideOnBills(
        service.deps,
        [{ subject: entry?.subject ?? '', verdict, billId: bill }],
        by,
      )
      const [after] = await listGstr2bEntries(service.deps, { search: 'ST/118' })
      return [after?.state, after?.isDecided, after?.notBills]
    }
    expect(await said('apart')).toEqual(['no_bill', false, [bill]])
    expect(await said('unsaid')).toEqual(['suggested', false, []])
    expect(await said('same')).toEqual(['matched', true, []])
    expect(await said('unsaid')).toEqual(['suggested', false, []])
  })
})
