import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

function read(page: string) {
  return readLines([printedPage(page)], { category: 'vendor_invoice' }).lines
}

/** Some fields of each line. */
function fieldsOf(page: string, ...keys: string[]): string[] {
  return read(page).map((line) => keys.map((key) => line[key]?.text ?? '–').join(' | '))
}

describe('which column is the quantity, the rate and the amount', () => {
  test('is said by arithmetic where pieces stand beside metres', () => {
    const page = `
SN   Particulars              HSN      Pcs   Cut    Mtrs      Rate     Amount
1    COTTON CAMBRIC 44"       5208     10    12.50  125.00    62.00    7,750.00
2    RAYON SLUB PRINT         5516     6     20.00  120.00    88.50    10,620.00
                              Total    16           245.00             18,370.00
`
    expect(fieldsOf(page, 'qty', 'rate', 'amount', 'Pcs')).toEqual([
      '125.00 | 62.00 | 7,750.00 | 10',
      '120.00 | 88.50 | 10,620.00 | 6',
    ])
  })

  test('is doubted where two columns fit', () => {
    const page = `
Particulars              Gross Wt    Net Wt      Rate        Amount
Gold chain               10.000      10.000      6,850.00    68,500.00
Silver bowl              250.000     240.000     95.00       22,850.00
Gold ring                4.000       4.000       6,850.00    27,400.00
Gold bangle              20.000      20.000      6,850.00    1,37,000.00
`
    const doubts = read(page).map((line) => line['qty']?.reason)
    expect(doubts).toEqual(
      Array.from({ length: 4 }, () => 'Two columns fit here: “Gross Wt” and “Net Wt”.'),
    )
  })

  test('is not doubted where both columns say the same', () => {
    const page = `
Particulars              Gross Wt    Net Wt      Rate        Amount
Gold chain               10.000      10.000      6,850.00    68,500.00
`
    expect(read(page).map((line) => line['qty']?.doubts)).toEqual([undefined])
  })

  test('is known by the words of a heading that no list has', () => {
    const page = `
Sr   Item Name       HSN Code    Rate(Incl)   Qty Sold   Taxable Amt    GST Amt    Amt Incl
1    Desk Lamp       9405        590.00       4          2000.00        360.00     2360.00
2    Note Book       4820        44.80        50         2000.00        240.00     2240.00
`
    expect(fieldsOf(page, 'rate_incl_tax', 'qty', 'taxable_value', 'tax_amount', 'total')).toEqual([
      '590.00 | 4 | 2000.00 | 360.00 | 2360.00',
      '44.80 | 50 | 2000.00 | 240.00 | 2240.00',
    ])
  })
})

describe('what an item is called', () => {
  test('stands beside its code, with details and taxes below in any column', () => {
    const page = `
Item      Material      Material Description      Quantity    UoM    Unit Rate    Taxable Value
000010    ITM882        Steel Tiffin 3 Tier       12.000      Pcs    292.75       3,513.00
          CGST 2.5% 87.83  SGST 2.5% 87.83
000020    FG458         Toilet Soap 125 g         50.000      Pcs    29.72        1,486.00
          HSN: 34011110   blue
`
    expect(fieldsOf(page, 'sl_no', 'item_code', 'description', 'cgst_rate', 'cgst', 'hsn')).toEqual(
      [
        '000010 | ITM882 | Steel Tiffin 3 Tier | 2.5% | 87.83 | –',
        '000020 | FG458 | Toilet Soap 125 g blue | – | – | 34011110',
      ],
    )
  })

  test('is not looked for in a summary of tax that stands over the lines', () => {
    const page = `
HSN     Taxable    CGST          SGST
        Value      Rate   Amt    Rate   Amt
8539    850.00     9%     76.50  9%     76.50
Total   850.00            76.50         76.50
Item                     HSN    Qty    Rate      Amount
LED Bulb 9W              8539   10     85.00     850.00
`
    expect(fieldsOf(page, 'product_name', 'qty', 'amount')).toEqual(['LED Bulb 9W | 10 | 850.00'])
  })

  test('stands below a heading of two rows whose words are near each other', () => {
    const page = `
S.  Description of          HSN/SAC   Qty.    Unit    List      Discount     Price      Amount
No. Goods                   Code                      Price     %                       (Rs.)
1.  Havells MCB 16A SP      85362030  10.00   Pcs.    250.00    20.00 %      200.00     2,000.00
2.  Finolex Wire 1.5 sqmm   85444999  2.00    Coil    1,900.00  15.00 %      1,615.00   3,230.00
`
    expect(fieldsOf(page, 'sl_no', 'description', 'discount_pct', 'rate', 'amount')).toEqual([
      '1 | Havells MCB 16A SP | 20.00 % | 200.00 | 2,000.00',
      '2 | Finolex Wire 1.5 sqmm | 15.00 % | 1,615.00 | 3,230.00',
    ])
  })

  test('stands below a code in the same column, with the taxes of the line', () => {
    const page = `
Item   Description                   Quantity   Unit   Price/Unit    Net amount
10     100023456                     20.000     EA     185.00        3,700.00
       Bearing 6205 ZZ
       IN: Central GST 9.000 % 333.00 INR
       IN: State GST 9.000 % 333.00 INR
20     100023470                     12.000     EA     310.00        3,720.00
       V Belt B-52
`
    expect(fieldsOf(page, 'sl_no', 'item_code', 'description', 'cgst', 'sgst')).toEqual([
      '10 | 100023456 | Bearing 6205 ZZ | 333.00 | 333.00',
      '20 | 100023470 | V Belt B-52 | – | –',
    ])
  })

  test('ends where the words of the foot begin', () => {
    const page = `
S.  MFG   PRODUCT NAME          PACK    QTY   BATCH     EXP     RATE     DIS    NET AMT
1   CIP   ASTHALIN 4MG TAB      10S     36    GX1234    05/27   13.21    5.00   451.78
2   SUN   PANTOCID 40           15S     10    SP8821    11/27   115.71   0.00   1157.10
Party Outstanding 4500          GST 12% 193.07          SALES TAX
`
    expect(fieldsOf(page, 'sl_no', 'product_name', 'pack', 'batch_no', 'amount')).toEqual([
      '1 | ASTHALIN 4MG TAB | 10S | GX1234 | 451.78',
      '2 | PANTOCID 40 | 15S | SP8821 | 1157.10',
    ])
  })
})

