import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { seriousViolations } from './accessibility.ts'
import { openConsole, owner, type Console, type Look, type Visit } from './console.ts'
import { browserLimitMs } from './limits.ts'

/** Where pictures of the pages are left, for people to look at; none are made without it. */
const screensDir = process.env['DAYBOOK_SCREENS']

/** What browsers download before the first page can be used, in bytes, compressed by gzip. */
const scriptBytesMax = 450_000

const looks: Look[] = ([390, 1366, 1920] as const).flatMap((width) => [
  { width, scheme: 'light' as const },
  { width, scheme: 'dark' as const },
])

/** Each page, and what it shows when it is ready. */
const pages = [
  { path: '/keys', ready: 'dbk_' },
  { path: '/keys?state=ended', ready: 'No key has ended' },
  { path: '/', ready: 'The last four weeks' },
  { path: '/integrations', ready: 'Tally' },
  { path: '/activity', ready: 'Daybook was set up for' },
  { path: '/activity?kind=rules', ready: 'Nothing like that was done' },
  { path: '/account', ready: 'this one' },
  { path: '/documents', ready: 'Hidden duplicate' },
  { path: '/documents?text=nothing', ready: 'No document is like that' },
  { path: '/documents/01a00000-0000-7000-8000-0000000000d2', ready: 'What was read' },
  { path: '/documents/01a00000-0000-7000-8000-0000000000d2?edit=true', ready: 'Correct what' },
  { path: '/documents/01a00000-0000-7000-8000-0000000000d3', ready: 'Too dark.' },
  { path: '/documents/nothing', ready: 'There is no document with the id' },
  { path: '/rules', ready: 'No rules yet' },
  { path: '/rules?view=unknown', ready: 'Looked for in the newest' },
  { path: '/rules?view=unknown&kind=values', ready: 'Looked for in the newest' },
  { path: '/rules?view=built-in', ready: 'account_no' },
  { path: '/vendors', ready: 'DOIL' },
  { path: '/vendors?show=unknown', ready: 'It is Acme' },
  { path: '/product-names', ready: 'No product names yet' },
  { path: '/product-names?show=unknown', ready: 'Basmati Rice 5 kg' },
  { path: '/orders', ready: '2025-26/00017' },
  { path: '/orders?search=nobody', ready: 'No order fits' },
  { path: '/orders/01a00000-0000-7000-8000-0000000000a1', ready: 'Subtotal' },
  { path: '/orders/nothing', ready: 'There is no order with the id' },
  { path: '/orders/new', ready: 'Nothing yet' },
  { path: '/users', ready: 'May sign in' },
  { path: '/users?state=ended', ready: 'Nobody is deactivated' },
  { path: '/credits', ready: 'Balance' },
  { path: '/settings', ready: 'What counts as a duplicate' },
  { path: '/settings?section=night', ready: 'Dry run' },
  { path: '/settings?section=backups', ready: 'Make a backup now' },
  { path: '/settings?section=network', ready: 'Where it is' },
  { path: '/settings?section=appearance', ready: 'As the system' },
  { path: '/categories', ready: 'Uncategorised' },
  { path: '/offers', ready: 'No offers yet' },
  { path: '/catalogue', ready: 'No products yet' },
  { path: '/catalogue?search=nothing', ready: 'No product fits' },
  { path: '/catalogue/new', ready: 'Drop images here' },
  { path: '/catalogue/import', ready: 'Drop a CSV file here' },
] as const

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
  const key = ['key', 'create', '--user', 'asha@sharma.example', '--name', 'Tally']
  await daybook.run([...key, '--service', 'scan-export'])
  await importOrder()
  await importDocuments()
  await importVendors()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe.each(looks)('at $width pixels, $scheme', (look) => {
  test.each(pages)(
    '$path fits, and whoever cannot see it can use it',
    async ({ path, ready }) => {
      const visit = await daybook.visitSignedIn(look)
      await visit.page.goto(path)
      await visit.page.getByText(ready).first().waitFor()
      await expectGoodLooks(visit, path, look)
    },
    browserLimitMs,
  )

  test(
    '/sign-in does too',
    async () => {
      const visit = await daybook.visit(look)
      await visit.page.goto('/sign-in')
      await visit.page.getByLabel('E-mail').waitFor()
      await expectGoodLooks(visit, 'sign-in', look)
    },
    browserLimitMs,
  )

  test(
    '/choose-password does too',
    async () => {
      const visit = await daybook.visit(look)
      await visit.page.goto('/choose-password')
      await visit.page.getByLabel('Code').waitFor()
      await expectGoodLooks(visit, 'choose-password', look)
    },
    browserLimitMs,
  )

  test(
    'so does the form for a key',
    async () => {
      const visit = await daybook.visitSignedIn(look)
      await visit.page.goto('/keys')
      await visit.page.getByRole('button', { name: 'New key' }).click()
      await visit.page.getByLabel('Storefront').check()
      await expectGoodLooks(visit, 'key-form', look)
    },
    browserLimitMs,
  )
})

