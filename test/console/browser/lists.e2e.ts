import { describe, expect, test } from 'bun:test'
import { readXlsx } from 'hucre/xlsx'
import { join } from 'node:path'
import type { Download, Page } from 'playwright-core'
import { member, openConsole, owner, sizes } from './console.ts'
import { expectFocus, expectInAddress, expectSoon, openPage, waitForPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Documents of the list: more than two of its pages. */
const billCount = 120

/** A page of the list on a phone, in pixels: 50 rows were 12,000 before they were cards. */
const phoneHeightMax = 4_000

const daybook = untilEnd(await openConsole({ withMember: true }))
const file = join(daybook.dir, 'scans.jsonl')
const bills = Array.from({ length: billCount }, (_, index) => JSON.stringify(bill(index)))
await Bun.write(file, bills.join('\n'))
await daybook.run(['import', 'scans', file])

/** Each by another seller and of ₹100 more than the one before. */
function bill(index: number) {
  const number = String(index).padStart(3, '0')
  return {
    user: owner.email,
    category: 'vendor_invoice',
    filename: `IMG_${number}.jpg`,
    created_at: new Date(Date.now() - (index + 1) * 60_000).toISOString(),
    raw: {
      invoice_metadata: {
        'Bill No.': `INV-${index}`,
        Dated: '05-Nov-26',
        Supplier: `Seller ${number}`,
        Total: `₹${(index + 1) * 100}.00`,
      },
      line_items: [],
    },
  }
}

const chosenBar = (page: Page) => page.getByRole('region', { name: 'Chosen documents' })
const row = (page: Page, number: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: `Seller ${number}` }) })

async function bytesOf(download: Download): Promise<Uint8Array<ArrayBuffer>> {
  return await Bun.file(await download.path()).bytes()
}

async function exported(page: Page, kind: string): Promise<Download> {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: kind, exact: true }).click()
  return await downloading
}