test('a code of digits in front of a name, and a rate of tax behind it, are none of it', () => {
  const page = `
Product Details                               Qty    Rate      Net Taxable   Discounts /Coupons
490001234 Good Life Sugar 5kg IGST: 18.0      10     238.10    2,381.00      0.00
`
  expect(
    fieldsOf(page, 'item_code', 'description', 'igst_rate', 'taxable_value', 'discount'),
  ).toEqual(['490001234 | Good Life Sugar 5kg | 18.0 | 2,381.00 | 0.00'])
})

describe('two facts in one cell', () => {
  test('are a quantity and what is free, and a tax above its rate', () => {
    const page = `
Product Name       Qty+Free   Rate     GST         Amount
Asthalin 4mg       36+3       13.21    57.07       475.56
                                       (12%)
Pantocid 40        10         115.71   138.85      1157.10
                                       (12%)
`
    expect(fieldsOf(page, 'qty', 'free_qty', 'tax_amount', 'gst_rate')).toEqual([
      '36 | 3 | 57.07 | 12%',
      '10 | – | 138.85 | 12%',
    ])
  })

  test('are a rate and an amount below the heading of a scheme, which has no key', () => {
    const page = `
Item Name       Qty   Rate     Gross     Scheme           Disc.            Taxable     CGST
                               Value     %     Amt        %     Amt        Value       %     Amt
SURF EXCEL      24    110.00   2640.00   5.00  132.00     1.00  25.08      2482.92     9.00  223.46
LIPTON TEA      12    95.00    1140.00   0.00  0.00       1.00  11.40      1128.60     2.50  28.22
`
    expect(fieldsOf(page, 'amount', 'Scheme Amt', 'discount', 'taxable_value', 'cgst')).toEqual([
      '2640.00 | 132.00 | 25.08 | 2482.92 | 223.46',
      '1140.00 | 0.00 | 11.40 | 1128.60 | 28.22',
    ])
  })

  test('are a quantity and what is free in brackets, and a scheme that some lines have', () => {
    const page = `
Qty/Free   Product          B.No      Ex.      MRP       Rate     Sc.%     Amt.
48(4)      CROCINEX 650     GN368C    MAY 29   27.69     23.00    12.00    971.52
24         GLYCOMED 500     L6182C    MAR 29   65.17     39.43             946.32
Packing    Taxable Amt      CGST      SGST     Net Amt
100.00     1,917.84         115.07    115.07   2,248.00
`
    expect(fieldsOf(page, 'qty', 'free_qty', 'batch_no', 'expiry_date', 'discount_pct')).toEqual([
      '48 | 4 | GN368C | MAY 29 | 12.00',
      '24 | – | L6182C | MAR 29 | –',
    ])
  })

  test('are no date and running number', () => {
    const page = `
Date               Particulars                     SAC       Amount
November 10, 2026  Room rent deluxe                996311    3,500.00
November 11, 2026  Room rent deluxe                996311    3,500.00
`
    expect(fieldsOf(page, 'sl_no', 'date')).toEqual([
      '– | November 10, 2026',
      '– | November 11, 2026',
    ])
  })
})

/** A page whose words have hardly more than a space between them, as half a sheet has. */
function narrow(text: string) {
  const page = printedPage(text)
  const words = page.words.map((word) => {
    const [left, top, right, bottom] = word.box
    return { ...word, box: [left, top, right + 2 / page.width, bottom] as const }
  })
  return readLines([{ ...page, words }], { category: 'vendor_invoice' }).lines
}

describe('headings of narrow columns', () => {
  test('are parted where a gap runs through the rows below, and joined where figures go through', () => {
    const lines = narrow(`
S. COM PRODUCT NAME        PACK BATCH  EXP   HSN      MRP   Unit Rate NET AMT
1  CIP ASTHALIN 4MG TAB    10S  GX1234 05/27 30049099 18.50     13.21  132.10
2  SUN PANTOCID 40         15S  SP8821 11/27 30049039 162.0    115.71 1157.10
`)
    expect(
      lines.map((line) =>
        ['sl_no', 'manufacturer', 'product_name', 'pack', 'batch_no', 'expiry_date', 'rate']
          .map((key) => line[key]?.text ?? '–')
          .join(' | '),
      ),
    ).toEqual([
      '1 | CIP | ASTHALIN 4MG TAB | 10S | GX1234 | 05/27 | 13.21',
      '2 | SUN | PANTOCID 40 | 15S | SP8821 | 11/27 | 115.71',
    ])
  })
})
