import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { runRetention } from '../../src/platform/upkeep/retention.ts'
import { claimsOn, takeClaim } from '../../src/gstr2b/claims.ts'
import {
  correctScan,
  moveScan,
  removeScan,
} from '../../src/services/scan-export/scans/change-scan.ts'
import { decideOnBills } from '../../src/gstr2b/decisions.ts'
import { followDocuments } from '../../src/gstr2b/kept-bills.ts'
import { gstr2bSweep } from '../../src/retention.ts'
import { listGstr2bEntries } from '../../src/gstr2b/entries/list-entries.ts'
import type { ScanService } from '../support/scan-service.ts'
import { dayMs, refusalOf } from '../support/temporary-database.ts'
import { retention } from '../services/scan-export/sweeping.ts'
import { addBill, bring, by, lines, shop } from './month-shop.ts'
import { portalRow, sellerGstin } from './portal-file.ts'

describe('the head of a bill', () => {
  test('is found when the document is delivered, and when it is deleted after its 30 days', async () => {
    await using service = shop()
    const bill = await addBill(service)
    await service.mark([bill])
    await followDocuments(service.deps)
    service.clock.pass(31 * dayMs)
    await runRetention(retention(service), service.clock.now(), { confirmClock: true })
    expect(service.database.read.$client.query('SELECT 1 FROM scans').all()).toEqual([])
    await bring(service, [portalRow()])
    expect(await lines(service)).toEqual([['ST/118', 'matched', bill]])
  })

  test('follows what is corrected, and goes with a document that is removed or is another paper', async () => {
    await using service = shop()
    const bill = await addBill(service, { 'Bill No': 'X' })
    await bring(service, [portalRow()])
    expect(await lines(service)).toMatchObject([['ST/118', 'suggested', bill]])
    const raw = {
      invoice_metadata: {
        'Bill No': 'ST/118',
        Dated: '03/07/2026',
        GSTIN: sellerGstin,
        Total: '1,050.00',
      },
      line_items: [],
    }
    await correctScan(service.deps, bill, raw, by)
    expect(await lines(service)).toMatchObject([['ST/118', 'matched', bill]])
    await moveScan(service.deps, bill, 'purchase_order', by)
    expect(await lines(service)).toMatchObject([['ST/118', 'no_bill', null]])
    await moveScan(service.deps, bill, 'vendor_invoice', by)
    expect(await lines(service)).toMatchObject([['ST/118', 'matched', bill]])
    await removeScan(service.deps, bill, by)
    expect(await lines(service)).toMatchObject([['ST/118', 'no_bill', null]])
  })

  test('of a bill of supply has no credit to lose, unless it charges tax', async () => {
    await using service = shop()
    const untaxed = { 'Taxable Value': '', CGST: '', SGST: '' }
    const supply = 'Bill of Supply'
    await addBill(service, { ...untaxed, 'Document Type': supply })
    await addBill(service, { 'Bill No': 'ST/119', 'Document Type': supply })
    await addBill(service, {
      ...untaxed,
      'Bill No': 'ST/120',
      'Document Type': 'Invoice-cum-Bill of Supply',
    })
    await bring(service, [])
    expect((await lines(service)).map(([number, state]) => [number, state])).toEqual([
      ['ST/119', 'not_in_2b'],
      ['ST/120', 'not_in_2b'],
    ])
  })

  test('of a registered seller that says no tax has no credit to lose, unless a tax may be unread', async () => {
    await using service = shop()
    const untaxed = { 'Taxable Value': '', CGST: '', SGST: '' }
    const line = { Description: 'Toor dal', Qty: '10', Rate: '105.00', Amount: '1,050.00' }
    const add = async (number: string, head: Record<string, string>, items: JsonObject[] = []) =>
      await addBill(service, { ...untaxed, 'Bill No': number, ...head }, { lines: items })
    await add('total alone', {})
    await add('with lines', {}, [{ ...line, 'GST %': '0%' }])
    await add('exempt', {}, [{ ...line, 'GST %': 'Exempt' }])
    await add('rounded', { Total: '1,050.40' }, [line])
    await add('rate', {}, [{ ...line, 'GST %': '5%' }])
    await add('sum', { 'Total Tax': '50.00' })
    await add('value', { 'Taxable Value': '1,000.00' })
    await add('goods', { Total: '1,102.50' }, [line])
    await add('titled', { 'Document Type': 'Tax Invoice' })
    await bring(service, [])
    const atRisk = (await lines(service)).map(([number]) => number)
    expect(atRisk.toSorted()).toEqual(['goods', 'rate', 'sum', 'titled', 'total alone', 'value'])
  })

  test('and the months and decisions go when the credit can be taken no more', async () => {
    await using service = shop()
    await addBill(service)
    await bring(service, [portalRow()])
    const [entry] = await listGstr2bEntries(service.deps, {})
    await decideOnBills(service.deps, [{ subject: entry?.subject ?? '', verdict: 'asked' }], by)
    const rows = () =>
      ['gstr2b_months', 'kept_bills', 'gstr2b_decisions'].map(
        (table) => service.database.read.$client.query(`SELECT 1 FROM ${table}`).all().length,
      )
    const sweptAt = async (now: number) => {
      await service.database.write((conn) => gstr2bSweep.sweepBatch(conn, now))
      return rows()
    }
    expect(await sweptAt(Date.parse('2027-11-30T23:59:00+05:30'))).toEqual([1, 1, 1])
    expect(await sweptAt(Date.parse('2027-12-01T00:00:00+05:30'))).toEqual([0, 0, 0])
  })
})

