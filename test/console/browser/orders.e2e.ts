import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { violationsOf } from './accessibility.ts'
import { openConsole } from './console.ts'
import {
  expectInAddress,
  expectSoon,
  expectValue,
  follow,
  openPage,
  waitForPage,
} from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const products = [
  {
    sku: 'RICE-5KG',
    name: 'Basmati Rice 5 kg',
    sale_price: 450,
    gst_pct: 5,
    hsn: '1006',
    barcode: '8901234567890',
    stock_quantity: 40,
  },
  {
    sku: 'SHIRT',
    name: 'Cotton Shirt',
    sale_price: 499,
    gst_pct: 18,
    variants: [
      { sku: 'SHIRT-M', size: 'M', color: 'Blue', sale_price: 549, stock_quantity: 3 },
      { sku: 'SHIRT-L', size: 'L', color: 'Blue', sale_price: 549, stock_quantity: 2 },
    ],
  },
]

const daybook = untilEnd(await openConsole())
const file = join(daybook.dir, 'products.jsonl')
await Bun.write(file, products.map((product) => JSON.stringify(product)).join('\n'))
await daybook.run(['import', 'products', file])
const scopes = ['--scope', 'orders:read', '--scope', 'orders:write']
const input = ['--user', 'asha@sharma.example', '--name', 'Tally', '--service', 'storefront']
const { key }: { key: string } = JSON.parse(
  await daybook.run(['key', 'create', ...input, ...scopes, '--json']),
)

/** As the page of a new order would. */
async function placeOrder(page: Page, name: string): Promise<void> {
  const headers = { origin: daybook.url, 'idempotency-key': crypto.randomUUID() }
  const data = { items: [{ sku: 'RICE-5KG', quantity: 1 }], customer_name: name }
  const answer = await page.request.post('/console/api/orders', { headers, data })
  expect(answer.status()).toBe(200)
}

