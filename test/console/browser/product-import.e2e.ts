import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { seriousViolations } from './accessibility.ts'
import { openConsole, type Console } from './console.ts'
import { browserLimitMs } from './limits.ts'

/** Products in the large file. */
const many = 1_000

let daybook: Console

beforeAll(async () => {
  daybook = await openConsole()
}, browserLimitMs)

afterAll(() => daybook.close(), browserLimitMs)

describe('a CSV file of products', () => {
  test(
    'is matched, looked at, brought in, and leaves its refused rows to be corrected',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await choose(page, [
        'Item Code;Particulars;MRP;Rate;Group;Shelf',
        'A-1;Tea;"1,250.00";₹ 999.50;Teas;3',
        'A-2;Coffee;cheap;10;;4',
        'A-3;"Sugar; brown";60;55;;5',
        'A-1;Tea again;1300;999.50;Teas;6',
      ])
      await expectField(page, 'Item Code', 'SKU')
      await expectField(page, 'Particulars', 'Name')
      await expectField(page, 'Rate', 'Selling price')
      await expectField(page, 'Shelf', '')
      expect(await seriousViolations(page)).toEqual([])
      await page.getByRole('button', { name: 'Look at what will happen' }).click()
      await page.getByRole('button', { name: 'Add the category' }).click()
      await page.getByText('New (2)').waitFor()
      await page.getByText('Changed (1)').waitFor()
      await page.getByText('Refused (1)').click()
      await page.getByText('The MRP must be a number from 0').waitFor()
      expect(await seriousViolations(page)).toEqual([])
      // Nothing is written before the last step.
      const listed = await page.request.get('/console/api/products')
      expect(await listed.json()).toMatchObject({ total: 0 })

      await page.getByRole('button', { name: 'Bring in 3 products' }).click()
      await page.getByText('2 products added, 1 product changed').waitFor()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save the refused rows' }).click(),
      ])
      expect(saved.suggestedFilename()).toBe('stock-refused.csv')
      const text = readFileSync(await saved.path(), 'utf8')
      expect(text).toStartWith(
        '\uFEFFItem Code;Particulars;MRP;Rate;Group;Shelf;Why it was refused',
      )
      expect(text.split('\r\n')[1]).toStartWith('A-2;Coffee;cheap;10;;4;')

      await page.getByRole('link', { name: 'See the products' }).click()
      await page.getByText('Sugar; brown').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'may have a thousand rows, and changes nothing the second time',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      const rows = Array.from({ length: many }, (_, i) => `M-${i},Thing ${i},${i + 1},7`)
      for (const [button, done] of [
        ['Bring in 1,000 products', '1,000 products added'],
        ['Nothing to bring in', ''],
      ] as const) {
        await choose(page, ['SKU,Name,MRP,Stock', ...rows])
        await page.getByRole('button', { name: 'Look at what will happen' }).click()
        const next = page.getByRole('button', { name: button })
        await next.waitFor()
        if (done === '') continue
        await next.click()
        await page.getByText(done).waitFor()
      }
      await page.getByText('As it is (1,000)').waitFor()
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )

  test(
    'that cannot be read is refused with what to do',
    async () => {
      const { page, problems, close } = await daybook.visitSignedIn()
      await choose(page, ['PK\u0003\u0004'])
      await page.getByText('This is an Excel workbook.').waitFor()
      await choose(page, ['SKU,Name'])
      await page.getByText('The file has no rows below its first one').waitFor()
      await choose(page, ['Shelf,Colour', '1,red'])
      await page.getByText('Choose the column with the SKU, and the one with the Name.').waitFor()
      expect(
        await page.getByRole('button', { name: 'Look at what will happen' }).isDisabled(),
      ).toBe(true)
      expect(problems).toEqual([])
      await close()
    },
    browserLimitMs,
  )
})

async function choose(page: Page, lines: readonly string[]): Promise<void> {
  await page.goto('/catalogue/import')
  await page.getByText('Drop a CSV file here').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
}

async function expectField(page: Page, column: string, field: string): Promise<void> {
  const select = page.getByRole('combobox', { name: `What ${column} is` })
  await select.waitFor()
  expect(await select.inputValue()).toBe(field)
}
