import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { png } from '../../support/pictures.ts'
import { violationsOf } from './accessibility.ts'
import { openConsole } from './console.ts'
import {
  expectFocus,
  expectInAddress,
  expectSoon,
  expectValue,
  follow,
  openPage,
  pressUntil,
  waitForPage,
} from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())
const rows = Array.from({ length: 60 }, (_, at) => ({
  sku: `BULK-${at}`,
  name: `Bulk product ${at}`,
  mrp: 100 + at,
  stock_quantity: at,
}))
const file = join(daybook.dir, 'products.jsonl')
await Bun.write(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
await daybook.run(['import', 'products', file])

describe('a product', () => {
  test('is made with images and variants, and its images are put in order with the keyboard', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue', 'Products')
    await follow(page.getByRole('link', { name: 'New product', exact: true }), 'New product')
    await page.getByRole('button', { name: 'Make the product', exact: true }).click()
    await page.getByText('The name is missing.').waitFor()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Cotton shirt')
    await page.getByLabel('SKU', { exact: true }).fill('SHIRT')
    await page.getByLabel('HSN code', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Make the product', exact: true }).click()
    await page.getByText('The HSN code must have 4 to 8 digits').waitFor()
    await expectValue(page.getByLabel('SKU', { exact: true }), 'SHIRT')
    await page.getByLabel('HSN code', { exact: true }).fill('6105')
    await page.getByLabel('MRP, with GST', { exact: true }).fill('899')
    await addVariants(page, ['S', 'M'], ['Red'])
    await addImages(page)
    await page.getByLabel('What image 1 shows', { exact: true }).fill('Front')
    await page.getByLabel('What image 2 shows', { exact: true }).fill('Back')
    await page.getByRole('button', { name: 'Make the product', exact: true }).click()
    await page.getByText('Cotton shirt is in the catalogue.').waitFor()
    await waitForPage(page, 'Cotton shirt')
    await expectValue(page.getByLabel('SKU of variant 2', { exact: true }), 'SHIRT-M-RED')
    // Without a price of its own it has the product's.
    const price = page.getByLabel('MRP of variant 2', { exact: true })
    await expectSoon(() => price.getAttribute('placeholder'), '₹899.00')

    await moveFirstImageBehindTheNext(page)
    await page.getByLabel('Remove variant 1', { exact: true }).click()
    await save(page)
    await page.reload()
    await expectValue(page.getByLabel('What image 1 shows', { exact: true }), 'Back')
    await expectValue(page.getByLabel('SKU of variant 1', { exact: true }), 'SHIRT-M-RED')
    expect(await violationsOf(page)).toEqual([])
  })

  test('is not left without a question when something was typed', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue?search=BULK-7', 'Products')
    const product = page.getByRole('link', { name: 'Bulk product 7', exact: true })
    await follow(product, 'Bulk product 7')
    await page.getByLabel('Barcode', { exact: true }).fill('123')
    await page.getByRole('link', { name: 'Orders', exact: true }).click()
    await page.getByRole('button', { name: 'Stay', exact: true }).click()
    await expectValue(page.getByLabel('Barcode', { exact: true }), '123')
    await save(page)
    await follow(page.getByRole('link', { name: 'Products', exact: true }).first(), 'Products')
  })
})

