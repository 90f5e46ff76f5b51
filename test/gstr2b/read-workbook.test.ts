import { describe, expect, test } from 'bun:test'
import { XlsxStreamWriter, writeXlsx } from 'hucre/xlsx'
import { readPortalFiles } from '../../src/gstr2b/portal/read-file.ts'
import { bytesOf, portalFile, portalRow, shopGstin } from './portal-file.ts'

const about = [
  ['Goods and Services Tax - GSTR-2B'],
  ['Financial Year', '2026-27'],
  ['Tax Period', 'July'],
  ['GSTIN', shopGstin],
  ['Date of generation', '14/08/2026'],
]
const top = [
  'GSTIN of supplier',
  'Trade/Legal name',
  'Invoice Details',
  '',
  '',
  '',
  'Place of supply',
  'Supply Attract Reverse Charge',
  'Taxable Value (₹)',
  'Tax Amount',
  '',
  '',
  '',
  'GSTR-1/IFF/GSTR-5 Period',
  'GSTR-1/IFF/GSTR-5 Filing Date',
  'ITC Availability',
  'Reason',
]
const below = [
  '',
  '',
  'Invoice number',
  'Invoice type',
  'Invoice Date',
  'Invoice Value(₹)',
  '',
  '',
  '',
  'Integrated Tax(₹)',
  'Central Tax(₹)',
  'State/UT Tax(₹)',
  'Cess(₹)',
]
const line = [
  '27AABCT1332L1ZV',
  'Shree Traders',
  'ST/118',
  'Regular',
  '03/07/2026',
  1050,
  'Maharashtra',
  'No',
  1000,
  0,
  25,
  25,
  0,
  "Jul'26",
  '11/08/2026',
  'Yes',
  '',
]

type Sheets = Record<string, (string | number)[][]>

async function workbook(sheets: Sheets) {
  return await readPortalFiles([await workbookFile(sheets)])
}

async function workbookFile(sheets: Sheets) {
  const bytes = await writeXlsx({
    sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })),
  })
  return { name: '2b.xlsx', bytes: new Uint8Array(bytes) }
}

/** With a column for the rate of tax, as until late 2024. */
function withRate(row: (string | number)[], rate: string | number) {
  return row.toSpliced(8, 0, rate)
}

async function periodOf(month: string) {
  const found = await workbook({
    'Read me': about.with(2, ['Tax Period', month]),
    B2B: [top, below],
  })
  return typeof found === 'string' ? found : found.period
}

describe('the portal’s workbook', () => {
  test('says the same as the JSON', async () => {
    const title = ['Taxable inward supplies received from registered persons']
    const found = await workbook({
      'Read me': about,
      B2B: [['Goods and Services Tax'], title, top, below, line],
    })
    expect(found).toEqual({
      gstin: shopGstin,
      period: '2026-07',
      generatedOn: '2026-08-14',
      rows: [portalRow()],
    })
  })

  test('with a row for each rate, and with a row for the total, has each bill once', async () => {
    const rates = [withRate(top, 'Rate(%)'), withRate(below, '')]
    const half = line.with(8, 500).with(10, 12.5).with(11, 12.5)
    const summed = await workbook({
      'Read me': about,
      B2B: [...rates, withRate(half, 5), withRate(half, 5)],
    })
    expect(summed).toMatchObject({ rows: [portalRow()] })
    const total = line.with(2, 'ST/118-Total')
    const marked = await workbook({
      'Read me': about,
      B2B: [...rates, withRate(half, 5), withRate(half, 5), withRate(total, '-')],
    })
    expect(marked).toMatchObject({ rows: [portalRow()] })
  })

  test('has amendments with what they amend, notes, and what was rejected', async () => {
    const amended = await workbook({
      'Read me': about,
      B2BA: [
        ['Original Details', '', 'Revised Details'],
        ['Invoice number', 'Invoice Date', ...top],
        ['', '', ...below],
        ['ST/18', '03/06/2026', ...line],
      ],
      'B2B-CDNR': [
        top.with(2, 'Credit note/Debit note details'),
        below
          .with(2, 'Note number')
          .with(3, 'Note type')
          .with(4, 'Note date')
          .with(5, 'Note Value (₹)'),
        line.with(2, 'CN/1').with(3, 'Credit Note'),
      ],
      'B2B(Rejected)': [top, below, line],
    })
    expect(amended).toMatchObject({
      rows: [
        { section: 'b2ba', number: 'ST/118', originalNumber: 'ST/18', originalDay: '2026-06-03' },
        { section: 'cdnr', kind: 'credit_note', number: 'CN/1', day: '2026-07-03', value: 105_000 },
        { section: 'b2b', isRejected: true },
      ],
    })
  })

  test('of a quarter is that of its last month, and after December of the next year', async () => {
    expect(await periodOf('Jul - Sep')).toBe('2026-09')
    expect(await periodOf('February')).toBe('2027-02')
  })

  test('with an amount that cannot be read is refused, with its document', async () => {
    const sheets = { 'Read me': about, B2B: [top, below, line.with(11, '#REF!').with(12, '-')] }
    expect(await workbook(sheets)).toContain('The state/UT tax of ST/118 of Shree Traders')
  })

  test('beside the JSON of the month is refused: each has the whole month', async () => {
    const files = [
      { name: '2b.json', bytes: bytesOf(portalFile({})) },
      await workbookFile({ 'Read me': about, B2B: [top, below, line] }),
    ]
    expect(await readPortalFiles(files)).toBe(
      '2b.xlsx: One of it and 2b.json is a workbook, the other JSON, and each has the whole month. Drop one of them.',
    )
  })

  test('without the sheet that says whose it is, and of something else, is refused', async () => {
    expect(await workbook({ B2B: [top, below, line] })).toContain('no GSTR-2B of the portal')
    const writer = new XlsxStreamWriter({ name: 'Sales', columns: [{ header: 'Item' }] })
    const other = [{ name: 'sales.xlsx', bytes: new Uint8Array(await writer.finish()) }]
    expect(await readPortalFiles(other)).toContain('no GSTR-2B of the portal')
  })
})
