import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { png } from '../../support/pictures.ts'
import { seriousViolations } from './accessibility.ts'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

const member = {
  name: 'Ravi Kumar',
  email: 'ravi@sharma.example',
  password: 'purple kettle sunday',
}

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
  const names = ['--email', member.email, '--name', member.name, '--role', 'member']
  await daybook.run(['user', 'add', ...names, '--password-stdin'], member.password)
  const rows = Array.from({ length: 60 }, (_, at) => ({
    sku: `BULK-${at}`,
    name: `Bulk product ${at}`,
    mrp: 100 + at,
    stock_quantity: at,
  }))
  const file = join(daybook.dir, 'products.jsonl')
  await Bun.write(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
  await daybook.run(['import', 'products', file])
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

/** How often, and how long apart in milliseconds, a key is pressed again that came too early. */
const arrowTriesMax = 20
const arrowPauseMs = 250

describe('a product', () => {
  test(
    'is made with images and variants, and its images are put in order with the keyboard',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/catalogue')
      await page.getByRole('link', { name: 'New product' }).click()
      await page.getByRole('button', { name: 'Make the product' }).click()
      await page.getByText('Give the product a name.').waitFor()
      await page.getByLabel('Name', { exact: false }).first().fill('Cotton shirt')
      await page.getByLabel('SKU', { exact: true }).fill('SHIRT')
      await page.getByLabel('HSN code').fill('12')
      await page.getByRole('button', { name: 'Make the product' }).click()
      await page.getByText('The HSN code must be text of 4 to 8 digits').waitFor()
      expect(await page.getByLabel('SKU', { exact: true }).inputValue()).toBe('SHIRT')
      await page.getByLabel('HSN code').fill('6105')
      await page.getByLabel('MRP, with GST').fill('899')
      await addVariants(page, ['S', 'M'], ['Red'])
      await addImages(page)
      await page.getByLabel('What image 1 shows').fill('Front')
      await page.getByLabel('What image 2 shows').fill('Back')
      await page.getByRole('button', { name: 'Make the product' }).click()
      await page.getByText('The product was made.').waitFor()
      await page.getByRole('heading', { level: 1, name: 'Cotton shirt' }).waitFor()
      expect(await page.getByLabel('SKU of variant 2').inputValue()).toBe('SHIRT-M-RED')
      expect(await page.getByLabel('MRP of variant 2').inputValue()).toBe('₹899.00')

      await moveFirstImageBehindTheNext(page)
      await page.getByLabel('Remove variant 1').click()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.', { exact: true }).waitFor()
      await page.reload()
      await page.getByLabel('What image 1 shows').waitFor()
      expect(await page.getByLabel('What image 1 shows').inputValue()).toBe('Back')
      expect(await page.getByLabel('SKU of variant 1').inputValue()).toBe('SHIRT-M-RED')
      expect(await seriousViolations(page)).toEqual([])
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'is not left without a question when something was typed',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/catalogue?search=BULK-7')
      await page.getByRole('link', { name: 'Bulk product 7' }).click()
      await page.getByLabel('Barcode', { exact: true }).fill('123')
      await page.getByRole('link', { name: 'Orders' }).click()
      await page.getByRole('button', { name: 'Stay' }).click()
      expect(await page.getByLabel('Barcode', { exact: true }).inputValue()).toBe('123')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved.', { exact: true }).waitFor()
      await page.getByRole('link', { name: 'Products', exact: true }).first().click()
      await page.getByRole('heading', { level: 1, name: 'Products' }).waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

describe('the list of products', () => {
  test(
    'keeps search, order and page in the address',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/catalogue')
      await page.getByRole('searchbox').fill('bulk')
      await page.waitForURL(/search=bulk/)
      await page.getByRole('button', { name: 'Price' }).click()
      await page.waitForURL(/direction=up/)
      await page.getByRole('link', { name: 'Bulk product 0', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Page 2' }).click()
      await page.getByRole('link', { name: 'Bulk product 59' }).waitFor()
      await page.reload()
      await page.getByRole('link', { name: 'Bulk product 59' }).waitFor()
      expect(await page.getByRole('searchbox').inputValue()).toBe('bulk')
      await page.getByRole('searchbox').fill('nothing like it')
      await page.getByText('No product fits').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'takes a price where it stands; Escape leaves it as it was',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/catalogue?search=BULK-11')
      await page.getByRole('button', { name: '₹111.00' }).click()
      await page.locator('input:focus').waitFor()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('999')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: '₹111.00' }).click()
      await page.locator('input:focus').waitFor()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('120')
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '₹120.00' }).waitFor()
      await page.getByText('The selling price 120 is above the MRP 111.').waitFor()
      await page.getByRole('button', { name: '11', exact: true }).click()
      await page.locator('input:focus').waitFor()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('5')
      await page.keyboard.press('Tab')
      await page.getByRole('button', { name: '5', exact: true }).waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'changes and deletes what was chosen, after a question',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await page.goto('/catalogue?search=BULK-2')
      await page.getByRole('checkbox', { name: 'Select Bulk product 21' }).check()
      await page.getByRole('checkbox', { name: 'Select Bulk product 22' }).check()
      await page.getByRole('button', { name: 'Change', exact: true }).click()
      await page.getByRole('menuitem', { name: 'Deactivate' }).click()
      await page.getByText('2 products changed.').waitFor()
      expect(await rowOf(page, 'Bulk product 21')).toContain('Not active')
      await page.getByRole('checkbox', { name: 'Select Bulk product 21' }).check()
      await page.getByRole('checkbox', { name: 'Select Bulk product 22' }).check()
      await page.getByRole('button', { name: 'Delete…' }).click()
      await page.getByText('Orders keep what was sold').waitFor()
      await page.getByRole('button', { name: 'Delete 2 products' }).click()
      await page.getByText('2 products deleted.').waitFor()
      await page.getByRole('link', { name: 'Bulk product 21' }).waitFor({ state: 'detached' })
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'is for owners only',
    async () => {
      const { page, close } = await daybook.visitSignedIn({}, member)
      await page.goto('/catalogue')
      await page.getByText('Only an owner may do this.').waitFor()
      expect(await page.getByRole('link', { name: 'Products', exact: true }).count()).toBe(0)
      await close()
    },
    browserLimitMs,
  )
})

async function addVariants(page: Page, sizes: readonly string[], colours: readonly string[]) {
  for (const [label, texts] of [
    ['Sizes', sizes],
    ['Colours', colours],
  ] as const) {
    for (const text of texts) {
      await page.getByRole('combobox', { name: label }).fill(text)
      await page.keyboard.press('Enter')
    }
  }
  await page.getByRole('button', { name: `Add ${sizes.length * colours.length} variants` }).click()
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
  await page.getByRole('button', { name: 'Move image 1', exact: true }).focus()
  await page.keyboard.press('Space')
  const moved = page.getByText('The image is at place 2 of 2.')
  // A key that comes before the places are measured does nothing, and there is no third place to go to.
  for (let tries = 0; tries < arrowTriesMax && (await moved.count()) === 0; tries++) {
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(arrowPauseMs)
  }
  await moved.waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
}

async function rowOf(page: Page, name: string): Promise<string> {
  return (await page.getByRole('row').filter({ hasText: name }).textContent()) ?? ''
}
