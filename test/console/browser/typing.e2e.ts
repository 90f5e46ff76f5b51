import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Page } from 'playwright-core'
import { clerkAt, openDesk, openForm, type Clerk, type Unsynced } from './clerk.ts'
import { member, type Console } from './console.ts'
import { expectFocus, expectSoon, expectValue, openPage, waitForPage } from './waiting.ts'

let daybook: Console
let unsynced: () => Promise<Unsynced[]>

/** The bills that wait to be typed, the oldest first; the first makes the seller known. */
const waiting = Array.from({ length: 13 }, (_, index) => `bill-${index}.png`)
/** Key presses beyond the figures for a bill of ten lines of a seller that is known. */
const pressesMax = 45
const dayMs = 86_400_000
/** Fields and buttons of a form of one line, and some more. */
const stopsMax = 80

beforeAll(async () => {
  ;({ daybook, unsynced } = await openDesk(waiting))
})

afterAll(() => daybook.close())

/** What Acme sells: as it is typed for the first time, and how it is found again. */
const goods = [
  { name: 'Basmati Rice 5 kg', hsn: '1006', rate: 640, gst: 5, letters: 'r' },
  { name: 'Toor Dal 1 kg', hsn: '0713', rate: 165, gst: 5, letters: 'to' },
  { name: 'Sugar 1 kg', hsn: '1701', rate: 44, gst: 5, letters: 'sug' },
  { name: 'Sunflower Oil 1 L', hsn: '1512', rate: 132, gst: 5, letters: 'sun' },
  { name: 'Atta 10 kg', hsn: '1101', rate: 410, gst: 5, letters: 'a' },
  { name: 'Tea 500 g', hsn: '0902', rate: 240, gst: 5, letters: 'te' },
  { name: 'Salt 1 kg', hsn: '2501', rate: 24, gst: 0, letters: 'sa' },
  { name: 'Turmeric 200 g', hsn: '0910', rate: 58, gst: 5, letters: 'tu' },
  { name: 'Chana Dal 1 kg', hsn: '0713', rate: 92, gst: 5, letters: 'c' },
  { name: 'Mustard Oil 1 L', hsn: '1514', rate: 168, gst: 5, letters: 'm' },
] as const

type Goods = (typeof goods)[number]

/** With tax, rounded to the rupee. */
function totalOf(sold: readonly Goods[], quantity: number): number {
  const paise = sold.map(({ rate, gst }) => rate * quantity * (100 + gst))
  return Math.round(paise.reduce((sum, of) => sum + of, 0) / 100)
}

const day = new Date(Date.now() - 2 * dayMs)
const typedDay = `${day.getDate()}/${day.getMonth() + 1}/${String(day.getFullYear()).slice(2)}`

