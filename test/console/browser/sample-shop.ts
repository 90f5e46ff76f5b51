import { join } from 'node:path'
import { pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import { openConsole, owner, type Console } from './console.ts'
import { fillBooks } from './filled-books.ts'
import { learn } from './learnt-seller.ts'
import { filedDocument, portalFile, supplier } from '../../gstr2b/portal-file.ts'

/** Where the pages of single things are. */
export type SampleShop = { daybook: Console; product: string; integration: string }

export const sampleOrder = '01a00000-0000-7000-8000-0000000000a1'

export function sampleDocument(end: 'd1' | 'd2' | 'd3'): string {
  return `01a00000-0000-7000-8000-0000000000${end}`
}

/** A console with one of nearly everything in it. */
export async function openSampleShop(): Promise<SampleShop> {
  const daybook = await openConsole({ withMember: true })
  const input = ['--user', owner.email, '--name', 'Tally', '--service', 'scan-export', '--json']
  const key: { id: string } = JSON.parse(await daybook.run(['key', 'create', ...input]))
  await importLines(daybook, 'orders', [order])
  await Bun.write(join(daybook.dir, 'bill.csv'), 'Bill No.,A-41\nSupplier,ACME TRADERS\n')
  await Bun.write(join(daybook.dir, 'bill.pdf'), pdfFile([a4, a4]))
  await importLines(daybook, 'scans', documents('bill.pdf', 'bill.csv'))
  await importLines(daybook, 'vendors', vendors)
  await learn(daybook.dir, long)
  await importLines(daybook, 'products', [product])
  await fillBooks(daybook, {
    document: sampleDocument('d1'),
    second: sampleDocument('d2'),
    order: sampleOrder,
  })
  await fillMonth(daybook)
  return { daybook, product: await firstProduct(daybook), integration: key.id }
}

/** A GSTR-2B of this month, with a bill that the shop lacks. */
async function fillMonth(daybook: Console): Promise<void> {
  const [year = '', month = ''] = new Date().toISOString().split('-')
  const inv = [filedDocument({ inum: long, dt: `01-${month}-${year}` })]
  const docdata = { b2b: [supplier({ inv }, { trdnm: long })] }
  const file = join(daybook.dir, '2b.json')
  await Bun.write(file, portalFile(docdata, { rtnprd: `${month}${year}` }))
  await daybook.run(['gstr2b', 'import', file])
}

async function firstProduct(daybook: Console): Promise<string> {
  const { page, close } = await daybook.visitSignedIn()
  const answer = await page.request.get('/console/api/products')
  const { items }: { items: { id: string }[] } = JSON.parse(await answer.text())
  await close()
  return items[0]?.id ?? ''
}

async function importLines(
  daybook: Console,
  kind: string,
  lines: readonly object[],
): Promise<void> {
  // Activity says it: a name that people would give it.
  const file = join(daybook.dir, 'sample.jsonl')
  await Bun.write(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  await daybook.run(['import', kind, file])
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

const a4 = { width: 595, height: 842, content: 'BT /F1 40 Tf 60 700 Td (Tax invoice) Tj ET' }

const line = { Particulars: 'Basmati Rice 5 kg', 'HSN/SAC': '1006', Qty: '12 Nos' }
const raw = {
  invoice_metadata: { 'Bill No.': 'A-41', Dated: '05-Nov-26', Supplier: 'ACME TRADERS', Lot: '' },
  line_items: [{ ...line, Rate: '₹1,234.50', Amount: '₹14,814.00' }, line],
}

/** Two with one number, a PDF and a text, and one that failed. */
function documents(pdf: string, csv: string): object[] {
  const scan = { user: owner.email, category: 'vendor_invoice' }
  return [
    {
      ...scan,
      id: sampleDocument('d1'),
      filename: 'bill-041.pdf',
      created_at: daysAgo(3),
      raw,
      file: pdf,
    },
    {
      ...scan,
      id: sampleDocument('d2'),
      filename: 'bill-041-again.csv',
      created_at: daysAgo(2),
      raw,
      file: csv,
    },
    {
      ...scan,
      id: sampleDocument('d3'),
      filename: 'IMG_20261120_153128.jpg',
      status: 'failed',
      failure_reason: 'Too dark.',
    },
  ]
}

const long =
  'DECCAN OILS AND PROVISIONS PRIVATE LIMITED, WHOLESALE DIVISION, MARKET YARD, PUNE 411037'

/** One alias is long, one belongs to nobody any more, as another vendor is called so. */
const vendors = [
  { name: 'Deccan Oils', aliases: ['DOIL', long, 'Acme'] },
  { name: 'Acme', aliases: [] },
]

const orderLine = { quantity: 2, unit_price: 1234.5, gst_pct: 18, hsn: '1006' }

/** One line is synced, one waits, one has no SKU. */
const order = {
  id: sampleOrder,
  order_no: '2025-26/00017',
  created_at: '2026-01-18T06:00:00Z',
  customer_name: 'Meena Iyer',
  customer_phone: '+91 98450 12345',
  shipping_address: '12 MG Road',
  shipping_city: 'Bengaluru',
  discount: 50,
  items: [
    {
      ...orderLine,
      sku: 'RICE-5KG',
      product_name: 'Basmati Rice 5 kg',
      synced_at: '2026-01-19T06:00:00Z',
    },
    { ...orderLine, sku: 'TEA-500', product_name: 'Assam Tea 500 g' },
    { ...orderLine, product_name: 'Gift bag with a rather long name for what it is', gst_pct: 5 },
  ],
}

const product = {
  sku: 'SHIRT',
  name: 'Cotton shirt with a rather long name for what it is',
  mrp: 899,
  sale_price: 499,
  gst_pct: 18,
  variants: [
    { sku: 'SHIRT-M', size: 'M', color: 'Blue', sale_price: 549, stock_quantity: 3 },
    { sku: 'SHIRT-L', size: 'L', color: 'Blue', sale_price: 549, stock_quantity: 0 },
  ],
}
