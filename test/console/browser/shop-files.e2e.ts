import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { readXlsxTable } from '../../../src/platform/xlsx.ts'
import { photo } from '../../support/photos.ts'
import { faultsInEveryLook } from './accessibility.ts'
import { openConsole } from './console.ts'
import { expectSoon, follow, openPage } from './waiting.ts'
import { untilEnd } from '../../support/until-end.ts'

const daybook = untilEnd(await openConsole())

const files = join(import.meta.dir, '../web/product-import/files')

async function pictures(): Promise<Buffer> {
  const names = ['kurta-indigo-front.jpg', 'kurta-indigo-back.jpg', 'jute-bag.png']
  const entries = await Promise.all(
    names.map(async (name, seed) => [`products/${name}`, await photo(seed)] as const),
  )
  return Buffer.from(zipSync(Object.fromEntries(entries)))
}

describe('a file of another shop’s program', () => {
  test('comes in with its variants and its pictures, after it was shown what will happen', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue/import', 'Import products')
    await page.locator('input[type=file]').setInputFiles([
      {
        name: 'products_export.csv',
        mimeType: 'text/csv',
        buffer: readFileSync(join(files, 'shopify.csv')),
      },
      { name: 'pictures.zip', mimeType: 'application/zip', buffer: await pictures() },
    ])
    await page.getByText('This is a product file of Shopify: 2 products and 3 variants.').waitFor()
    await page.getByText('3 pictures came with the file').waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
    await page.getByRole('button', { name: 'Look at what will happen', exact: true }).click()
    await page.getByRole('button', { name: 'Add the 2 categories', exact: true }).click()
    await page.getByText('Block Print Kurta, S / Indigo').waitFor()
    await page.getByRole('button', { name: 'Bring in 5 products', exact: true }).click()
    await page.getByText('3 photos are on 2 products.').waitFor()
    await openPage(page, '/catalogue?search=kurta', 'Products')
    await follow(
      page.getByRole('link', { name: 'Block Print Kurta', exact: true }),
      'Block Print Kurta',
    )
    // Two were in the archive; the other two are linked where they are.
    await expectSoon(() => page.getByRole('button', { name: /^Remove image/ }).count(), 4)
    await expectSoon(() => page.getByRole('button', { name: /^Remove variant/ }).count(), 3)
  })

  test('is saved with all products as a workbook, which changes nothing when it is brought in', async () => {
    const page = await daybook.signedInPage()
    await openPage(page, '/catalogue/import', 'Import products')
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'an Excel workbook', exact: true }).click()
    const path = join(daybook.dir, 'products.xlsx')
    await (await saved).saveAs(path)
    const table = await readXlsxTable(await Bun.file(path).bytes())
    if (typeof table === 'string') throw new Error(table)
    expect(table.rows[0]?.slice(0, 4)).toEqual(['SKU', 'Name', 'Variant of (SKU)', 'Size'])
    expect(table.rows).toHaveLength(6)
    await page.locator('input[type=file]').setInputFiles(path)
    await page.getByRole('button', { name: 'Look at what will happen', exact: true }).click()
    await page.getByText('As it is (5)').waitFor()
    expect(await faultsInEveryLook(page)).toEqual([])
  })
})
