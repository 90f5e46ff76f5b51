import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole, sizes } from './console.ts'
import { printPages } from './printed.ts'
import { expectSoon, expectValue, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const products = [
  { sku: 'RICE-5KG', name: 'Basmati Rice 5 kg', sale_price: 450, gst_pct: 5, hsn: '1006' },
  { sku: 'TEA', name: 'Assam Tea', sale_price: 200, gst_pct: 5, barcode: '2015322698314' },
].map((product) => ({ ...product, mrp: 500, stock_quantity: 40 }))

const offer = {
  title: 'Tea week',
  rule_kind: 'percentage',
  rule_value: '10',
  applies_to: 'products',
  products: ['TEA'],
}

const daybook = untilEnd(await openConsole())
await importLines('products', products)
await importLines('offers', [offer])

async function importLines(kind: string, lines: readonly object[]): Promise<void> {
  const file = join(daybook.dir, `${kind}.jsonl`)
  await Bun.write(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  await daybook.run(['import', kind, file])
}

async function setUpInvoices(page: Page): Promise<void> {
  await openPage(page, '/settings?section=invoices', 'Settings')
  await page.getByLabel('Address', { exact: true }).fill('1 Market Yard\nPune 411037')
  await page.getByRole('combobox', { name: 'State', exact: true }).fill('Maharashtra')
  await page.getByRole('option', { name: 'Maharashtra', exact: true }).click()
  await page.getByLabel('UPI ID (optional)', { exact: true }).fill('sharma')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('a UPI ID such as').waitFor()
  await page.getByLabel('UPI ID (optional)', { exact: true }).fill('sharma@okbank')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved. It counts from the next invoice on.').waitFor()
}

async function sell(page: Page, sku: string): Promise<void> {
  await page.getByLabel('Add what is sold', { exact: true }).fill(sku)
  await page.getByLabel('Add what is sold', { exact: true }).press('Enter')
}

function phone(page: Page) {
  return page.getByRole('combobox', { name: 'Phone', exact: true })
}

/** A paper goes nowhere beyond the screen of a phone, and is printed from there as from a large screen. */
async function expectOnPhone(page: Page, sheets: readonly string[]): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize(sizes[390])
  await expectSoon(
    () => page.locator('.papers').evaluate((frame) => frame.scrollWidth - frame.clientWidth),
    0,
  )
  await expectPrinted(page, sheets)
  if (before !== null) await page.setViewportSize(before)
}

/** The sizes of the pages that are printed, in points. */
async function expectPrinted(page: Page, sizesOfPages: readonly string[]): Promise<void> {
  await expectSoon(async () => (await printPages(page)).map(({ size }) => size), sizesOfPages)
}

/** The widths of the pages that are printed, in points: a roll is as long as what stands on it. */
async function expectPrintedWide(page: Page, widths: readonly string[]): Promise<void> {
  const wide = async () => (await printPages(page)).map(({ size }) => size.split(' × ')[0])
  await expectSoon(wide, widths)
}

const a4 = '595 × 842'

const reader = readFileSync(Bun.resolveSync('zxing-wasm/reader/zxing_reader.wasm', import.meta.dir))
prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(reader).buffer } })

/** What a scanner reads of a picture. */
async function scanned(picture: Uint8Array): Promise<string[]> {
  const found = await readBarcodes(new Uint8Array(picture), { tryHarder: true })
  return found.map(({ format, text }) => `${format} ${text}`).toSorted()
}

test('an order has its offer, its invoice and its slip, and its customer is proposed at the next one', async () => {
  const page = await daybook.signedInPage()
  await setUpInvoices(page)
  expect(await faultsInEveryLook(page)).toEqual([])
  await openPage(page, '/orders/new', 'New order')
  await sell(page, 'TEA')
  await page.getByText('with 5% GST, Tea week').waitFor()
  await sell(page, 'RICE-5KG')
  await phone(page).fill('+91 98450 12345')
  await page.getByLabel('Name', { exact: true }).fill('Asha Patil')
  await page.getByLabel('City', { exact: true }).fill('Pune')
  await page.getByLabel('Remember this customer').check()
  await page.getByText('₹630.00', { exact: true }).first().waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: 'Place the order', exact: true }).click()
  await waitForPage(page, /^Order \d{4}-\d{2}\/00001$/)
  await page.getByText('Tea week').waitFor()

  await page.getByRole('button', { name: 'Make the invoice…', exact: true }).click()
  await page.getByRole('dialog').getByText('Place of supply').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await page.getByRole('button', { name: 'Make the invoice', exact: true }).click()
  await waitForPage(page, /^Invoice INV\/\d\d-\d\d\/00001$/)
  await page.getByText('Six Hundred Thirty Rupees Only').waitFor()
  await page.getByRole('img', { name: 'Pay by UPI to sharma@okbank' }).waitFor()
  const [sheet] = await printPages(page)
  expect(sheet?.size).toBe(a4)
  for (const said of ['Invoice', 'INV/', 'Asha Patil', '1006', 'Maharashtra, code 27', '630.00']) {
    expect(sheet?.text).toContain(said)
  }
  expect(sheet?.text).not.toMatch(/Print|WhatsApp|Go to|Documents/)
  const [code] = await scanned((await sheet?.picture()) ?? new Uint8Array())
  expect(code).toStartWith('QRCode upi://pay?pa=sharma%40okbank&pn=')
  expect(await faultsInEveryLook(page)).toEqual([])
  const share = page.getByRole('link', { name: 'Share by WhatsApp' })
  const address = decodeURIComponent((await share.getAttribute('href')) ?? '')
  expect(address).toStartWith('https://wa.me/919845012345?text=Asha Patil, thank you')
  expect(address).toContain('Amount: ₹630.00\nPay by UPI: upi://pay?pa=sharma')
  expect(address).not.toContain(daybook.url)
  await expectOnPhone(page, [a4])

  await page.getByLabel('Duplicate for transporter', { exact: true }).check()
  await expectPrinted(page, [a4, a4])
  await page.getByRole('combobox', { name: 'Paper', exact: true }).click()
  await page.getByRole('option', { name: 'Roll, 58 mm', exact: true }).click()
  await page.locator('.paper-58').waitFor()
  await expectPrintedWide(page, ['164'])
  await page.getByRole('combobox', { name: 'Paper', exact: true }).click()
  await page.getByRole('option', { name: 'Roll, 80 mm', exact: true }).click()
  await page.locator('.paper-80').waitFor()
  await expectPrintedWide(page, ['227'])
  expect(await faultsInEveryLook(page)).toEqual([])

  await page.getByRole('link', { name: 'Order', exact: true }).click()
  await waitForPage(page, /^Order/)
  await page.getByRole('link', { name: /^Invoice INV/ }).waitFor()
  await page.getByRole('link', { name: 'Packing slip', exact: true }).click()
  await waitForPage(page, /^Packing slip of order/)
  await page.getByText('Ship to').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await expectOnPhone(page, [a4])

  await openPage(page, '/orders/new', 'New order')
  await phone(page).fill('98450')
  await page.getByRole('option', { name: /Asha Patil/ }).click()
  await expectValue(page.getByLabel('City', { exact: true }), 'Pune')
  await expectSoon(() => page.getByLabel('Remember this customer').isChecked(), true)
})

