import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { textOf } from '../../../src/reader/rows.ts'
import { printedPage } from '../printed-page.ts'

/** Each line of a printed bill as `key: text`, in the order of the columns. */
function linesOf(...pages: string[]): string[] {
  return read(...pages).lines.map((line) =>
    Object.entries(line)
      .map(([key, { text }]) => `${key}: ${text}`)
      .join(' | '),
  )
}

function read(...pages: string[]) {
  const printed = pages.map((text, index) => printedPage(text, { number: index + 1 }))
  return readLines(printed, { category: 'vendor_invoice' })
}

function footOf(...pages: string[]): string[] {
  return read(...pages).foot.map((row) => textOf(row.pieces))
}

function billOf(total: string): string {
  return `
No   Particular          Qty     Rate      Total
1    Ceiling fan         3       100.00    ${total}
`
}

describe('the lines of a bill', () => {
  const tally = `
                              TAX INVOICE
Sharma Traders                           Invoice No.      Dated
12 MG Road Pune                          ST/24-25/114     12-Nov-2026
GSTIN/UIN: 27AAPFU0939F1ZV               Buyer's Order No. Dated
Sl  Description of Goods       HSN/SAC   GST   Quantity    Rate     per  Disc.  Amount
No.                                      Rate                            %
1   Basmati Rice 5 kg          1006      5 %   12 Nos      450.00   Nos         5,400.00
    Batch : A-12
2   Lux Soap 100 g             3401      18 %  2 Box       360.00   Box  10 %   648.00
                                               (24 Pcs)
3   Toor Dal Premium           0713      5 %   10.500 Kg   120.00   Kg          1,260.00
                                                                                7,308.00
        Output CGST                                                             224.82
        Output SGST                                                             224.82
        Less : Round Off                                                        (-)0.64
                     Total               24 Nos                               ₹ 7,757.00
Amount Chargeable (in words)                                                    E. & O.E
INR Seven Thousand Seven Hundred Fifty Seven Only
HSN/SAC            Taxable      CGST               SGST/UTGST         Total
                   Value        Rate    Amount     Rate    Amount     Tax Amount
1006               5,400.00     2.50%   135.00     2.50%   135.00     270.00
3401                 648.00     9%       58.32     9%       58.32     116.64
Total              7,308.00             224.82             224.82     449.64
`

  test('stand in a ruled table with batches and second units below, and without its taxes', () => {
    expect(linesOf(tally)).toEqual([
      'sl_no: 1 | description: Basmati Rice 5 kg | hsn: 1006 | gst_rate: 5 % | qty: 12 | rate: 450.00 | unit: Nos | amount: 5,400.00 | batch_no: A-12',
      'sl_no: 2 | description: Lux Soap 100 g | hsn: 3401 | gst_rate: 18 % | qty: 2 | rate: 360.00 | unit: Box | discount_pct: 10 % | amount: 648.00',
      'sl_no: 3 | description: Toor Dal Premium | hsn: 0713 | gst_rate: 5 % | qty: 10.500 | rate: 120.00 | unit: Kg | amount: 1,260.00',
    ])
  })

  test('are followed by the foot, which begins with their sum', () => {
    expect(footOf(tally).slice(0, 5)).toEqual([
      '7,308.00',
      'Output CGST 224.82',
      'Output SGST 224.82',
      'Less : Round Off (-)0.64',
      'Total 24 Nos ₹ 7,757.00',
    ])
  })

  test('know the headings as they are printed, and where they stand', () => {
    const { columns, lines, areas } = read(tally)
    expect(columns).toMatchObject({
      sl_no: 'Sl No.',
      gst_rate: 'GST Rate',
      discount_pct: 'Disc. %',
    })
    expect(lines[1]?.['amount']).toMatchObject({
      label: 'Amount',
      source: 'text',
      page: 1,
      confidence: 1,
    })
    expect(lines[0]?.['batch_no']).toMatchObject({ label: '' })
    expect(areas).toMatchObject([{ page: 1 }])
  })

  test('of a chemist have free pieces, batches and rates of tax without a percent sign', () => {
    expect(
      linesOf(`
Invoice No: MP/1123   Date: 12/11/2026
Sr Qty   Free Pack   Product Name          Batch    Exp   HSN   MRP     Rate    Disc  CGST  SGST  Amount
1  10    1    10TAB  CROCIN 500 TAB        CR1234   12/27 3004  25.50   18.20   5.00  6.00  6.00  172.90
2  5          100ML  BENADRYL SYP          BN8811   08/27 3004  120.00  92.35   0.00  6.00  6.00  461.75
                                     Sub Total                                           634.65
                                     CGST                                                 38.08
                                     Grand Total                                         711.00
`),
    ).toEqual([
      'sl_no: 1 | qty: 10 | free_qty: 1 | pack: 10TAB | product_name: CROCIN 500 TAB | batch_no: CR1234 | expiry_date: 12/27 | hsn: 3004 | mrp: 25.50 | rate: 18.20 | discount_pct: 5.00 | cgst_rate: 6.00 | sgst_rate: 6.00 | amount: 172.90',
      'sl_no: 2 | qty: 5 | pack: 100ML | product_name: BENADRYL SYP | batch_no: BN8811 | expiry_date: 08/27 | hsn: 3004 | mrp: 120.00 | rate: 92.35 | discount_pct: 0.00 | cgst_rate: 6.00 | sgst_rate: 6.00 | amount: 461.75',
    ])
  })

  test('have rate and amount of each tax under a heading of both', () => {
    expect(
      linesOf(`
#   Item & Description                       HSN/SAC      Qty       Rate           CGST               SGST            Amount
                                                                             %      Amt        %       Amt
1   Web design                               998314       1.00     12,000.00  9%   1,080.00    9%   1,080.00    12,000.00
    Home page and four others, as agreed
2   Hosting for a year                       998315       1.00      3,000.00  9%     270.00    9%     270.00     3,000.00
                                                                         Sub Total                15,000.00
                                                                         Total                   ₹17,700.00
`),
    ).toEqual([
      'sl_no: 1 | description: Web design Home page and four others, as agreed | hsn: 998314 | qty: 1.00 | rate: 12,000.00 | cgst_rate: 9% | cgst: 1,080.00 | sgst_rate: 9% | sgst: 1,080.00 | amount: 12,000.00',
      'sl_no: 2 | description: Hosting for a year | hsn: 998315 | qty: 1.00 | rate: 3,000.00 | cgst_rate: 9% | cgst: 270.00 | sgst_rate: 9% | sgst: 270.00 | amount: 3,000.00',
    ])
  })

  test('of a service have a text and an amount', () => {
    expect(
      linesOf(`
Particulars                                                      Amount
Professional fees for October 2026                            25,000.00
Out of pocket expenses                                         1,250.00
Total                                                         26,250.00
Rupees twenty six thousand two hundred fifty only
`),
    ).toEqual([
      'description: Professional fees for October 2026 | amount: 25,000.00',
      'description: Out of pocket expenses | amount: 1,250.00',
    ])
  })

  test('of a market place have their taxes below each other', () => {
    expect(
      linesOf(`
Sl. Description                    Unit      Qty  Net        Tax   Tax    Tax      Total
No                                 Price          Amount     Rate  Type   Amount   Amount
1   Steel water bottle 1 litre     ₹423.73   2    ₹847.46    9%    CGST   ₹76.27   ₹1,000.00
    | B08XYZ1234                                             9%    SGST   ₹76.27
    HSN:7323
    Shipping Charges               ₹33.90    1    ₹33.90     9%    CGST   ₹3.05    ₹40.00
                                                             9%    SGST   ₹3.05
TOTAL:                                                                    ₹158.64  ₹1,040.00
`),
    ).toEqual([
      'sl_no: 1 | description: Steel water bottle 1 litre | B08XYZ1234 | rate: ₹423.73 | qty: 2 | taxable_value: ₹847.46 | total: ₹1,000.00 | cgst_rate: 9% | cgst: ₹76.27 | sgst_rate: 9% | sgst: ₹76.27 | hsn: 7323',
      'description: Shipping Charges | rate: ₹33.90 | qty: 1 | taxable_value: ₹33.90 | total: ₹40.00 | cgst_rate: 9% | cgst: ₹3.05 | sgst_rate: 9% | sgst: ₹3.05',
    ])
  })

  test('have their figures beside the middle of a text of several rows', () => {
    expect(
      linesOf(`
Sl   Description             HSN    Qty   Rate     Amount
     Cotton bed sheet
1    double size             6302   2     800.00   1,600.00
     with two covers

     Pillow filled
2    with cotton             9404   4     250.00   1,000.00
     soft
Total                                              2,600.00
`),
    ).toEqual([
      'sl_no: 1 | description: Cotton bed sheet double size with two covers | hsn: 6302 | qty: 2 | rate: 800.00 | amount: 1,600.00',
      'sl_no: 2 | description: Pillow filled with cotton soft | hsn: 9404 | qty: 4 | rate: 250.00 | amount: 1,000.00',
    ])
  })

  test('go on on the next page, with its heading or without, and sums carried over are none', () => {
    const heading = 'Sl  Particulars            HSN     Qty     Rate      Amount\n'
    const first = `${heading}
1   Sugar loose            1701    10      42.00       420.00
    Carried forward                                    420.00
    continued to page number 2
`
    const second = `
2   Tea premium            0902    4       250.00    1,000.00
    Total                                            1,420.00
`
    const lines = [
      'sl_no: 1 | description: Sugar loose | hsn: 1701 | qty: 10 | rate: 42.00 | amount: 420.00',
      'sl_no: 2 | description: Tea premium | hsn: 0902 | qty: 4 | rate: 250.00 | amount: 1,000.00',
    ]
    const letterHead =
      'Sharma Traders      Invoice No. 114\n    Brought forward                                    420.00'
    expect(linesOf(first, `${heading}${second}`)).toEqual(lines)
    expect(linesOf(first, `${letterHead}${second}`)).toEqual(lines)
  })

  test('have an amount under a heading that says total where it is quantity × rate', () => {
    expect(linesOf(billOf('300.00'))).toEqual([
      'sl_no: 1 | description: Ceiling fan | qty: 3 | rate: 100.00 | amount: 300.00',
    ])
    expect(linesOf(billOf('354.00'))).toEqual([
      'sl_no: 1 | description: Ceiling fan | qty: 3 | rate: 100.00 | total: 354.00',
    ])
  })
})

