import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { clerkAt } from './clerk.ts'
import { openConsole } from './console.ts'
import { keyboardOf, type Keyboard } from './keyboard.ts'
import { expectSoon, expectValue, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const code = '8901262010016'

const daybook = untilEnd(await openConsole())
const products = [
  { sku: 'BUTTER', name: 'Butter 500 g', mrp: 285, sale_price: 280, barcode: code },
  { sku: 'TEA-LOOSE', name: 'Loose tea', mrp: 250, sale_price: 200 },
]
const stocked = products.map((product) => JSON.stringify({ ...product, stock_quantity: 40_000 }))
const file = join(daybook.dir, 'products.jsonl')
await Bun.write(file, stocked.join('\n'))
await daybook.run(['import', 'products', file])

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const butter = (page: Page) => field(page, 'Quantity of Butter 500 g')
const phone = (page: Page) => page.getByRole('combobox', { name: 'Phone', exact: true })

async function ordersOf(page: Page): Promise<number> {
  const answer = await page.request.get('/console/api/orders')
  const { total }: { total: number } = await answer.json()
  return total
}

/** A new order with a line of butter, a field that is not in the catalogue, and the keys. */
async function openOrder(page: Page): Promise<Keyboard> {
  await openPage(page, '/orders/new', 'New order')
  const keyboard = await keyboardOf(page)
  await keyboard.scan(code)
  await expectValue(butter(page), '1')
  return keyboard
}

const places: readonly (readonly [string, (page: Page) => Locator, string])[] = [
  ['Phone', phone, '98450'],
  ['Quantity', butter, '1'],
  ['Unit price', (page) => field(page, 'Unit price of Butter 500 g'), '280.00'],
  ['the discount', (page) => field(page, 'Discount (optional)'), '12'],
  ['the name', (page) => field(page, 'Name'), 'Asha'],
  ['the address', (page) => field(page, 'Address'), '12 MG Road'],
  ['the search', (page) => field(page, 'Add what is sold'), 'tea'],
]

describe('a code that is scanned at the counter', () => {
  test.each(places)(
    'adds its product and places nothing, with the focus in %s',
    async (_, placeOf, text) => {
      const page = await daybook.signedInPage()
      const keyboard = await openOrder(page)
      const before = await ordersOf(page)
      const place = placeOf(page)
      if ((await place.inputValue()) !== text) await place.fill(text)
      await place.focus()
      for (const pieces of ['2', '3']) {
        await keyboard.scan(code)
        await expectValue(butter(page), pieces)
      }
      if (place !== butter(page) && text !== '1') await expectValue(place, text)
      expect(await ordersOf(page)).toBe(before)
      expect(page.url()).toEndWith('/orders/new')
    },
  )

  test('adds it with no focus, or on the button that places the order, and says so where it is not sold', async () => {
    const page = await daybook.signedInPage()
    const keyboard = await openOrder(page)
    const before = await ordersOf(page)
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    await keyboard.scan(code)
    await expectValue(butter(page), '2')
    await page.getByRole('button', { name: 'Place the order', exact: true }).focus()
    await keyboard.scan('TEA-LOOSE')
    await expectValue(field(page, 'Quantity of Loose tea'), '1')
    await phone(page).focus()
    await keyboard.scan('4006381333931')
    await page.getByText('Nothing on sale has the code 4006381333931.').waitFor()
    await expectValue(phone(page), '')
    await page.getByRole('button', { name: 'Place the order', exact: true }).click()
    await page.getByText('What was typed here is not found').waitFor()
    expect(await ordersOf(page)).toBe(before)
  })
})

describe('what a person types at the counter', () => {
  test('stays where it is typed, and Enter places nothing; Ctrl and Enter place it from every field', async () => {
    const page = await daybook.signedInPage()
    const keyboard = await openOrder(page)
    const before = await ordersOf(page)
    await butter(page).fill('')
    await keyboard.type('120')
    await expectValue(butter(page), '120')
    await phone(page).focus()
    await keyboard.type(code)
    await expectValue(phone(page), code)
    await field(page, 'Name').focus()
    await page.getByText('A phone number has 10 digits').waitFor()
    await keyboard.type('Asha')
    await field(page, 'Discount (optional)').focus()
    await keyboard.type('10')
    expect(await ordersOf(page)).toBe(before)

    await page.keyboard.press('Control+Enter')
    await page.getByText('A phone number has 10 digits').waitFor()
    expect(await ordersOf(page)).toBe(before)
    await phone(page).fill('+91 98450 12345')
    await page.keyboard.press('Control+Enter')
    await waitForPage(page, /^Order \d{4}/)
    await page.getByText('+91 98450 12345').waitFor()
    expect(await ordersOf(page)).toBe(before + 1)
  })

  test('is asked about once where it is many pieces', async () => {
    const page = await daybook.signedInPage()
    await openOrder(page)
    const before = await ordersOf(page)
    const place = page.getByRole('button', { name: 'Place the order', exact: true })
    await butter(page).fill('12,015')
    await place.dblclick()
    await page.getByText('12,015 pieces? Press again to confirm.').waitFor()
    expect(await ordersOf(page)).toBe(before)
    await butter(page).fill('12,016')
    await place.click()
    await page.getByText('12,016 pieces? Press again to confirm.').waitFor()
    expect(await ordersOf(page)).toBe(before)
    await place.click()
    await waitForPage(page, /^Order \d{4}/)
    expect(await ordersOf(page)).toBe(before + 1)
  })

  test('costs one press beside what is scanned, wherever that was typed before', async () => {
    const page = await daybook.signedInPage()
    const keyboard = await openOrder(page)
    await phone(page).fill('98450 12345')
    const clerk = await clerkAt(page)
    await keyboard.scan(code)
    await expectValue(butter(page), '2')
    await clerk.press('Control+Enter')
    await waitForPage(page, /^Order \d{4}/)
    expect(await clerk.effort()).toMatchObject({ presses: 1, clicks: 0 })
  })
})

describe('a code that is scanned on another page', () => {
  test('is looked for in the list of products, also where a number of the list is being changed', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue', 'Products')
    const keyboard = await keyboardOf(page)
    await page.getByTitle('Change the stock').first().click()
    await page.locator('.inline-number input').waitFor()
    await keyboard.scan(code)
    await expectValue(page.getByRole('searchbox'), code)
    await page.getByText('Loose tea').waitFor({ state: 'detached' })
    const answer = await page.request.get(`/console/api/products?search=${code}`)
    const { items }: { items: { stock: number }[] } = await answer.json()
    expect(items.map(({ stock }) => stock <= 40_000)).toEqual([true])
  })

  test('sends no form, stays in a field of text and in none for a number', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue/new', 'New product')
    const keyboard = await keyboardOf(page)
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url())
    })
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ghee')
    await field(page, 'Stock').fill('7')
    await keyboard.scan(code)
    await expectValue(field(page, 'Stock'), '7')
    await field(page, 'Barcode').focus()
    await keyboard.scan(code)
    await expectValue(field(page, 'Barcode'), code)
    expect(sent).toEqual([])
    await expectSoon(() => page.getByRole('heading', { level: 1 }).innerText(), 'New product')
  })
})

test('a form that the browser fills in tells of keys without a name, which are none of a scanner', async () => {
  const page = await daybook.signedInPage()
  await openPage(page, '/orders/new', 'New order')
  await phone(page).evaluate((input) => {
    input.dispatchEvent(new Event('keydown', { bubbles: true }))
  })
})