test('the invoices and the slips of chosen orders are one print job each', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/orders/new', 'New order')
  await sell(page, 'RICE-5KG')
  await page.getByLabel('Quantity of Basmati Rice 5 kg', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Place the order', exact: true }).click()
  await waitForPage(page, /^Order \d{4}-\d{2}\/00002$/)
  const print = async (what: string, heading: string) => {
    await openPage(page, '/orders', 'Orders')
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await page.getByRole('button', { name: 'Print', exact: true }).click()
    await page.getByRole('menuitem', { name: what, exact: true }).click()
    await waitForPage(page, heading)
  }
  await print('Packing slips', '2 packing slips')
  await expectPrinted(page, [a4, a4])
  await print('Invoices', '1 invoice')
  await page.getByText('1 order of these has no invoice.').waitFor()
  await page.getByRole('button', { name: 'Make those that are missing', exact: true }).click()
  await waitForPage(page, '2 invoices')
  expect(await faultsInEveryLook(page)).toEqual([])
  await expectPrinted(page, [a4, a4])
  await page.getByLabel('Duplicate for transporter', { exact: true }).check()
  await expectPrinted(page, [a4, a4, a4, a4])
  await page.reload()
  await waitForPage(page, '2 invoices')
  await expectOnPhone(page, [a4, a4])
})

test('labels are printed for products that were chosen, on sheets and on rolls', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/catalogue', 'Products')
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('link', { name: 'Labels', exact: true }).click()
  await waitForPage(page, 'Labels')
  await page.getByRole('img', { name: 'EAN-13 2015322698314' }).waitFor()
  await page.getByRole('img', { name: 'Code 128 RICE-5KG' }).waitFor()
  await page.getByText('₹180.00').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await expectPrinted(page, [a4])
  const [sheet] = await printPages(page)
  expect(sheet?.text).toContain('Basmati Rice 5 kg')
  expect(await scanned((await sheet?.picture()) ?? new Uint8Array())).toEqual([
    'Code128 RICE-5KG',
    'EAN13 2015322698314',
  ])
  await expectOnPhone(page, [a4])
  await page.getByLabel('Labels of Assam Tea', { exact: true }).fill('24')
  await page.getByRole('img', { name: 'EAN-13 2015322698314' }).nth(23).waitFor()
  await expectPrinted(page, [a4, a4])
  const count = page.getByLabel('Labels of Assam Tea', { exact: true })
  // Emptied to type another number, it does not become a 0 that stands before it.
  await count.fill('')
  await expectSoon(() => page.getByRole('img', { name: 'EAN-13 2015322698314' }).count(), 0)
  await expectValue(count, '')
  await count.fill('2')
  await page.getByRole('combobox', { name: 'Paper', exact: true }).click()
  await page.getByRole('option', { name: 'Roll, labels of 58 × 30 mm', exact: true }).click()
  await page.locator('.label-sheet').nth(2).waitFor()
  await expectPrinted(page, ['164 × 85', '164 × 85', '164 × 85'])
  expect(await faultsInEveryLook(page)).toEqual([])
})

test('a customer is found in the list, and is forgotten after a question', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/customers', 'Customers')
  const row = page.getByRole('row').filter({ hasText: 'Asha Patil' })
  await row.getByText('9845012345').waitFor()
  expect(await faultsInEveryLook(page)).toEqual([])
  await row.getByLabel('Actions for Asha Patil', { exact: true }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Save what is kept', exact: true }).click()
  expect((await saved).suggestedFilename()).toBe('customer-9845012345.json')
  await page.getByRole('menu').waitFor({ state: 'detached' })
  await row.getByLabel('Actions for Asha Patil', { exact: true }).click()
  await page.getByRole('menuitem', { name: 'Forget…', exact: true }).click()
  await page.getByRole('button', { name: 'Forget', exact: true }).click()
  await page.getByText('Nobody is remembered yet').waitFor()

  await openPage(page, '/settings?section=invoices', 'Settings')
  const remembers = page.getByRole('switch', { name: 'Remember customers who agree' })
  await remembers.click()
  await page.getByText('Nobody is remembered or proposed any more.').waitFor()
  await page.reload()
  await expectSoon(() => remembers.isChecked(), false)
})