async function claimed({ deps }: ScanService, id: string) {
  return (await claimsOn(deps, id)).map(({ key, value }) => [key, value])
}

describe('a document that the GSTR-2B makes doubtful', () => {
  test('is corrected in its number by one act, and then stands as filed', async () => {
    await using service = shop()
    const bill = await addBill(service, { 'Bill No': '5T/II8' })
    expect(await claimed(service, bill)).toEqual([])
    await bring(service, [portalRow()])
    expect(await claimsOn(service.deps, bill)).toMatchObject([
      {
        key: 'invoice_no',
        value: 'ST/118',
        message: 'Bill number: ST/118 in the 2B, 5T/II8 on the bill.',
      },
    ])
    await takeClaim(service.deps, bill, 'invoice_no', by)
    expect(service.scan(bill).correction).toContain('"Bill No":"ST/118"')
    expect(await claimed(service, bill)).toEqual([])
    expect(await lines(service)).toEqual([['ST/118', 'matched', bill]])
    expect(await refusalOf(() => takeClaim(service.deps, bill, 'invoice_no', by))).toMatchObject({
      code: 'conflict',
    })
  })

  test('may be wrong in an amount of the same number and day, in the date, or in the GSTIN', async () => {
    await using service = shop()
    const amount = await addBill(service, { Total: '10,050.00', 'Taxable Value': '10,000.00' })
    const date = await addBill(service, { 'Bill No': 'ST/119', Dated: '08/07/2026' })
    const gstin = await addBill(service, {
      'Bill No': 'ST/120',
      GSTIN: sellerGstin.replace('T', 'I'),
    })
    await bring(
      service,
      ['ST/118', 'ST/119', 'ST/120'].map((number) => portalRow({ number })),
    )
    expect(await claimed(service, amount)).toEqual([
      ['taxable_value', '1000.00'],
      ['total', '1050.00'],
    ])
    expect(await claimed(service, date)).toEqual([['invoice_date', '2026-07-03']])
    expect(await claimed(service, gstin)).toEqual([['gstin', sellerGstin]])
  })

  test('has the tax of a union territory corrected where it stands', async () => {
    await using service = shop()
    const bill = await addBill(service, { SGST: '', UTGST: '250.00' })
    await bring(service, [portalRow()])
    expect(await claimed(service, bill)).toEqual([['sgst', '25.00']])
    await takeClaim(service.deps, bill, 'sgst', by)
    expect(service.scan(bill).correction).toContain('"SGST":""')
    expect(service.scan(bill).correction).toContain('"UTGST":"25.00"')
    expect(await claimed(service, bill)).toEqual([])
  })

  test('is not, once somebody said that they are one as they stand, or it was delivered', async () => {
    await using service = shop()
    const [number, date] = [
      await addBill(service, { 'Bill No': '5T/II8' }),
      await addBill(service, { 'Bill No': 'ST/119', Dated: '08/07/2026' }),
    ]
    await bring(service, [portalRow(), portalRow({ number: 'ST/119' })])
    const [entry] = await listGstr2bEntries(service.deps, {})
    await decideOnBills(
      service.deps,
      [{ subject: entry?.subject ?? '', verdict: 'same', billId: number }],
      by,
    )
    expect(await claimed(service, number)).toEqual([])
    expect(await claimed(service, date)).toHaveLength(1)
    await service.mark([date])
    expect(await claimed(service, date)).toEqual([])
  })
})
