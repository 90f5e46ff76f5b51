import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { violationsOf } from './accessibility.ts'
import { openConsole, owner } from './console.ts'
import { expectValue, follow, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Products in the large file. */
const many = 1_000

const daybook = untilEnd(await openConsole())

describe('a CSV file of products', () => {
  test('is matched, looked at, brought in, and leaves its refused rows to be corrected', async () => {
    const page = await daybook.signedInPage()
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
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Look at what will happen', exact: true }).click()
    await page.getByRole('button', { name: 'Add the category', exact: true }).click()
    await page.getByText('New (2)').waitFor()
    await page.getByText('Changed (1)').waitFor()
    await page.getByText('Refused (1)').click()
    await page.getByText('The MRP “cheap” is not an amount.').waitFor()
    expect(await violationsOf(page)).toEqual([])
    // Nothing is written before the last step.
    const listed = await page.request.get('/console/api/products')
    expect(await listed.json()).toMatchObject({ total: 0 })

    await page.getByRole('button', { name: 'Bring in 3 products', exact: true }).click()
    await page.getByText('2 products added, 1 product changed').waitFor()
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the refused rows', exact: true }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('stock-refused.csv')
    const text = readFileSync(await saved.path(), 'utf8')
    expect(text).toStartWith('\uFEFFItem Code;Particulars;MRP;Rate;Group;Shelf;Why it was refused')
    expect(text.split('\r\n')[1]).toStartWith('A-2;Coffee;cheap;10;;4;')

    await follow(page.getByRole('link', { name: 'See the products', exact: true }), 'Products')
    await page.getByText('Sugar; brown').waitFor()
  })

  test('may have a thousand rows, and changes nothing the second time', async () => {
    const page = await daybook.signedInPage()
    const rows = Array.from({ length: many }, (_, i) => `M-${i},Thing ${i},${i + 1},7`)
    for (const [button, done] of [
      ['Bring in 1,000 products', '1,000 products added'],
      ['Nothing to bring in', ''],
    ] as const) {
      await choose(page, ['SKU,Name,MRP,Stock', ...rows])
      await page.getByRole('button', { name: 'Look at what will happen', exact: true }).click()
      const next = page.getByRole('button', { name: button, exact: true })
      await next.waitFor()
      if (done === '') continue
      await next.click()
      await page.getByText(done).waitFor()
    }
    await page.getByText('As it is (1,000)').waitFor()
    expect(await inTheShop('Thing 999')).toMatchObject({
      data: [{ name: 'Thing 999', mrp: 1000, stock_quantity: 7 }],
    })
  })

  test('may come from Tally, and counts what it made although the answer was lost', async () => {
    const page = await daybook.signedInPage()
    const items = Array.from({ length: 30 }, (_, i) => `T-${i},Soap ${i},${i + 1} Nos,85.00/Nos`)
    await choose(page, [
      'Sharma General Stores',
      'Stock Summary',
      '',
      'Alias,Particulars,Closing Balance,',
      ',,Quantity,Rate',
      ...items,
      'Grand Total,,465 Nos,',
    ])
    await page.getByText('Row 36 (“Grand Total”) is left out').waitFor()
    await expectField(page, 'Particulars', 'Name')
    await page.getByRole('button', { name: 'Look at what will happen', exact: true }).click()
    await page.getByText('MRP ₹85.00 · Selling price ₹85.00 · Stock 30').waitFor()
    await page.route(
      '**/api/product-import',
      async (route) => {
        await route.fetch()
        await route.abort()
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: 'Bring in 30 products', exact: true }).click()
    await page.getByRole('button', { name: 'Go on', exact: true }).click()
    await page.getByText('30 products added, 0 products changed, 0 products as they were').waitFor()
  })

  test('of stock and prices alone changes what is there', async () => {
    const page = await daybook.signedInPage()
    await choose(page, ['SKU,Stock,Rate', 'T-1,7,1', 'T-NEW,1,1'])
    await page.getByText('No column is the name').waitFor()
    await page.getByRole('button', { name: 'Look at what will happen', exact: true }).click()
    await page.getByText('Soap 1', { exact: true }).waitFor()
    await page.getByText('Refused (1)').click()
    await page.getByText('There is no product with the SKU “T-NEW”').waitFor()
  })

  test('that cannot be read is refused with what to do', async () => {
    const page = await daybook.signedInPage()
    await choose(page, ['PK\u0003\u0004'])
    await page.getByText('The workbook cannot be read').waitFor()
    await choose(page, ['SKU,Name'])
    await page.getByText('The file has no rows below its first one').waitFor()
    await choose(page, ['Shelf,Colour', '1,red'])
    await page.getByText('Choose the column with the SKU, and the one with the Name.').waitFor()
    const next = { name: 'Look at what will happen', exact: true, disabled: true }
    await page.getByRole('button', next).waitFor()
  })
})

/** What the storefront finds, as a web shop asks for it. */
async function inTheShop(search: string): Promise<unknown> {
  const input = ['--user', owner.email, '--service', 'storefront', '--scope', 'storefront:read']
  const made: { key: string } = JSON.parse(
    await daybook.run(['key', 'create', ...input, '--name', 'Web shop', '--json']),
  )
  const address = `${daybook.url}/storefront/api/public/v1/products?search=${encodeURIComponent(search)}`
  const answer = await fetch(address, { headers: { authorization: `Bearer ${made.key}` } })
  return await answer.json()
}

async function choose(page: Page, lines: readonly string[]): Promise<void> {
  await openPage(page, '/catalogue/import', 'Import products')
  await page.getByText('Drop a CSV file or an Excel workbook here').waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'stock.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\r\n')),
  })
}

async function expectField(page: Page, column: string, field: string): Promise<void> {
  const select = page.getByRole('combobox', { name: `What ${column} is`, exact: true })
  await select.waitFor()
  await expectValue(select, field)
}
