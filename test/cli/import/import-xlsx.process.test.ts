import { describe, expect, test } from 'bun:test'
import { writeXlsx } from 'hucre/xlsx'
import { vendors } from '../../../src/cli/import/names-and-rules.ts'
import { products } from '../../../src/cli/import/products.ts'
import { findProductRecord } from '../../../src/services/storefront/inventory/export-products.ts'
import { runDaybook } from '../run-daybook.ts'
import { type Shop } from '../../support/shop.ts'
import { type ImportFolder, withImports } from './import-text.ts'

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

type Cell = string | number | null

const workbook = (...sheets: [name: string, rows: Cell[][]][]) =>
  writeXlsx({ sheets: sheets.map(([name, rows]) => ({ name, rows })) })

describe('a workbook', () => {
  test('is imported as a table, also below the lines that programs put above it', async () => {
    const file = await workbook([
      'Stock',
      [
        ['Sharma General Stores', null, null, null],
        ['Stock summary', null, null, null],
        [null, null, null, null],
        ['SKU', 'Name', 'MRP', 'hsn'],
        ['X-1', 'Chana', 80.5, '0713'],
        ['X-2', 'Poha', 45, null],
      ],
    ])
    const result = await folder.import(shop, products, file, 'stock.xlsx')
    expect(result).toMatchObject({
      created: 2,
      errors: 0,
      warnings: [{ line: 1, warning: '2 rows above the names of the columns were left out.' }],
    })
    expect(findProductRecord(shop.database.read, 'X-1')).toMatchObject({ mrp: 80.5, hsn: '0713' })
  })

  test('tells a bad row by its number in the sheet, and what people may not sell', async () => {
    const file = await workbook([
      'A',
      [
        ['sku', 'name', 'mrp', 'sale_price'],
        ['X-3', 'Dear', 10, 11],
        ['X-4', 'Fine', 10, 9],
      ],
    ])
    const result = await folder.import(shop, products, file, 'prices.xlsx')
    expect(result).toMatchObject({ created: 1, errors: 1, problems: [{ line: 2 }] })
    expect(result.problems[0]?.error).toContain('is above the MRP 10')
  })

  test('raises a price whose MRP was only taken from it', async () => {
    const prices = async (price: number) => {
      const rows = [
        ['sku', 'name', 'sale_price'],
        ['X-5', 'Without MRP', price],
      ]
      return folder.import(shop, products, await workbook(['A', rows]), `at-${price}.xlsx`)
    }
    expect(await prices(80)).toMatchObject({ created: 1, errors: 0, warnings: [] })
    expect(await prices(95)).toMatchObject({
      updated: 1,
      errors: 0,
      warnings: [{ line: 2, warning: 'mrp was the selling price, and is 95 with it.' }],
    })
    expect(findProductRecord(shop.database.read, 'X-5')).toMatchObject({ mrp: 95, sale_price: 95 })
  })

  test('without the columns that are needed, or without the sheet, is refused', async () => {
    const file = await workbook(['A', [['Item'], ['Tea']]])
    expect(folder.import(shop, vendors, file, 'v.xlsx')).rejects.toThrow('it lacks name')
    const ran = await runDaybook([
      'import',
      'vendors',
      folder.write('w.xlsx', file),
      '--sheet',
      'B',
      '--data',
      shop.dir.root,
    ])
    expect(ran).toMatchObject({ code: 1, stderr: 'The workbook has no sheet “B”. It has: A.\n' })
  })

  test('brings in another sheet where that is asked for', async () => {
    const file = await workbook(['A', [['x']]], ['Vendors', [['name'], ['Sri Balaji Traders']]])
    const path = folder.write('vendors.xlsx', file)
    const ran = await runDaybook([
      'import',
      'vendors',
      path,
      '--sheet',
      'Vendors',
      '--json',
      '--data',
      shop.dir.root,
    ])
    expect(JSON.parse(ran.stdout)).toMatchObject({ created: 1, errors: 0 })
  })
})

describe('variants in a table', () => {
  const rows: Cell[][] = [
    ['sku', 'variant_of', 'name', 'size', 'mrp', 'stock_quantity'],
    ['KURTA', null, 'Kurta', null, 900, null],
    ['KURTA-M', 'KURTA', null, 'M', null, 3],
    ['KURTA-L', 'KURTA', null, 'L', 950, 4],
    ['NONE-L', 'NONE', null, 'L', 950, 4],
  ]

  test('are rows behind their product; one without a product is told', async () => {
    const file = await workbook(['A', rows])
    for (const dryRun of [true, false]) {
      const result = await folder.import(shop, products, file, 'variants.xlsx', dryRun)
      expect(result).toMatchObject({ created: 3, errors: 1, problems: [{ line: 5 }] })
    }
    expect(findProductRecord(shop.database.read, 'KURTA')).toMatchObject({
      variants: [
        { sku: 'KURTA-M', size: 'M', mrp: 900, stock_quantity: 3 },
        { sku: 'KURTA-L', size: 'L', mrp: 950, stock_quantity: 4 },
      ],
    })
  })

  test('are changed by their SKU alone', async () => {
    const csv = 'sku,name,stock_quantity\nKURTA-M,,8\n'
    expect(await folder.import(shop, products, csv, 'stock.csv')).toMatchObject({ updated: 1 })
    expect(findProductRecord(shop.database.read, 'KURTA')).toMatchObject({
      variants: [{ stock_quantity: 8 }, { stock_quantity: 4 }],
    })
  })
})