describe('the first page', () => {
  test(
    'needs less than 450 kB of JavaScript',
    async () => {
      const { page, close } = await daybook.visitSignedIn()
      const scripts = new Set<string>()
      page.on('response', (response) => {
        if (response.url().endsWith('.js')) scripts.add(response.url())
      })
      // With its chart, which comes after the rest.
      await page.goto('/')
      await page.getByText('The last four weeks').waitFor()
      const sizes = await Promise.all([...scripts].map(gzipBytes))
      expect(sizes.length).toBeGreaterThan(1)
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(scriptBytesMax)
      await close()
    },
    browserLimitMs,
  )

  test(
    'is dark before anything is drawn when dark was chosen',
    async () => {
      const { page, close } = await daybook.visitSignedIn({ scheme: 'light' })
      await page.goto('/keys')
      await page.getByRole('button', { name: 'Asha Rao' }).click()
      await page.getByRole('menuitemradio', { name: 'Dark' }).click()
      // With the application held back, what is there is what is drawn first.
      await page.route(/\/main-\w+\.js$/, (route) => route.abort())
      await page.goto('/keys', { waitUntil: 'domcontentloaded' })
      const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      expect(background).toBe('rgb(36, 36, 36)')
      await close()
    },
    browserLimitMs,
  )
})

function documentId(end: string): string {
  return `01a00000-0000-7000-8000-0000000000${end}`
}

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString()
}

/** Two with one number, one of them with its file, and one that failed. */
async function importDocuments(): Promise<void> {
  const file = join(daybook.dir, 'bill.csv')
  await Bun.write(file, 'Bill No.,A-41\nDated,05-Nov-26\nSupplier,ACME TRADERS\n')
  const line = { Particulars: 'Basmati Rice 5 kg', 'HSN/SAC': '1006', Qty: '12 Nos' }
  const raw = {
    invoice_metadata: { 'Bill No.': 'A-41', Dated: '05-Nov-26', Supplier: 'ACME TRADERS', Lot: '' },
    line_items: [{ ...line, Rate: '₹1,234.50', Amount: '₹14,814.00' }, line],
  }
  const scan = { user: owner.email, category: 'vendor_invoice' }
  const scans = [
    { ...scan, id: documentId('d1'), filename: 'bill-041.pdf', created_at: daysAgo(3), raw },
    {
      ...scan,
      id: documentId('d2'),
      filename: 'bill-041-again.csv',
      created_at: daysAgo(2),
      raw,
      file,
    },
    {
      ...scan,
      id: documentId('d3'),
      filename: 'IMG_20261120_153128.jpg',
      status: 'failed',
      failure_reason: 'Too dark.',
    },
  ]
  const lines = join(daybook.dir, 'scans.jsonl')
  await Bun.write(lines, scans.map((each) => JSON.stringify(each)).join('\n'))
  await daybook.run(['import', 'scans', lines])
}

/** One alias is long, one belongs to nobody any more, as another vendor is called so. */
async function importVendors(): Promise<void> {
  const file = join(daybook.dir, 'vendors.jsonl')
  const long =
    'DECCAN OILS AND PROVISIONS PRIVATE LIMITED, WHOLESALE DIVISION, MARKET YARD, PUNE 411037'
  const vendors = [
    { name: 'Deccan Oils', aliases: ['DOIL', long, 'Acme'] },
    { name: 'Acme', aliases: [] },
  ]
  await Bun.write(file, vendors.map((vendor) => JSON.stringify(vendor)).join('\n'))
  await daybook.run(['import', 'vendors', file])
}

/** One line is synced, one waits, one has no SKU. */
async function importOrder(): Promise<void> {
  const file = join(daybook.dir, 'orders.jsonl')
  const line = { quantity: 2, unit_price: 1234.5, gst_pct: 18, hsn: '1006' }
  const items = [
    {
      ...line,
      sku: 'RICE-5KG',
      product_name: 'Basmati Rice 5 kg',
      synced_at: '2026-01-19T06:00:00Z',
    },
    { ...line, sku: 'TEA-500', product_name: 'Assam Tea 500 g' },
    { ...line, product_name: 'Gift bag with a rather long name for what it is', gst_pct: 5 },
  ]
  const order = {
    id: '01a00000-0000-7000-8000-0000000000a1',
    order_no: '2025-26/00017',
    created_at: '2026-01-18T06:00:00Z',
    customer_name: 'Meena Iyer',
    customer_phone: '+91 98450 12345',
    shipping_address: '12 MG Road',
    shipping_city: 'Bengaluru',
    discount: 50,
    items,
  }
  await Bun.write(file, JSON.stringify(order))
  await daybook.run(['import', 'orders', file])
}

async function expectGoodLooks(visit: Visit, name: string, look: Look): Promise<void> {
  const { page, problems } = visit
  if (screensDir !== undefined) {
    mkdirSync(screensDir, { recursive: true })
    const file = `${name.replaceAll(/\W+/g, '-')}-${look.width}-${look.scheme}.png`
    await page.screenshot({ path: join(screensDir, file) })
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
  expect(await seriousViolations(page)).toEqual([])
  expect(problems).toEqual([])
  await visit.close()
}

async function gzipBytes(url: string): Promise<number> {
  const answer = await fetch(url, {
    headers: { 'accept-encoding': 'gzip' },
    decompress: false,
  })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  return (await answer.arrayBuffer()).byteLength
}