describe('a clerk who types bills', () => {
  test('types one of a new seller without the mouse, and no Enter too many saves it', async () => {
    const page = await daybook.signedInPage({}, member)
    const sent = savesOf(page)
    await openPage(page, '/documents', 'Documents')
    await page.getByRole('link', { name: `Type in ${waiting.length} documents` }).press('Enter')
    await waitForPage(page, 'bill-0.png')
    await page.getByText(`1 of ${waiting.length}`, { exact: true }).waitFor()
    const seller = page.getByLabel('Seller', { exact: true })
    await expectFocus(seller)
    const clerk = await clerkAt(page)
    await clerk.letters('Acme Traders')
    await clerk.press('Enter')
    await clerk.figures('27AAPFU0939F1ZV')
    await clerk.press('Enter')
    await clerk.figures('AT/100')
    await clerk.press('Enter')
    await clerk.figures(typedDay)
    await clerk.press('Enter')
    await clerk.figures(String(totalOf(goods, 10)))
    await clerk.press('Enter')
    for (const [index, { name, hsn, rate, gst }] of goods.entries()) {
      await expectFocus(page.getByLabel(`Item of line ${index + 1}`, { exact: true }))
      await clerk.letters(name)
      for (const text of ['', hsn, '10', 'Pkt', String(rate), '', String(gst)]) {
        await clerk.figures(text)
        await clerk.press('Enter')
      }
    }
    await page.getByLabel('Place of supply', { exact: true }).fill('Maharashtra')
    await page.getByText(/^It adds up/).waitFor()
    await page.getByLabel('Item of line 11', { exact: true }).focus()
    for (let presses = 0; presses < 20; presses += 1) await clerk.press('Enter')
    expect(sent).toEqual([])
    await clerk.press('Control+Enter')
    await page.getByText('bill-0.png is saved. It waits to be delivered.').waitFor()
    await waitForPage(page, 'bill-1.png')
  })

  test(`types one of ten lines of a known seller with at most ${pressesMax} key presses beyond its figures, and ten in a row in one view`, async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'bill-1.png')
    // Saved before that, it would not go on.
    await page.getByText(`1 of ${waiting.length - 1}`, { exact: true }).waitFor()
    const clerk = await clerkAt(page)
    await typeKnown(page, clerk, { number: 'AT/101', sold: goods, quantity: 12 })
    const first = await clerk.effort()
    expect(first.presses).toBeLessThanOrEqual(pressesMax)
    for (let bill = 2; bill <= 10; bill += 1) {
      await waitForPage(page, `bill-${bill}.png`)
      await page.getByText(`${bill} of ${waiting.length - 1}`, { exact: true }).waitFor()
      const sold = goods.slice(bill % 4, (bill % 4) + 3)
      await typeKnown(page, clerk, { number: `AT/${100 + bill}`, sold, quantity: bill })
    }
    await waitForPage(page, 'bill-11.png')
    const { clicks, views, loads } = await clerk.effort()
    expect({ clicks, loads, views: views.length }).toEqual({ clicks: 0, loads: 0, views: 1 })
    const items = await unsynced()
    expect(items).toHaveLength(11)
    expect(items[1]).toMatchObject({
      invoice_no: 'AT/101',
      data: {
        invoice_metadata: { vendor_name: 'Acme Traders', gstin: '27AAPFU0939F1ZV' },
        line_items: goods.map(({ name, hsn, rate }) => ({
          description: name,
          hsn,
          qty: 12,
          rate,
          amount: rate * 12,
        })),
      },
    })
  })

  test('goes through fields by Tab without bins and labels, and moves, repeats and takes lines', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'bill-11.png')
    await page.getByText('1 of 2', { exact: true }).waitFor()
    const cell = (column: string, line: number) =>
      page.getByLabel(`${column} of line ${line}`, { exact: true })
    await page.getByRole('button', { name: 'Add a field', exact: true }).click()
    await expectFocus(page.getByLabel('Name of the new field', { exact: true }))
    await page.keyboard.type('Lot')
    await page.keyboard.press('Tab')
    await page.keyboard.type('7')
    await cell('Item', 1).fill('Zeera')
    await page.keyboard.press('Tab')
    await expectFocus(cell('HSN', 1))
    await cell('Amount', 1).fill('50')
    await page.keyboard.press('Enter')
    await expectFocus(cell('Item', 2))
    // With Caps Lock.
    await page.keyboard.press('Control+D')
    await expectValue(cell('Item', 2), 'Zeera')
    await page.keyboard.press('End')
    await page.keyboard.type(' whole')
    await page.keyboard.press('Alt+ArrowUp')
    await expectValue(cell('Item', 1), 'Zeera whole')
    await expectFocus(cell('Item', 1))
    await page.keyboard.press('ArrowDown')
    await expectFocus(cell('Item', 2))
    await page.keyboard.press('Shift+Enter')
    await expectFocus(cell('Amount', 1))
    await page.keyboard.press('Alt+Delete')
    await expectSoon(() => cell('Item', 2).count(), 0)
    await expectValue(cell('Item', 1), 'Zeera')
    await page.getByRole('button', { name: 'Add a line', exact: true }).click()
    await expectFocus(cell('Item', 2))
    await page.getByLabel('Bill number', { exact: true }).fill('TAB-1')
    await page.keyboard.press('Control+Enter')
    await waitForPage(page, 'bill-12.png')

    await openForm(page, 'bill-11.png')
    await page.getByLabel('Name of Lot', { exact: true }).waitFor()
    await page.getByLabel('Seller', { exact: true }).focus()
    const stops = await tabStops(page, 'Save')
    expect(stops).toContain('Value of Lot')
    expect(stops).toContain('Amount of line 1')
    expect(stops.filter((name) => /^(Take|Name of) /.test(name))).toEqual([])
  })

  test('is proposed what the last bill of a seller said, marked until it is agreed to, and never over what was typed', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'bill-12.png')
    const field = (name: string) => page.getByLabel(name, { exact: true })
    const isMarked = (name: string) => field(name).getAttribute('data-proposed')
    await field('Place of supply').fill('Goa')
    await field('Rate of line 1').fill('650')
    await field('Seller').fill('27AAPFU')
    await page.getByRole('option', { name: /Acme Traders.*27AAPFU0939F1ZV/ }).waitFor()
    await field('Seller').press('Enter')
    await expectValue(field('Seller'), 'Acme Traders')
    await expectValue(field('GSTIN'), '27AAPFU0939F1ZV')
    await expectValue(field('Place of supply'), 'Goa')
    expect(await isMarked('GSTIN')).toBe('true')
    await page.getByText('as on the last bill', { exact: true }).first().waitFor()
    await field('GSTIN').press('Tab')
    await expectSoon(() => isMarked('GSTIN'), null)

    for (const line of [1, 2]) {
      await field(`Item of line ${line}`).fill('bas')
      await page.getByRole('option', { name: /^Basmati Rice 5 kg.*HSN 1006.*5%/ }).waitFor()
      await field(`Item of line ${line}`).press('ArrowDown')
      await field(`Item of line ${line}`).press('Enter')
      await expectValue(field(`HSN of line ${line}`), '1006')
      expect(await isMarked(`HSN of line ${line}`)).toBe('true')
      if (line === 1) await page.getByRole('button', { name: 'Add a line', exact: true }).click()
    }
    await expectValue(field('Rate of line 1'), '650')
    await expectValue(field('Rate of line 2'), '640.00')
    expect(await isMarked('Rate of line 1')).toBe(null)
    await page.getByText(/^Rate: as on \d{1,2} \w{3} \d{4}$/).waitFor()
  })
})

