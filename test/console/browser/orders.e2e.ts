import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { seriousViolations } from './accessibility.ts'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

const member = {
  name: 'Ravi Kumar',
  email: 'ravi@sharma.example',
  password: 'purple kettle sunday',
}

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

let daybook: Console
let key = ''

beforeAll(async () => {
  daybook = await openConsole()
  const names = ['--email', member.email, '--name', member.name, '--role', 'member']
  await daybook.run(['user', 'add', ...names, '--password-stdin'], member.password)
  const file = join(daybook.dir, 'products.jsonl')
  await Bun.write(file, products.map((product) => JSON.stringify(product)).join('\n'))
  await daybook.run(['import', 'products', file])
  const scopes = ['--scope', 'orders:read', '--scope', 'orders:write']
  const wish = ['--user', 'asha@sharma.example', '--name', 'Tally', '--service', 'storefront']
  const made: { key: string } = JSON.parse(
    await daybook.run(['key', 'create', ...wish, ...scopes, '--json']),
  )
  key = made.key
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('an order by hand', () => {
  test(
    'is priced as it is typed, placed once, moved on, synced, and put back',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/orders')
      await page.getByText('No orders yet').waitFor()
      await page.getByRole('link', { name: 'New order' }).first().click()
      await enterOrder(page)
      await placeTwice(page)
      await page.getByRole('heading', { name: /Order \d{4}-\d{2}\/00001/ }).waitFor()
      expect(await amounts(page)).toBe('₹1,399.00')
      await page.getByRole('button', { name: 'Mark as paid' }).click()
      await page.getByRole('button', { name: 'Mark as packed' }).waitFor()

      const [order, ...others] = await waiting()
      expect(others).toEqual([])
      expect(order?.items.map(({ sku }) => sku)).toEqual(['RICE-5KG', 'SHIRT-M'])
      await sync(order?.id ?? '')
      await page.reload()
      await page.getByText('by Tally').first().waitFor()
      expect(await waiting()).toEqual([])

      await page.getByRole('button', { name: 'Mark unsynced again' }).click()
      const dialog = page.getByRole('dialog')
      expect(await dialog.textContent()).toContain('2 lines will be delivered again.')
      await dialog.getByRole('button', { name: 'Mark unsynced again' }).click()
      await page.getByText('It waits for your accounting software').waitFor()
      expect(await waiting()).toHaveLength(1)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'keeps what was typed when the stock is too small, and shows where',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/orders/new')
      await page.getByRole('button', { name: 'Place the order' }).click()
      await page.getByText('Add at least one thing that is sold.').waitFor()
      await page.getByLabel('Add what is sold').fill('shirt-l')
      await page.getByLabel('Add what is sold').press('Enter')
      await page.getByLabel('Quantity of Cotton Shirt, L / Blue').fill('5')
      await page.getByText('only 2 in stock').waitFor()
      await page.getByLabel('GSTIN').fill('29ABCDE1234F1Z0')
      await page.getByRole('button', { name: 'Place the order' }).click()
      await page.getByText('The GSTIN must be').waitFor()
      await page.getByLabel('GSTIN').fill('')
      await page.getByRole('button', { name: 'Place the order' }).click()
      await page.getByText('There is not enough stock of SHIRT-L').waitFor()
      expect(await page.getByLabel('Quantity of Cotton Shirt').inputValue()).toBe('5')
      await page.getByLabel('Discount').fill('9000')
      await page.getByText('The discount must be at most').waitFor()
      expect(await seriousViolations(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'may sell what is not in the catalogue',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/orders/new')
      await page.getByRole('button', { name: 'Something that is not in the catalogue' }).click()
      await page.getByRole('button', { name: 'Place the order' }).click()
      await page.getByText('Say what it is.').waitFor()
      await page.getByLabel('Name of the new line').fill('Gift bag')
      await page.getByLabel('Unit price of Gift bag').fill('20')
      await page.getByLabel('GST rate of Gift bag').fill('18')
      await page.getByLabel('Name', { exact: true }).fill('Meena Iyer')
      await page.getByText('₹16.95').first().waitFor()
      await page.getByRole('button', { name: 'Place the order' }).click()
      await page.getByRole('heading', { name: /^Order/ }).waitFor()
      await page.getByText('What is left has no SKU').waitFor()
      await page.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Cancel the order' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel the order' }).click()
      await page.getByText('Cancelled', { exact: true }).waitFor()
      expect(await page.getByRole('button', { name: /Mark as/ }).count()).toBe(0)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

describe('the list of orders', () => {
  test(
    'is narrowed by text and status, which the address keeps',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/orders')
      await page.getByText('Meena Iyer').waitFor()
      await page.getByRole('searchbox').fill('98450 12345')
      await page.getByText('Meena Iyer').waitFor({ state: 'detached' })
      await page.getByText('Asha Menon').waitFor()
      await page.getByRole('combobox', { name: 'Status' }).click()
      await page.getByRole('option', { name: 'Returned' }).click()
      await page.getByText('No order fits').waitFor()
      expect(new URL(page.url()).searchParams.get('status')).toBe('returned')
      await page.reload()
      await page.getByText('No order fits').waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('98450 12345')
      await page.getByRole('link', { name: 'Show all orders' }).click()
      await page.getByText('Meena Iyer').waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('')
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'puts back what was synced on a range of days, and says what beforehand',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      for (const { id } of await waiting()) await sync(id)
      await page.goto('/orders')
      await page.getByRole('button', { name: 'Mark unsynced' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Synced from').fill('1/1/2026')
      await dialog.getByLabel('Synced until').fill('2/1/2026')
      await dialog.getByLabel('Synced until').blur()
      await dialog.getByText('Nothing was synced on these days.').waitFor()
      await dialog.getByLabel('Synced until').fill(today())
      await dialog.getByLabel('Synced until').blur()
      await dialog.getByText('1 order, 2 lines').waitFor()
      expect(await seriousViolations(page)).toEqual([])
      await dialog.getByRole('button', { name: 'Mark unsynced again' }).click()
      await page.getByText('1 order with 2 lines will be delivered again.').waitFor()
      expect(await waiting()).toHaveLength(1)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'is not for members',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn({}, member)
      await page.goto('/keys')
      await page.getByRole('heading', { name: 'API keys' }).waitFor()
      expect(await page.getByRole('link', { name: 'Orders' }).count()).toBe(0)
      await page.goto('/orders')
      await page.getByText('Only an owner may do this.').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

/** Two sacks by barcode, as a scanner types it, and a shirt from the list. */
async function enterOrder(page: Page): Promise<void> {
  const search = page.getByLabel('Add what is sold')
  for (let sack = 1; sack <= 2; sack++) {
    await search.fill('8901234567890')
    await search.press('Enter')
    await page.getByLabel('Quantity of Basmati Rice 5 kg').waitFor()
  }
  expect(await page.getByLabel('Quantity of Basmati Rice 5 kg').inputValue()).toBe('2')
  await search.fill('cotton')
  await page.getByRole('option', { name: 'M / Blue' }).click()
  await page.getByText('₹1,449.00').first().waitFor()
  await page.getByLabel('Discount').fill('50')
  await page.getByText('₹1,399.00').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Asha Menon')
  await page.getByLabel('Phone').fill('+91 98450-12345')
}

async function placeTwice(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place the order' }).dblclick()
}

async function amounts(page: Page): Promise<string | null> {
  const table = page.getByRole('table', { name: 'What it comes to' })
  return await table
    .getByRole('row', { name: 'Total', exact: false })
    .last()
    .getByRole('cell')
    .textContent()
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