describe('the list of products', () => {
  test('keeps search, order and page in the address', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue', 'Products')
    await page.getByRole('searchbox').fill('bulk')
    await expectInAddress(page, 'search', 'bulk')
    await page.getByRole('button', { name: 'Price', exact: true }).click()
    await expectInAddress(page, 'direction', 'down')
    await page.getByRole('link', { name: 'Bulk product 59', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Page 2', exact: true }).click()
    await page.getByRole('link', { name: 'Bulk product 0', exact: true }).waitFor()
    await page.reload()
    await page.getByRole('link', { name: 'Bulk product 0', exact: true }).waitFor()
    await expectValue(page.getByRole('searchbox'), 'bulk')
    await page.getByRole('searchbox').fill('nothing like it')
    await page.getByText('No product fits').waitFor()
  })

  test('takes a price where it stands; Escape leaves it as it was', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue?search=BULK-11', 'Products')
    await typeOver(page, '₹111.00', '999', 'Escape')
    await typeOver(page, '₹111.00', '105', 'Enter')
    await page.getByRole('button', { name: '₹105.00', exact: true }).waitFor()
    await typeOver(page, '11', '5', 'Tab')
    await page.getByRole('button', { name: '5', exact: true }).waitFor()
  })

  test('changes and deletes what was chosen, after a question', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue?search=BULK-2', 'Products')
    await page.getByRole('checkbox', { name: 'Select Bulk product 21', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Select Bulk product 22', exact: true }).check()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Deactivate', exact: true }).click()
    await page.getByText('2 products changed.').waitFor()
    await rowOf(page, 'Bulk product 21').getByText('Not active').waitFor()
    await page.getByRole('checkbox', { name: 'Select Bulk product 21', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Select Bulk product 22', exact: true }).check()
    await page.getByRole('button', { name: 'Delete…', exact: true }).click()
    await page.getByText('Orders keep what was sold').waitFor()
    await page.getByRole('button', { name: 'Delete 2 products', exact: true }).click()
    await page.getByText('2 products deleted.').waitFor()
    await page
      .getByRole('link', { name: 'Bulk product 21', exact: true })
      .waitFor({ state: 'detached' })
  })
})

async function addVariants(page: Page, sizes: readonly string[], colours: readonly string[]) {
  for (const [label, texts] of [
    ['Sizes', sizes],
    ['Colours', colours],
  ] as const) {
    for (const text of texts) {
      const field = page.getByRole('combobox', { name: label, exact: true })
      await field.fill(text)
      await field.press('Enter')
    }
  }
  await page
    .getByRole('button', { name: `Add ${sizes.length * colours.length} variants`, exact: true })
    .click()
}

async function addImages(page: Page) {
  const files = [1, 2].map((seed) => ({
    name: `${seed}.png`,
    mimeType: 'image/png',
    buffer: Buffer.from(png(40, 40, seed)),
  }))
  await page.locator('input[type=file]').setInputFiles(files)
}

async function moveFirstImageBehindTheNext(page: Page) {
  await page.getByRole('button', { name: 'Move image 1', exact: true }).press('Space')
  await page.locator('li[data-dragging=true]').waitFor()
  await pressUntil(page, 'ArrowRight', page.getByText('Image 1 is at place 2 of 2.'))
  await page.keyboard.press('Space')
  await expectValue(page.getByLabel('What image 1 shows', { exact: true }), 'Back')
}

/** Saves the product, and waits until the page shows it as it is stored. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo changes', exact: true, disabled: true }).waitFor()
}

/** Presses a number in the list, types another one in its place and ends with a key. */
async function typeOver(page: Page, shown: string, typed: string, key: string): Promise<void> {
  await page.getByRole('button', { name: shown, exact: true }).click()
  const field = page.locator('.inline-number input')
  // It is chosen whole, so that what is typed takes its place.
  await expectSoon(() => field.evaluate(() => getSelection()?.toString()), shown.replace('₹', ''))
  await field.pressSequentially(typed)
  await field.press(key)
}

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ hasText: name })
}

describe('a row of products', () => {
  test('is entered one after the other, with a question about a rate that is none', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue/new', 'New product')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await page.getByLabel('MRP, with GST', { exact: true }).fill('150')
    await page.getByLabel('Selling price, with GST', { exact: true }).fill('160')
    await page.getByLabel('GST rate', { exact: true }).fill('7')
    const another = page.getByRole('button', { name: 'Save and add another', exact: true })
    await another.click()
    await page.getByText('nobody may sell above it').waitFor()
    await page.getByText('GST has no rate of 7 %.').waitFor()
    await page.getByText('The name is missing.').waitFor()
    await expectFocus(name)
    await name.fill('Sunflower oil')
    await page.getByLabel('Selling price, with GST', { exact: true }).fill('145')
    await another.click()
    await page.getByRole('dialog', { name: 'Is the GST rate 7 %?' }).waitFor()
    expect(await violationsOf(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByLabel('GST rate', { exact: true }).fill('5')
    await another.click()
    await page.getByText('Sunflower oil is in the catalogue.').waitFor()
    await expectValue(name, '')
    await expectValue(page.getByLabel('GST rate', { exact: true }), '5')
    await name.fill('Groundnut oil')
    await page.getByRole('button', { name: 'Make the product', exact: true }).click()
    await waitForPage(page, 'Groundnut oil')
  })

  test('begins with a copy of one that is there, without what tells it apart', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue?search=BULK-9', 'Products')
    await follow(page.getByRole('link', { name: 'Bulk product 9', exact: true }), 'Bulk product 9')
    await follow(page.getByRole('link', { name: 'Duplicate', exact: true }), 'New product')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await expectValue(name, 'Bulk product 9')
    await expectValue(page.getByLabel('SKU', { exact: true }), '')
    await name.fill('Bulk product 9, large')
    await page.getByRole('button', { name: 'Make the product', exact: true }).click()
    await waitForPage(page, 'Bulk product 9, large')
  })
})