test('a name ends above the serial numbers of its pieces, but keeps a code of its own', () => {
  expect(
    linesOf(`
Description                     Qty    Rate       Amount
Hair Dryer 1200 W               2      858.90     1,717.80
T7030FG8122551, T7030FG8122552
Mobile Phone Pro                1      9,000.00   9,000.00
IMEI: 356938035643809
Charger 20 W                    3      500.00     1,500.00
Model XC-20
Total                                             12,217.80
`).map((line) => line.split(' | ')[0]),
  ).toEqual([
    'description: Hair Dryer 1200 W',
    'description: Mobile Phone Pro',
    'description: Charger 20 W Model XC-20',
  ])
})

describe('a roll of a till', () => {
  const lines = [
    'product_name: Basmati rice loose 1 kg | qty: 2 | rate: 85.00 | amount: 170.00',
    'product_name: Sugar | qty: 5 | rate: 42.00 | amount: 210.00',
  ]

  test('has the name over the figures in their columns', () => {
    expect(
      linesOf(`
Item            Qty    Rate     Amt
Basmati rice loose 1 kg
                2      85.00  170.00
Sugar
                5      42.00  210.00
Total           7             380.00
`),
    ).toEqual(lines)
  })

  test('has figures that prove each other where headings do not stand over them', () => {
    const roll = `
   SHREE KIRANA STORE
Item
Qty x Rate                    Amount
Basmati rice loose 1 kg
2 x 85.00                     170.00
Sugar
5 x 42.00                     210.00
Items: 2
CGST                            9.50
NET AMOUNT                    380.00
`
    expect(linesOf(roll)).toEqual(lines)
    expect(footOf(roll)).toEqual(['Items: 2', 'CGST 9.50', 'NET AMOUNT 380.00'])
  })

  test('has the name of its first line, although a word of it may be a heading', () => {
    const roll = `
Item
Qty x Rate                    Amount
HB  Pack  pencils
24 x 37.12                    890.88
Sugar
5 x 42.00                     210.00
Items: 2
`
    expect(linesOf(roll)[0]).toContain(': HB Pack pencils |')
  })
})
