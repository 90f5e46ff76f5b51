import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { openConsole } from './console.ts'
import { expectFocus, expectSoon, expectValue, follow, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())
const shirt = { sku: 'SHIRT-M', size: 'M', color: 'Blue', mrp: 500, sale_price: 480 }
const product = { sku: 'SHIRT', name: 'Shirt', mrp: 500, sale_price: 480, variants: [shirt] }
const file = join(daybook.dir, 'products.jsonl')
await Bun.write(file, JSON.stringify(product))
await daybook.run(['import', 'products', file])

describe('what is typed and is none of what its field takes stays, and is refused:', () => {
  test('a day that there is not', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/keys', 'API keys')
    await page.getByRole('button', { name: 'New key', exact: true }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Tally')
    await page.getByRole('radio', { name: 'Document export' }).check()
    await page.getByRole('radio', { name: 'Only mine' }).check()
    const day = page.getByLabel('Last day (optional)', { exact: true })
    await day.fill('31/2/2027')
    await page.getByRole('button', { name: 'Make the key', exact: true }).click()
    await page.getByText('“31/2/2027” is no day').waitFor()
    await expectFocus(day)
    await day.press('Tab')
    await expectValue(day, '31/2/2027')
    await day.fill('3/4/27')
    await day.press('Tab')
    await expectValue(day, '3 Apr 2027')
    await expectSoon(() => page.getByText('is no day').count(), 0)

    await openPage(page, '/orders', 'Orders')
    const from = page.getByLabel('Placed from', { exact: true })
    await from.fill('30/2/2026')
    await from.press('Tab')
    await page.getByText('“30/2/2026” is no day').waitFor()
    await expectValue(from, '30/2/2026')
    expect(new URL(page.url()).search).toBe('')
  })

  test('a shade, and a measure of a size chart with a zero at its end', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue', 'Products')
    await follow(page.getByRole('link', { name: 'Shirt', exact: true }), 'Shirt')
    const shade = page.getByLabel('Shade of variant 1', { exact: true })
    await shade.fill('crimson-ish')
    await shade.press('Tab')
    await expectValue(shade, 'crimson-ish')
    await page.getByRole('button', { name: 'Add a size chart', exact: true }).click()
    const chest = page.getByLabel('Chest, row 1', { exact: true })
    await chest.pressSequentially('10.05')
    await expectValue(chest, '10.05')
    await chest.fill('10.50')
    await expectValue(chest, '10.50')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('must be a hex colour').waitFor()
    await shade.fill('#dc143c')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved.', { exact: true }).waitFor()
    await expectValue(chest, '10.50')
  })
})
