import { describe, expect, test } from 'bun:test'
import { writeXlsx } from 'hucre/xlsx'
import { isZip, readXlsxTable } from '../../src/platform/xlsx.ts'

type Written = Parameters<typeof writeXlsx>[0]['sheets'][number]

async function read(sheets: Written[], wanted?: string) {
  return await readXlsxTable(await writeXlsx({ sheets }), wanted)
}

async function rowsOf(sheet: Omit<Written, 'name'>): Promise<string[][]> {
  const table = await read([{ name: 'Products', ...sheet }])
  return typeof table === 'string' ? [] : table.rows
}

const at = (value: number | Date, numFmt: string) => ({ value, style: { numFmt } })

describe('a workbook', () => {
  test('is read as the texts that a CSV file would have', async () => {
    const rows = [
      ['Sharma Stores', null, null],
      [null, null, null],
      ['SKU', 'Price', 'Active'],
      ['A-1', 599.5, true],
      [8_901_234_567_894, 0.1 + 0.2, false],
    ]
    expect(await rowsOf({ rows })).toEqual([
      ['Sharma Stores', '', ''],
      ['', '', ''],
      ['SKU', 'Price', 'Active'],
      ['A-1', '599.5', 'yes'],
      ['8901234567894', '0.3', 'no'],
    ])
  })

  test('keeps what a cell shows by its format: a per cent, zeros in front, a day', async () => {
    const day = new Date(Date.UTC(2026, 10, 22))
    const cells = new Map([
      ['0,0', at(0.18, '0%')],
      ['0,1', at(0.125, '0.0%')],
      ['0,2', at(713, '0000')],
      ['0,3', at(day, 'dd-mmm-yy')],
      ['0,4', at(1_23_456.5, '#,##0.00')],
    ])
    const rows = [[0.18, 0.125, 713, day, 1_23_456.5]]
    expect(await rowsOf({ rows, cells })).toEqual([
      ['18%', '12.5%', '0713', '2026-11-22', '123456.5'],
    ])
  })

  test('is read by its cells where it has charts beside', async () => {
    const rows = [
      ['Month', 'Sold'],
      ['April', '12'],
    ]
    const series = [{ values: 'Products!$B$2:$B$2', categories: 'Products!$A$2:$A$2' }]
    const charts = [{ type: 'bar' as const, series, anchor: { from: { row: 4, col: 0 } } }]
    expect(await rowsOf({ rows, charts })).toEqual(rows)
  })

  test('is read by its first sheet that can be seen, or the one that is named', async () => {
    const sheets: Written[] = [
      { name: 'Hidden', rows: [['h']], hidden: true },
      { name: 'Stock', rows: [['s']] },
      { name: 'Prices', rows: [['p']] },
    ]
    const both = ['Stock', 'Prices']
    expect(await read(sheets)).toEqual({ sheets: both, sheet: 'Stock', rows: [['s']] })
    expect(await read(sheets, 'Prices')).toEqual({ sheets: both, sheet: 'Prices', rows: [['p']] })
    expect(await read(sheets, 'Price')).toBe(
      'The workbook has no sheet “Price”. It has: Stock, Prices.',
    )
  })

  test('that is none, or cut off, is told so', async () => {
    const whole = await writeXlsx({ sheets: [{ name: 'A', rows: [['x']] }] })
    expect(isZip(whole)).toBe(true)
    for (const bytes of [whole.slice(0, 200), new TextEncoder().encode('sku,name')]) {
      expect(await readXlsxTable(bytes)).toContain('The workbook cannot be read')
    }
    expect(isZip(new TextEncoder().encode('sku,name'))).toBe(false)
  })
})
