import { describe, expect, test } from 'bun:test'
import { guessColumns } from '../../../../src/console/pages/product-import/columns.ts'
import {
  isTotal,
  noticesOf,
  readImportFile,
  titleOf,
  withHeader,
  type ImportFile,
} from '../../../../src/console/pages/product-import/file.ts'

async function read(lines: readonly string[]): Promise<ImportFile> {
  const table = await readImportFile(new File([lines.join('\r\n')], 'stock.csv'))
  if (typeof table === 'string') throw new Error(table)
  return table
}

/** A stock summary with so many items, as Tally writes it. */
function tallySummary(items: number): string[] {
  return [
    '"Sharma General Stores, Pune"',
    '"14, Laxmi Road"',
    'Stock Summary',
    '1-Apr-2026 to 20-Nov-2026',
    '',
    'Alias,Particulars,Closing Balance,,',
    ',,Quantity,Rate,Value',
    ...Array.from(
      { length: items },
      (_, at) => `T-${at},Item ${at},${at + 1} Nos,85.00/Nos,"1,${100 + at}.00 Dr"`,
    ),
    '',
    'Grand Total,,"1,234 Nos",,"4,25,000.00 Dr"',
  ]
}

describe('what Tally exports', () => {
  test('has its titles on two lines below the firm, the report and the period', async () => {
    const file = await read(tallySummary(2_000))
    expect(file).toMatchObject({
      headerRow: 7,
      header: ['Alias', 'Particulars', 'Quantity', 'Rate', 'Value'],
      delimiter: ',',
    })
    expect(guessColumns(file.header)).toEqual(['sku', 'name', 'stock_quantity', 'sale_price', null])
    expect(file.rows).toHaveLength(2_000)
    expect(file.rows[0]).toMatchObject({
      row: 8,
      cells: ['T-0', 'Item 0', '1 Nos', '85.00/Nos', '1,100.00 Dr'],
    })
  })

  test('ends with a total, which is left out and told', async () => {
    const file = await read(tallySummary(3))
    expect(file.totals.map(({ row }) => row)).toEqual([12])
    expect(noticesOf(file)).toEqual(['Row 12 (“Grand Total”) is left out: it adds up the others.'])
  })
})

describe('the row of titles', () => {
  test('is the first one with two titles that are known', async () => {
    const lines = [
      'Price list',
      'Name of shop,Sharma',
      '',
      'Item Code;Item Name;MRP (Rs.);Rate in Rs.',
      'A;Tea;10;9',
    ]
    const file = await read(lines)
    expect([file.headerRow, file.delimiter]).toEqual([4, ';'])
    expect(guessColumns(file.header)).toEqual(['sku', 'name', 'mrp', 'sale_price'])
  })

  test('is the first one when none is known, and can be chosen', async () => {
    const file = await read(['Sharma Stores,,', 'Ware,Bezeichnung,Zahl', 'A,Tee,3', 'B,Reis,4'])
    expect(file.headerRow).toBe(1)
    const chosen = withHeader(file, 2)
    expect(chosen.header).toEqual(['Ware', 'Bezeichnung', 'Zahl'])
    expect(chosen.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [3, 'A', 'Tee', '3'],
      [4, 'B', 'Reis', '4'],
    ])
  })
})

describe('two columns of the same title', () => {
  test('are not guessed; the next best name is', async () => {
    const { header } = await read(['SKU,Name,Quantity,quantity,Closing Stock', 'A,Tea,1,2,3'])
    expect(guessColumns(header)).toEqual(['sku', 'name', null, null, 'stock_quantity'])
  })

  test('are told, and told apart by their letter in the spreadsheet', async () => {
    const file = await read(['SKU,Name,Rate,Rate,', 'A,Tea,1,2,3'])
    expect(noticesOf(file)).toEqual(['Several columns are called “Rate”: say which one is meant.'])
    expect([0, 2, 3, 4].map((place) => titleOf(file, place))).toEqual([
      'SKU',
      'Rate (column C)',
      'Rate (column D)',
      'Column E',
    ])
    expect(titleOf({ header: Array.from({ length: 30 }, () => '') }, 27)).toBe('Column AB')
  })
})

describe('a row that adds up others', () => {
  test.each([
    [['Grand Total', '', '1,234 Nos', '', '4,25,000.00 Dr']],
    [['', 'Total:', '50', '₹ 4,250.00']],
    [['TOTAL', '(-)5', 'Rs. 85']],
    [['Sub-total']],
  ])('is %j', (cells) => {
    expect(isTotal(cells)).toBe(true)
  })

  test.each([
    [['TOTAL', 'Engine oil', '5']],
    [['T-1', 'Total', '5']],
    [['Total Quartz 9000', '5']],
    [['', '5', 'Total']],
  ])('is not %j', (cells) => {
    expect(isTotal(cells)).toBe(false)
  })
})
