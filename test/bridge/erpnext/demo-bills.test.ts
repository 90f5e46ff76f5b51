import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Books } from '../../../src/bridge/books.ts'
import { idOf } from '../../../src/bridge/erpnext/doctypes.ts'
import type { DeliveredScan } from '../../../src/bridge/vouchers/delivered.ts'
import type { Mappings } from '../../../src/bridge/vouchers/lookup.ts'
import { totalOf, type Voucher } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { type FakeErpnext, openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { today } from '../../support/bill-vouchers.ts'
import { demoScans } from '../../support/delivered.ts'
import { booksOf, erpnextMappings as mappings } from '../../support/erpnext-desk.ts'

/* The bills of the demo, each by a seller and of items that are made in the fake ERPNext before. */

const ours = (name: string) => `${name} - KGS`
const rates = [0, 5, 12, 18, 28, 40]

let erpnext: FakeErpnext
let books: Books

beforeAll(async () => {
  erpnext = await openFakeErpnext()
  for (const rate of rates) makeItem(`Purchases ${rate}%`)
  books = await booksOf(erpnext, { goodsItem: 'Purchases {rate}%' })
})

afterAll(() => erpnext.close())

function makeItem(code: string): void {
  const item = { name: code, item_code: code, item_name: code, stock_uom: 'Nos', disabled: 0 }
  erpnext.person.types('Item', item)
}

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The seller with its address, and the items: each once. */
function mappingsFor(scan: DeliveredScan, invoiceAs: 'accounting' | 'items'): Mappings {
  const { invoice_metadata: head, line_items: lines } = scan.data
  const [name, gstin] = [text(head['vendor_name']), text(head['gstin'])]
  const has = (doctype: string, wanted: string) =>
    erpnext.docs(doctype).some((doc) => doc['name'] === wanted)
  if (!has('Supplier', name)) erpnext.person.types('Supplier', { supplier_name: name, disabled: 0 })
  const title = `${name} ${gstin}`
  if (gstin !== '' && !has('Address', title)) {
    erpnext.person.types('Address', {
      address_title: title,
      address_line1: '1 Market Road',
      city: 'Pune',
      country: 'India',
      gstin,
      gst_category: 'Registered Regular',
      links: [{ link_doctype: 'Supplier', link_name: name }],
    })
  }
  const names = lines.map((line) => text(line['product_name']) || text(line['description']))
  for (const item of new Set(names)) if (!has('Item', item)) makeItem(item)
  return {
    ...mappings,
    settings: { ...mappings.settings, invoice_as: invoiceAs },
    ledgers: {
      ...mappings.ledgers,
      ...Object.fromEntries(rates.map((rate) => [`purchase:${rate}`, ours(`Purchase ${rate}%`)])),
      charges: ours('Freight'),
      deduction: ours('Discount'),
      tcs: ours('Freight'),
      tds: ours('Freight'),
      cess_input: ours('Input Tax Cess'),
    },
    parties: [{ gstin, name, ledger: name }],
    items: names.map((item) => ({ name: item, sku: '', item, unit: 'Nos' })),
    units: lines.map((line) => ({ ours: text(line['unit']), theirs: 'Nos' })),
  }
}

type Told = { scan: DeliveredScan; voucher: Voucher; problems: string[]; differences: string[] }

async function entered(invoiceAs: 'accounting' | 'items'): Promise<Told[]> {
  const told: Told[] = []
  for (const scan of demoScans('vendor_invoice')) {
    const parts = vouchersOf({ kind: 'scan', scan }, mappingsFor(scan, invoiceAs), today)
    const [part] = parts
    if (part?.voucher === undefined || part.problems.length > 0) continue
    const { voucher } = part
    const key = keyFor(`${invoiceAs} ${scan.id}`)
    const problems = (await books.check(voucher)).map(({ code, message }) => `${code}: ${message}`)
    if (problems.length > 0) {
      told.push({ scan, voucher, problems, differences: [] })
      continue
    }
    const answer = await books.write(await books.render(voucher, key))
    const refused = 'message' in answer ? [answer.message] : []
    const found = await books.withKey(key, voucher.date, 'near')
    const differences = found.flatMap((one) => books.differences(voucher, one))
    told.push({ scan, voucher, problems: refused, differences })
  }
  return told
}

function keyFor(name: string): string {
  return Bun.SHA256.hash(name, 'hex')
    .replace(/[^a-f]/g, 'a')
    .slice(0, 26)
}

describe.each(['accounting', 'items'] as const)('bills as %s invoices', (invoiceAs) => {
  test('are taken to the paisa, or say why not', async () => {
    const told = await entered(invoiceAs)
    expect(told.flatMap(({ differences }) => differences)).toEqual([])
    const waiting = told.filter(({ problems }) => problems.length > 0)
    // Bills whose lines print no rate, with the taxes of several: which line has which nobody can tell.
    expect(waiting.every(({ problems }) => problems.every(isOfRates))).toBe(true)
    expect(waiting.length).toBeLessThan(told.length / 6)
    const taken = told.filter(({ problems }) => problems.length === 0)
    const ids = new Set(taken.map(({ scan }) => idOf(keyFor(`${invoiceAs} ${scan.id}`))))
    const there = erpnext.docs('Purchase Invoice').filter(({ name }) => ids.has(String(name)))
    const totals = there.map((doc) => Math.round(Math.abs(Number(doc['grand_total'])) * 100))
    expect(totals.toSorted(byNumber)).toEqual(
      taken.map(({ voucher }) => totalOf(voucher)).toSorted(byNumber),
    )
  })
})

function isOfRates(problem: string): boolean {
  return problem.startsWith('gst_mismatch: The rates of the lines do not explain')
}

function byNumber(a: number, b: number): number {
  return a - b
}
