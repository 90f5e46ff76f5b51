import { describe, expect, test } from 'bun:test'
import { writeXlsx } from 'hucre/xlsx'
import { guessColumns } from '../../../../src/console/pages/product-import/columns.ts'
import {
  readImportFile,
  type ImportFile,
} from '../../../../src/console/pages/product-import/file.ts'
import { refusedRows } from '../../../../src/console/pages/product-import/rows.ts'
import { writeCsv } from '../../../../src/platform/csv.ts'

async function read(content: string | Uint8Array<ArrayBuffer>): Promise<ImportFile> {
  const table = await readImportFile(new File([content], 'stock.csv'))
  if (typeof table === 'string') throw new Error(table)
  return table
}

describe('a CSV file', () => {
  test('has its rows by their number in the spreadsheet, blank ones counted and left out', async () => {
    const { header, rows } = await read('SKU, Name \r\nA,"Tea, loose"\r\n\r\n,\r\nB,Rice,,\r\n')
    expect(header).toEqual(['SKU', 'Name'])
    expect(rows).toEqual([
      { row: 2, cells: ['A', 'Tea, loose'], fault: null },
      { row: 5, cells: ['B', 'Rice'], fault: null },
    ])
  })

  test('tells which row has more cells than columns, and keeps them', async () => {
    const { rows } = await read('SKU,Name\nA,Tea,loose')
    expect(rows).toMatchObject([
      { cells: ['A', 'Tea', 'loose'], fault: expect.stringContaining('3') },
    ])
  })

  test.each([
    ['commas', 'SKU,Name;x\nA;1,Tea', ['SKU', 'Name;x']],
    ['semicolons', 'SKU;Name\nA;"1,5"', ['SKU', 'Name']],
    ['tabs', 'SKU\tName\nA\tTea, loose; fine', ['SKU', 'Name']],
  ])('may be divided by %s', async (_, text, header) => {
    expect((await read(text)).header).toEqual(header)
  })

  test('may be UTF-8 with a byte order mark, UTF-16, or what old Excel writes', async () => {
    const text = 'SKU,Name\nA,चाय'
    expect((await read(`\uFEFF${text}`)).rows[0]?.cells).toEqual(['A', 'चाय'])
    const wide = new Uint8Array([0xff, 0xfe, ...Buffer.from(text, 'utf16le')])
    expect((await read(wide)).rows[0]?.cells).toEqual(['A', 'चाय'])
    const old = new Uint8Array([...Buffer.from('SKU,Name\nA,Caf'), 0xe9])
    const { rows, notice } = await read(old)
    expect([rows[0]?.cells[1], notice]).toEqual(['Café', expect.stringContaining('not UTF-8')])
  })

  test.each([
    ['', 'empty'],
    ['SKU,Name\n,\n', 'no rows'],
    ['SKU,Name\nA,"Tea', 'quotation mark'],
    ['PK\u0003\u0004', 'workbook cannot be read'],
  ])('that is %j is refused', async (text, reason) => {
    expect(await readImportFile(new File([text], 'stock.csv'))).toContain(reason)
  })
})

const workbook = async (...sheets: { name: string; rows: (string | number | null)[][] }[]) =>
  new File([new Uint8Array(await writeXlsx({ sheets }))], 'stock.xlsx')

describe('a workbook', () => {
  test('is a table like any other, with the rows by their number in the sheet', async () => {
    const rows = [
      ['Sharma General Stores', null, null],
      [null, null, null],
      ['Item Code', 'Particulars', 'Rate'],
      ['A-1', 'Tea', 85.5],
      [null, null, null],
      ['Total', null, 85.5],
    ]
    expect(await readImportFile(await workbook({ name: 'Stock', rows }))).toMatchObject({
      headerRow: 3,
      header: ['Item Code', 'Particulars', 'Rate'],
      rows: [{ row: 4, cells: ['A-1', 'Tea', '85.5'], fault: null }],
      totals: [{ row: 6 }],
      sheet: { name: 'Stock', all: ['Stock'] },
    })
  })

  test('has the sheet that is chosen, and says which there are', async () => {
    const book = await workbook(
      { name: 'Notes', rows: [['nothing'], ['here']] },
      {
        name: 'Stock',
        rows: [
          ['SKU', 'Name'],
          ['A', 'Tea'],
        ],
      },
    )
    expect(await readImportFile(book)).toMatchObject({ sheet: { name: 'Notes' } })
    expect(await readImportFile(book, 'Stock')).toMatchObject({
      header: ['SKU', 'Name'],
      sheet: { name: 'Stock', all: ['Notes', 'Stock'] },
    })
  })
})

describe('its columns', () => {
  test.each([
    [
      ['Item Code', 'Particulars', 'Rate', 'Closing Stock'],
      ['sku', 'name', 'sale_price', 'stock_quantity'],
    ],
    [
      ['sku', 'name', 'sale_price', 'gst_pct', 'is_active'],
      ['sku', 'name', 'sale_price', 'gst_pct', 'is_active'],
    ],
    [
      ['Item', 'Name', 'Selling Price', 'Price'],
      [null, 'name', 'sale_price', null],
    ],
    [
      ['SKU', 'GST %', 'HSN/SAC', 'Colour', ''],
      ['sku', 'gst_pct', 'hsn', 'color', null],
    ],
  ] as const)('%j are guessed by their titles, each thing once', (header, guessed) => {
    expect(guessColumns(header)).toEqual([...guessed])
  })
})

test('refused rows come back as they were, with the reason behind them, and no formula among them', async () => {
  const formula = '=HYPERLINK(0)'
  const { header, delimiter, rows } = await read(
    `SKU;${formula}\nA;"Tea; loose"\nB;${formula};@more\nC;Oil\nD;'${formula}`,
  )
  const told = { sku: '', id: null, name: '', missingCategory: null }
  const results = rows.map((row, i) => ({
    ...row,
    ...told,
    outcome: i === 2 ? ('created' as const) : ('refused' as const),
    reasons: i === 2 ? [] : ['It says "no".', 'And "never".'],
    warnings: [],
    changes: [],
  }))
  expect(writeCsv(refusedRows(header, results), delimiter)).toBe(
    [
      `\uFEFFSKU;"'${formula}";Why it was refused`,
      'A;"Tea; loose";"It says ""no"". And ""never""."',
      `B;"'${formula}";"It says ""no"". And ""never"".";"'@more"`,
      `D;"'${formula}";"It says ""no"". And ""never""."`,
      '',
    ].join('\r\n'),
  )
})