type KnownBill = { number: string; sold: readonly Goods[]; quantity: number }

/** A bill of Acme as a clerk types it who knows the keys, and saves it. */
async function typeKnown(page: Page, clerk: Clerk, { number, sold, quantity }: KnownBill) {
  await expectFocus(page.getByLabel('Seller', { exact: true }))
  await clerk.letters('ac')
  await page.getByRole('option', { name: /Acme Traders/ }).waitFor()
  await clerk.press('Enter')
  for (const figures of [number, typedDay, String(totalOf(sold, quantity))]) {
    await clerk.figures(figures)
    await clerk.press('Enter')
  }
  for (const [index, { name, letters }] of sold.entries()) {
    await clerk.letters(letters)
    await page.getByRole('option').first().and(page.getByRole('option', { name })).waitFor()
    await clerk.press('ArrowRight')
    await clerk.figures(String(quantity))
    if (index < sold.length - 1) await clerk.press('Enter')
  }
  await page.getByText(/^It adds up/).waitFor()
  await clerk.press('Control+Enter')
}

/** What Tab stops at, by name, from where the focus is up to a button. */
async function tabStops(page: Page, last: string): Promise<string[]> {
  const stops: string[] = []
  while (stops.at(-1) !== last && stops.length < stopsMax) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => {
        const at = document.activeElement
        if (at instanceof HTMLInputElement && at.labels?.[0]) return at.labels[0].innerText
        return at?.getAttribute('aria-label') ?? at?.textContent ?? ''
      }),
    )
  }
  return stops
}

/** The documents that a page sends to be saved. */
function savesOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/correct')) sent.push(request.url())
  })
  return sent
}
