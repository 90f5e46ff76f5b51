import { describe, expect, test } from 'bun:test'
import {
  forgetLearnt,
  learnNewBills,
} from '../../../../src/services/scan-export/proposals/learn.ts'
import { moveScan, removeScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { runRetention } from '../../../../src/platform/upkeep/retention.ts'
import { typeIn } from '../../../support/bills.ts'
import { scanService, type ScanService } from '../../../support/scan-service.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'
import { retention } from '../sweeping.ts'
import { history } from '../../../../src/accounts/tables.ts'
import { addFile, answering, readAll } from '../reading/jobs/given-answers.ts'
import { addBill, gstin, items, sellers, soap } from './bills.ts'

const readBill = {
  invoice_metadata: {
    Supplier: 'Acme Traders',
    GSTIN: gstin,
    'Bill No': '1',
    Dated: '01/11/2026',
    CGST: '28.80',
    SGST: '28.80',
    Total: '377.60',
  },
  line_items: [soap('32')],
}

describe('what is learnt of bills', () => {
  test('is the seller with its GSTIN, state, terms and usual rates', async () => {
    await using service = scanService()
    await addBill(service, {
      State: 'Maharashtra',
      'Place of Supply': 'Maharashtra',
      Terms: '30 days',
    })
    expect(sellers(service, 'acme')).toEqual([
      {
        name: 'Acme Traders',
        aliases: [],
        gstin,
        state: 'Maharashtra',
        placeOfSupply: 'Maharashtra',
        terms: '30 days',
        gstPcts: [5, 18],
        from: 'bills',
        bills: 1,
        lastDay: '2026-11-01',
      },
    ])
  })

  test('is what the seller sold, with its last rate and the day of it', async () => {
    await using service = scanService()
    await addBill(service)
    expect(items(service, { search: 'basmati' })).toEqual([
      {
        name: 'Basmati rice 1 kg',
        hsn: '1006',
        unit: 'Bag',
        gstPct: 5,
        ratePaise: 118_050,
        rateDay: '2026-11-01',
        from: 'seller',
      },
    ])
  })

  test('is learnt at once from a bill that Daybook has read without a doubt, and not again at night', async () => {
    await using service = scanService()
    await addFile(service)
    await readAll(service, answering({ documents: [readBill] }))
    expect(sellers(service, 'acme')).toMatchObject([{ bills: 1 }])
    await learnNewBills(service.deps)
    expect(sellers(service, 'acme')).toMatchObject([{ bills: 1 }])
  })

  test('is not learnt from a bill that Daybook has read with a doubt', async () => {
    await using service = scanService()
    await addFile(service)
    const doubts = { 'invoice_metadata.Bill No': ['Is it 7?'] }
    await readAll(service, answering({ documents: [readBill], doubts }))
    expect(sellers(service, 'acme')).toEqual([])
  })

  test('outlives the bills', async () => {
    await using service = scanService()
    await addBill(service, {}, { createdAt: noon - 31 * dayMs })
    await runRetention(retention(service), noon)
    expect(service.database.read.$client.query('SELECT 1 FROM scans').all()).toEqual([])
    expect(sellers(service, 'acme')).toMatchObject([{ gstin, bills: 1 }])
    expect(items(service, { search: 'soap' })).toMatchObject([{ ratePaise: 3_200 }])
  })

  test('is the newest bill, in whatever order bills come in', async () => {
    await using service = scanService()
    await addBill(service, { Dated: '01/11/2026', Terms: '45 days' }, { lines: [soap('40')] })
    await addBill(service, { Dated: '01/10/2026', Terms: '7 days' }, { lines: [soap('28')] })
    expect(items(service, { search: 'soap' })).toMatchObject([
      { ratePaise: 4_000, rateDay: '2026-11-01' },
    ])
    expect(sellers(service, 'acme')).toMatchObject([{ terms: '45 days', bills: 2 }])
  })

  test('of a bill dated in the future counts from the day it came in', async () => {
    await using service = scanService()
    await addBill(service, { Dated: '01/11/2062' })
    await addBill(service, {}, { lines: [soap('50')], createdAt: noon })
    expect(items(service, { search: 'soap' })).toMatchObject([{ ratePaise: 3_200 }])
    expect(sellers(service, 'acme')[0]?.lastDay).toBe(
      new Date(noon - dayMs).toISOString().slice(0, 10),
    )
  })

  test('leaves out purchase orders, statements, notes, estimates, copies, and what names no seller', async () => {
    await using service = scanService()
    await addBill(service, {}, { category: 'purchase_order' })
    await addBill(service, {}, { category: 'bank_entry' })
    await addBill(service, { 'Document Type': 'Credit Note' })
    await addBill(service, { 'Document Type': 'Proforma Invoice' })
    await addBill(service, { Supplier: '' })
    await addBill(service, {}, { failureReason: 'Blurred.' })
    expect(sellers(service, '')).toEqual([])
  })

  test('counts each bill once, however often the night comes and the bill is corrected', async () => {
    await using service = scanService()
    const id = await addBill(service)
    await learnNewBills(service.deps)
    await correct(service, id, { Supplier: 'Acme Traders', GSTIN: gstin, Total: '5' })
    await learnNewBills(service.deps)
    expect(sellers(service, 'acme')).toMatchObject([{ bills: 1 }])
  })

  test('follows a correction: a mistyped seller is gone with its only bill', async () => {
    await using service = scanService()
    const id = await addBill(service, { Supplier: 'Amce Traders' })
    await correct(service, id, { Supplier: 'Acme Traders', GSTIN: gstin })
    expect(sellers(service, 'a').map(({ name }) => name)).toEqual(['Acme Traders'])
  })

  test('is known as soon as a person saves a bill', async () => {
    await using service = scanService()
    const id = await service.addScan({ pending: true })
    await correct(service, id, { vendor_name: 'Acme Traders', gstin })
    expect(sellers(service, 'acme')).toMatchObject([{ gstin, bills: 1 }])
  })

  test('goes with a bill that is removed as a mistake', async () => {
    await using service = scanService()
    await removeScan(service.deps, await addBill(service), 'owner')
    expect(sellers(service, 'acme')).toEqual([])
  })

  test('goes with a bill that turns out to be another kind of paper', async () => {
    await using service = scanService()
    const id = await addBill(service)
    await moveScan(service.deps, id, 'purchase_order', 'owner')
    await learnNewBills(service.deps)
    expect(sellers(service, 'acme')).toEqual([])
    await moveScan(service.deps, id, 'vendor_invoice', 'owner')
    await learnNewBills(service.deps)
    expect(sellers(service, 'acme')).toMatchObject([{ bills: 1 }])
  })

  test('is forgotten when an owner wants it, and not learnt again of the same bills', async () => {
    await using service = scanService()
    const id = await addBill(service)
    await forgetLearnt(service.deps, 'owner')
    await forgetLearnt(service.deps, 'owner')
    const entered = service.database.read.select().from(history).all()
    expect(entered.map(({ action }) => action)).toEqual(['proposals forgotten'])
    await learnNewBills(service.deps)
    expect(sellers(service, 'acme')).toEqual([])
    await correct(service, id, { Supplier: 'Acme Traders' })
    expect(sellers(service, 'acme')).toMatchObject([{ gstin: null, bills: 1 }])
  })
})

async function correct(service: ScanService, id: string, head: Record<string, string>) {
  await typeIn(service.deps, id, { invoice_metadata: head, line_items: [] }, 'owner')
}
