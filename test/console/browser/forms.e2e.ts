import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { formatDay, readDay } from '../../../src/console/components/days.ts'
import { fillBill, openDesk, openForm, typedDay, waitForQueue, type Unsynced } from './clerk.ts'
import { member, owner, type Console } from './console.ts'
import { expectFocus, expectSoon, expectValue, waitForPage } from './waiting.ts'

let daybook: Console
let unsynced: () => Promise<Unsynced[]>

const dayMs = 86_400_000
const waiting = Array.from({ length: 8 }, (_, index) => `paper-${index}.png`)

beforeAll(async () => {
  ;({ daybook, unsynced } = await openDesk(waiting))
})

afterAll(() => daybook.close())

describe('the form of a document', () => {
  test('says what cannot be right, holds it when it is saved so, and lets it go when somebody confirms it', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-0.png')
    await fillBill(page, 'F-1')
    await page.getByText(/^It adds up/).waitFor()
    await page.getByLabel('Total', { exact: true }).fill('1,012')
    await page.getByRole('status').getByText('₹12.00 more').waitFor()
    await page.getByLabel('Bill date', { exact: true }).fill('33/11/26')
    await page.getByLabel('Bill date', { exact: true }).press('Tab')
    await page.getByText('“33/11/26” is no date').first().waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('paper-0.png is saved. It is held back: check its values.').waitFor()
    expect(await unsynced()).toEqual([])

    await openForm(page, 'paper-0.png')
    await page.getByText('It is saved, and held: check these values').waitFor()
    const day = page.getByLabel('Bill date', { exact: true })
    await day.fill(typedDay.split('-', 2).join('/'))
    await day.press('Tab')
    await expectValue(day, formatDay(readDay(typedDay) ?? ''))
    await page.getByRole('button', { name: 'It stands so on the paper', exact: true }).click()
    await page.getByText('paper-0.png is saved. It waits to be delivered.').waitFor()
    expect(await unsynced()).toMatchObject([{ invoice_no: 'F-1' }])
  })

  test('tells while a number is typed that it was there before, and what comes of it when it is saved', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-1.png')
    await fillBill(page, 'F-1')
    await page.getByText('This number is there already').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const held = 'paper-1.png is saved. It is held back: an older document has this number'
    await page.getByText(held).waitFor()

    await importOwners('O-1')
    await openForm(page, 'paper-4.png')
    await fillBill(page, 'O-1')
    await page.getByText(`uploaded by ${owner.name} on ${formatDay(ownersDay)}`).waitFor()
  })

  test('proposes a seller by an alias, and takes a known item only when it is asked to or called so', async () => {
    const vendors = join(daybook.dir, 'vendors.jsonl')
    await Bun.write(vendors, '{"name":"Acme Traders","aliases":["Akme Trdrs"]}')
    await daybook.run(['import', 'vendors', vendors])
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-5.png')
    const seller = page.getByLabel('Seller', { exact: true })
    await seller.pressSequentially('akme')
    await page.getByRole('option', { name: 'Acme Traders', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await expectValue(seller, 'Acme Traders')
    const item = page.getByLabel('Item of line 1', { exact: true })
    await item.pressSequentially('Toor')
    await page.getByRole('option', { name: 'Toor Dal', selected: false }).waitFor()
    await page.keyboard.press('Enter')
    await expectValue(item, 'Toor')
    await expectFocus(page.getByLabel('HSN of line 1', { exact: true }))
    const rate = page.getByLabel('Rate of line 1', { exact: true })
    await item.fill('toor dal')
    await page.getByRole('option', { name: 'Toor Dal', selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await expectValue(rate, '100.00')
    await page.getByRole('button', { name: 'Add a line', exact: true }).click()
    const next = page.getByLabel('Item of line 2', { exact: true })
    await next.pressSequentially('to')
    await page.getByRole('option', { name: 'Toor Dal' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await expectValue(next, 'Toor Dal')
    await expectFocus(page.getByLabel('HSN of line 2', { exact: true }))
  })

  test('goes on to the next document also where it was saved before the queue was known', async () => {
    const page = await daybook.signedInPage({}, member)
    const late = Promise.withResolvers<void>()
    await page.route('**/documents/queue', async (route) => {
      await late.promise
      await route.continue()
    })
    await openForm(page, 'paper-7.png')
    await fillBill(page, 'F-9')
    const saved = page.waitForResponse('**/correct')
    await page.keyboard.press('Control+Enter')
    await saved
    late.resolve()
    await page.getByRole('main').getByText('paper-7.png is saved.').waitFor()
    await waitForQueue(page)
  })

  test('says over the next document what became of the one before, where it covers no field', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-5.png')
    await fillBill(page, 'F-7')
    await page.getByLabel('Bill date', { exact: true }).fill('33/11/26')
    await waitForQueue(page)
    await page.keyboard.press('Control+Enter')
    await waitForPage(page, 'paper-6.png')
    const note = page.getByRole('main').getByText('paper-5.png is saved. It is held back')
    await note.waitFor()
    expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expectSoon(() => note.count(), 0)
  })

  test('takes a round-off below zero without a minus key, and goes on with the lines when one is taken away', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-6.png')
    const roundOff = page.getByLabel('Round-off', { exact: true })
    await roundOff.click()
    await page.getByRole('button', { name: 'Plus or minus', exact: true }).click()
    await expectFocus(roundOff)
    await page.keyboard.type('0.40')
    await expectValue(roundOff, '-0.40')
    await page.getByRole('button', { name: 'Plus or minus', exact: true }).click()
    await expectValue(roundOff, '0.40')
    await page.getByLabel('Item of line 1', { exact: true }).fill('Zeera')
    await page.getByRole('button', { name: 'Add a line', exact: true }).click()
    await page.getByRole('button', { name: 'Take line 1 away', exact: true }).click()
    const item = page.getByLabel('Item of line 1', { exact: true })
    await expectFocus(item)
    await expectValue(item, '')
  })

  test('is that of the paper: what was typed goes along to another kind', async () => {
    const page = await daybook.signedInPage({}, member)
    await openForm(page, 'paper-2.png')
    await page.getByLabel('Bill number', { exact: true }).fill('K-1')
    await page.getByRole('combobox', { name: 'Kind of paper' }).click()
    await page.getByRole('option', { name: 'Credit note', exact: true }).waitFor()
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await chooseKind(page, 'Credit note')
    await expectValue(page.getByLabel('Credit note number', { exact: true }), 'K-1')
    await chooseKind(page, 'Purchase order')
    await expectValue(page.getByLabel('Order number', { exact: true }), 'K-1')
    await chooseKind(page, 'Bank statement')
    await page.getByLabel('Narration of line 1', { exact: true }).waitFor()
    await page.getByLabel('Closing balance', { exact: true }).waitFor()
  })

  test('is one for a thumb on a phone: lines are cards, numbers have their keyboard, saving stays in sight', async () => {
    const page = await daybook.signedInPage({ width: 390 }, member)
    await openForm(page, 'paper-3.png')
    const amount = page.getByLabel('Amount of line 1', { exact: true })
    await amount.scrollIntoViewIfNeeded()
    expect(await amount.getAttribute('inputmode')).toBe('decimal')
    const box = await amount.boundingBox()
    expect(box?.width).toBeGreaterThan(100)
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
    const save = await page.getByRole('button', { name: 'Save', exact: true }).boundingBox()
    expect((save?.y ?? 0) + (save?.height ?? 0)).toBeLessThanOrEqual(844)
    await page.evaluate(() => window.scrollTo(0, 0))
    expect((await page.locator('.save-bar').boundingBox())?.y).toBeLessThan(844)
  })
})

/** The day on which the owner's bill came in. */
const ownersDay = new Date(Date.now() - 5 * dayMs).toISOString().slice(0, 10)

/** Enters a bill of the owner's, whom the member does not see. */
async function importOwners(number: string): Promise<void> {
  const bill = {
    user: owner.email,
    category: 'vendor_invoice',
    filename: 'of-the-owner.pdf',
    created_at: `${ownersDay}T06:00:00Z`,
    raw: { invoice_metadata: { 'Bill No': number }, line_items: [] },
  }
  const file = join(daybook.dir, 'owners.jsonl')
  await Bun.write(file, JSON.stringify(bill))
  await daybook.run(['import', 'scans', file])
}

async function chooseKind(page: Page, kind: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Kind of paper' }).click()
  await page.getByRole('option', { name: kind, exact: true }).click()
}