describe('the list of documents', () => {
  test('leads with the seller, is sorted by its columns, and the address keeps it', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/documents', 'Documents')
    await row(page, '000').getByText('INV-0', { exact: true }).waitFor()
    await row(page, '000').getByRole('link', { name: 'IMG_000.jpg', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Total', exact: true }).click()
    await row(page, '119').waitFor()
    await expectInAddress(page, 'direction', 'down')
    await page.getByRole('button', { name: 'Total', exact: true }).click()
    await row(page, '000').waitFor()
    await page.getByRole('button', { name: 'Number', exact: true }).click()
    await expectInAddress(page, 'sort', 'number')
    await page.reload()
    const first = page.getByRole('row').nth(1)
    await expectSoon(() => first.getByRole('link').first().textContent(), 'Seller 000')
  })

  test('is chosen from across pages, up to all that fit, and says what that comes to', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/documents', 'Documents')
    await page.getByLabel('Select IMG_000.jpg', { exact: true }).check()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await page.getByLabel('Select IMG_050.jpg', { exact: true }).check()
    await chosenBar(page).getByText('2 chosen', { exact: true }).waitFor()
    await chosenBar(page).getByText('₹5,200.00').waitFor()
    await chosenBar(page).getByRole('button', { name: 'Choose all 120 that fit' }).click()
    await chosenBar(page).getByText('All 120 chosen', { exact: true }).waitFor()
    await chosenBar(page).getByText('₹7,26,000.00').waitFor()
    await page.getByLabel('Select IMG_051.jpg', { exact: true }).uncheck()
    await chosenBar(page).getByText('49 chosen', { exact: true }).waitFor()
    await chosenBar(page).getByRole('button', { name: 'Choose all 120 that fit' }).click()
    await chosenBar(page).getByText('All 120 chosen', { exact: true }).waitFor()
    await chosenBar(page).getByRole('button', { name: 'Change the kind…', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Purchase orders', exact: true }).click()
    await page.getByText('120 documents moved').waitFor()
    await chosenBar(page).waitFor({ state: 'detached' })
  })

  test('is exported as it is shown: what fits, in its order, with its columns', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/documents?sort=total&direction=down&search=Seller%2011', 'Documents')
    await page.getByText('10 in all', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('checkbox', { name: 'File', exact: true }).check()
    await page.getByRole('checkbox', { name: 'State', exact: true }).uncheck()
    await page.getByRole('checkbox', { name: 'Came in', exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('columnheader', { name: 'File', exact: true }).waitFor()
    const [sheet] = (await readXlsx(await bytesOf(await exported(page, 'Excel file')))).sheets
    expect(sheet?.rows.slice(0, 2)).toEqual([
      ['Seller', 'Number', 'Date', 'Total', 'File'],
      ['Seller 119', 'INV-119', new Date('2026-11-05T00:00:00Z'), 12_000, 'IMG_119.jpg'],
    ])
    expect(sheet?.rows).toHaveLength(11)
    await page.getByLabel('Select IMG_118.jpg', { exact: true }).check()
    const csv = new TextDecoder().decode(await bytesOf(await exported(page, 'CSV file')))
    expect(csv.split('\r\n').slice(1)).toEqual([
      'Seller 118,INV-118,2026-11-05,11900.00,IMG_118.jpg',
      '',
    ])
  })

  test('is kept as a view, with its filters, its order and its columns, and found again in another browser, by its user alone', async () => {
    const { page, problems, close } = await daybook.visitSignedIn()
    await openPage(page, '/documents?sort=seller&direction=up&search=Seller%2000', 'Documents')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Lines', exact: true }).check()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Save this view…', exact: true }).click()
    await page.getByLabel('Name', { exact: true }).fill('The first ten')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('button', { name: 'The first ten', exact: true }).waitFor()

    const later = await daybook.visitSignedIn()
    await openPage(later.page, '/documents', 'Documents')
    await later.page.getByText('120 in all', { exact: true }).waitFor()
    await later.page.getByRole('button', { name: 'Views', exact: true }).click()
    await later.page.getByRole('menuitem', { name: 'The first ten', exact: true }).click()
    await later.page.getByText('10 in all', { exact: true }).waitFor()
    await expectInAddress(later.page, 'sort', 'seller')
    await later.page.getByRole('columnheader', { name: 'Lines', exact: true }).waitFor()

    const other = await daybook.visitSignedIn({}, member)
    await openPage(other.page, '/documents', 'Documents')
    await other.page.getByRole('button', { name: 'Views', exact: true }).click()
    await other.page.getByRole('menuitem', { name: 'Save this view…', exact: true }).waitFor()
    expect(await other.page.getByRole('menuitem', { name: 'The first ten' }).count()).toBe(0)
    await other.close()

    await later.page.getByRole('button', { name: 'The first ten', exact: true }).click()
    await later.page.getByRole('menuitem', { name: 'Remove views…', exact: true }).click()
    await later.page.getByLabel('Remove the view The first ten', { exact: true }).click()
    await later.page.getByText('There are none any more.').waitFor()
    expect([...problems, ...later.problems]).toEqual([])
    await later.close()
    await close()
  })

  test('is gone through, chosen from, searched and opened by keys alone', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/documents', 'Documents')
    await row(page, '000').waitFor()
    await page.keyboard.press('j')
    await expectFocus(row(page, '000'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await page.keyboard.press('k')
    await expectFocus(row(page, '001'))
    await page.keyboard.press('x')
    await chosenBar(page).getByText('1 chosen', { exact: true }).waitFor()
    await page.keyboard.press('Space')
    await chosenBar(page).waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('Seller 007')
    await page.getByText('1 in all', { exact: true }).waitFor()
    await page.keyboard.press('ArrowDown')
    await expectFocus(row(page, '007'))
    await page.keyboard.press('Enter')
    await waitForPage(page, 'IMG_007.jpg')
    await page.goBack()
    await waitForPage(page, 'Documents')
    await page.keyboard.press('n')
    await page.getByRole('dialog').waitFor()
  })

  test('is small cards on a phone, each with its amount, sorted from a menu', async () => {
    const page = await daybook.signedInPage({ width: 390 })
    await openPage(page, '/documents', 'Documents')
    await row(page, '000').getByText('₹100.00').waitFor()
    const amount = await row(page, '000').getByText('₹100.00').boundingBox()
    expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeLessThan(sizes[390].width)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    expect(height).toBeLessThan(phoneHeightMax)
    await page.getByRole('button', { name: 'Sort', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Total', exact: true }).click()
    await row(page, '119').waitFor()
  })
})