describe('an order by hand', () => {
  test('is priced as it is typed, placed once, moved on, synced, and put back', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/orders', 'Orders')
    await page.getByText('No orders yet').waitFor()
    await follow(page.getByRole('link', { name: 'New order', exact: true }).first(), 'New order')
    await enterOrder(page)
    // Answered once both presses have come: the second one is to meet this page.
    const pressed = Promise.withResolvers<void>()
    await page.route('**/console/api/orders', async (route) => {
      await pressed.promise
      await route.fallback()
    })
    await page.getByRole('button', { name: 'Place the order', exact: true }).dblclick()
    pressed.resolve()
    await waitForPage(page, /^Order \d{4}-\d{2}\/00001$/)
    await total(page).getByText('₹1,399.00', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Mark as paid', exact: true }).click()
    await page.getByRole('button', { name: 'Mark as packed', exact: true }).waitFor()

    const [order, ...others] = await waiting()
    expect(others).toEqual([])
    expect(order?.items.map(({ sku }) => sku)).toEqual(['RICE-5KG', 'SHIRT-M'])
    await sync(order?.id ?? '')
    await page.reload()
    await page.getByText('by Tally').first().waitFor()
    expect(await waiting()).toEqual([])

    await page.getByRole('button', { name: 'Put back…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('2 lines will be delivered again.').waitFor()
    await dialog.getByRole('button', { name: 'Put back', exact: true }).click()
    await page.getByText('It waits for your accounting software').waitFor()
    expect(await waiting()).toHaveLength(1)
  })

  test('keeps what was typed when the stock is too small, and shows where', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/orders/new', 'New order')
    await page.getByRole('button', { name: 'Place the order', exact: true }).click()
    await page.getByText('Add at least one thing that is sold.').waitFor()
    await page.getByLabel('Add what is sold', { exact: true }).fill('shirt-l')
    await page.getByLabel('Add what is sold', { exact: true }).press('Enter')
    await page.getByLabel('Quantity of Cotton Shirt, L / Blue', { exact: true }).fill('5')
    await page.getByText('only 2 in stock').waitFor()
    await page.getByLabel('GSTIN (when there is one)', { exact: true }).fill('29ABCDE1234F1Z0')
    await page.getByRole('button', { name: 'Place the order', exact: true }).click()
    await page.getByText('is mistyped').waitFor()
    await page.getByLabel('GSTIN (when there is one)', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Place the order', exact: true }).click()
    await page.getByText('There is not enough stock of SHIRT-L').waitFor()
    await expectValue(page.getByLabel('Quantity of Cotton Shirt, L / Blue', { exact: true }), '5')
    await page.getByLabel('Discount (optional)', { exact: true }).fill('9000')
    await page.getByText('The discount must be at most').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('may sell what is not in the catalogue', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/orders/new', 'New order')
    await page
      .getByRole('button', { name: 'Something that is not in the catalogue', exact: true })
      .click()
    await page.getByRole('button', { name: 'Place the order', exact: true }).click()
    await page.getByText('Say what it is.').waitFor()
    await page.getByLabel('Name of the new line', { exact: true }).fill('Gift bag')
    await page.getByLabel('Unit price of Gift bag', { exact: true }).fill('20')
    await page.getByLabel('GST rate of Gift bag', { exact: true }).fill('18')
    await page.getByLabel('Name', { exact: true }).fill('Meena Iyer')
    await page.getByText('₹16.95').first().waitFor()
    await page.getByRole('button', { name: 'Place the order', exact: true }).click()
    await waitForPage(page, /^Order \d{4}/)
    await page.getByText('What is left has no SKU').waitFor()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Cancel the order…', exact: true }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Cancel the order', exact: true })
      .click()
    await page.getByText('Cancelled', { exact: true }).waitFor()
    await expectSoon(() => page.getByRole('button', { name: /Mark as/ }).count(), 0)
  })
})

describe('the list of orders', () => {
  test('is narrowed by text and status, which the address keeps', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/orders', 'Orders')
    await page.getByText('Meena Iyer').waitFor()
    await page.getByRole('searchbox').fill('98450 12345')
    await page.getByText('Meena Iyer').waitFor({ state: 'detached' })
    await page.getByText('Asha Menon').waitFor()
    await page.getByRole('combobox', { name: 'Status', exact: true }).click()
    await page.getByRole('option', { name: 'Returned', exact: true }).click()
    await page.getByText('No order fits').waitFor()
    await expectInAddress(page, 'status', 'returned')
    await page.reload()
    await page.getByText('No order fits').waitFor()
    await expectValue(page.getByRole('searchbox'), '98450 12345')
    await page.getByRole('button', { name: 'Show all orders', exact: true }).click()
    await page.getByText('Meena Iyer').waitFor()
    await expectValue(page.getByRole('searchbox'), '')
  })

  test('puts back what was synced on a range of days, and says what beforehand', async () => {
    const page = await daybook.signedInPage()
    for (const { id } of await waiting()) await sync(id)
    await openPage(page, '/orders', 'Orders')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Put some days back…', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Delivered from', { exact: true }).fill('1/1/2026')
    await dialog.getByLabel('Delivered until', { exact: true }).fill('2/1/2026')
    await dialog.getByLabel('Delivered until', { exact: true }).blur()
    await dialog.getByText('Nothing was delivered on these days.').waitFor()
    await dialog.getByLabel('Delivered until', { exact: true }).fill(today())
    await dialog.getByLabel('Delivered until', { exact: true }).blur()
    await dialog.getByText('1 order, 2 lines').waitFor()
    expect(await violationsOf(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Put back', exact: true }).click()
    await page.getByText('1 order with 2 lines put back').waitFor()
    expect(await waiting()).toHaveLength(1)
  })

  test('cancels those that are chosen after a question, and leaves them when nobody agrees', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/orders', 'Orders')
    for (const name of ['Chosen One', 'Chosen Two']) await placeOrder(page, name)
    await openPage(page, '/orders?search=Chosen', 'Orders')
    const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
    await expectSoon(() => boxes.count(), 2)
    for (const box of await boxes.all()) await box.check()
    const choose = async () => {
      await page.getByRole('button', { name: 'Mark as', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Cancelled…', exact: true }).click()
      await page.getByRole('dialog').getByText('cannot be taken up again').waitFor()
    }
    await choose()
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Keep them as they are', exact: true }).click()
    await expectSoon(() => page.getByRole('row').getByText('Cancelled').count(), 0)
    await choose()
    await page.getByRole('button', { name: 'Mark as cancelled', exact: true }).click()
    await page.getByText('2 orders are cancelled now.').waitFor()
    await expectSoon(() => page.getByRole('row').getByText('Cancelled').count(), 2)
  })
})

/** Two sacks by barcode, as a scanner types it, and a shirt from the list. */
async function enterOrder(page: Page): Promise<void> {
  const search = page.getByLabel('Add what is sold', { exact: true })
  for (let sack = 1; sack <= 2; sack++) {
    await search.fill('8901234567890')
    await search.press('Enter')
    await page.getByLabel('Quantity of Basmati Rice 5 kg', { exact: true }).waitFor()
  }
  await expectValue(page.getByLabel('Quantity of Basmati Rice 5 kg', { exact: true }), '2')
  await search.fill('cotton')
  await page.getByRole('option', { name: /M \/ Blue/ }).click()
  await page.getByText('₹1,449.00').first().waitFor()
  await page.getByLabel('Discount (optional)', { exact: true }).fill('50')
  await page.getByText('₹1,399.00').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Asha Menon')
  await page.getByRole('combobox', { name: 'Phone', exact: true }).fill('+91 98450-12345')
}

/** The last row of what it comes to. */
function total(page: Page) {
  const table = page.getByRole('table', { name: 'What it comes to', exact: true })
  return table.getByRole('row').last()
}

type WaitingOrder = { id: string; items: { sku: string }[] }

async function waiting(): Promise<WaitingOrder[]> {
  const answer = await fetch(`${daybook.url}/storefront/api/public/v1/orders/unsynced`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const { data }: { data: WaitingOrder[] } = JSON.parse(await answer.text())
  return data
}

async function sync(id: string): Promise<void> {
  const answer = await fetch(`${daybook.url}/storefront/api/public/v1/orders/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ orders: [{ order_id: id, all_items: true }] }),
  })
  expect(answer.status).toBe(200)
}

/** As it is typed here: 20/11/2026. */
function today(): string {
  return new Date().toLocaleDateString('en-IN', { timeZone: 'Asia/Kolkata' })
}
