import { expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

/** Some fields of each line. */
function fieldsOf(page: string, ...keys: string[]): string[] {
  const { lines } = readLines([printedPage(page)], { category: 'vendor_invoice' })
  return lines.map((line) => keys.map((key) => line[key]?.text ?? '–').join(' | '))
}

test('a rate and a discount that only some lines have are found by what multiplies', () => {
  const page = `
Description         HSN       Levy     U.P.      Qty    Unit    Reduc.    Total (net)
Account Register    482010    18%      71.94     36     Pcs     12%       2,279.06
Ball Pen Blue       960810    18%      47.84     144    Pkt               6,888.96
Geometry Box        901720    5%       87.74     100    Pcs               8,774.00
Total (net)                                                               17,942.02
`
  expect(fieldsOf(page, 'gst_rate', 'rate', 'qty', 'discount_pct', 'amount')).toEqual([
    '18% | 71.94 | 36 | 12% | 2,279.06',
    '18% | 47.84 | 144 | – | 6,888.96',
    '5% | 87.74 | 100 | – | 8,774.00',
  ])
})

test.each([
  ['a dozen', 'DZ', '265.08', '441.80', '985.32', '2,955.96'],
  ['20 kg', '20 Kg', '398.60', '398.60', '476.80', '858.24'],
])('the rate for %s is a rate', (_, per, rate, amount, rate2, amount2) => {
  const page = `
Article           HSN         Qty     N/R ${per.padEnd(9)} Amount
Ankle Socks       61159500    20      ${rate.padEnd(14)}${amount}
Ladies Slip       61082100    36      ${rate2.padEnd(14)}${amount2}
`
  expect(fieldsOf(page, 'qty', 'rate')).toEqual([`20 | ${rate}`, `36 | ${rate2}`])
})

test('the rate below its quantity is parted from it', () => {
  const page = `
Item                      Qty         Amount
HB Pencil                 5           204.20
HSN: 96091000             @ 40.84
Ball Pen Blue             20          985.20
HSN: 96081099             @ 49.26
Total                                 1,189.40
`
  expect(fieldsOf(page, 'hsn', 'qty', 'rate', 'amount')).toEqual([
    '96091000 | 5 | 40.84 | 204.20',
    '96081099 | 20 | 49.26 | 985.20',
  ])
})

test('an HSN below each name is no part of the name', () => {
  const page = `
#    Items                  Quantity      Price       Tax    Amount
1    GI Wire 8 Gauge        182.770 Kg    73.72       18%    13,473.80
     72172010
2    Drill Bit HSS 6 mm     100 Nos       51.09       18%    5,109.00
     82075000
`
  expect(fieldsOf(page, 'product_name', 'hsn')).toEqual([
    'GI Wire 8 Gauge | 72172010',
    'Drill Bit HSS 6 mm | 82075000',
  ])
})

test('names, codes and figures of a line may stand in three rows', () => {
  const page = `
Ln Description
Article Number             HSN Code
Qty          UoM           Price       GST%       GST Amt      Net Amt
1 Modular Switch 6 A
ITM43980                   85365090
144          Nos           23.74       18%        615.34       3,418.56
2 LED Batten 20 W
A119527                    94051100
15           Nos           165.83      18%        447.74       2,487.45
Total Net Amt                                                  5,906.01
`
  expect(fieldsOf(page, 'description', 'item_code', 'hsn', 'qty', 'tax_amount')).toEqual([
    'Modular Switch 6 A | ITM43980 | 85365090 | 144 | 615.34',
    'LED Batten 20 W | A119527 | 94051100 | 15 | 447.74',
  ])
})

test('a row with the sums of its columns is no line, whatever its name', () => {
  const page = `
S    ItemDescription         Qty     Rt.       TxblVal      CGST      SGST
1    Agarbatti 100 Sticks    50      41.52     2,076.00     51.90     51.90
2    Shampoo 180 ml          100     121.84    12,184.00    304.60    304.60
3    Toilet Soap 125 g       60      29.66     1,779.60     44.49     44.49
     Tot. 3 Items            210               16,039.60    400.99    400.99
`
  expect(fieldsOf(page, 'description')).toEqual([
    'Agarbatti 100 Sticks',
    'Shampoo 180 ml',
    'Toilet Soap 125 g',
  ])
})

test('names of taxes with their rates are the rates of the line', () => {
  const page = `
Description              Quantity    Unit Price    Taxes               Amount
Electric Kettle 1.5 L    8           629.86        CGST 9%, SGST 9%    5,038.88
LED Batten 20 W          10          179.08        CGST 9%, SGST 9%    1,790.80
`
  expect(fieldsOf(page, 'rate', 'cgst_rate', 'sgst_rate', 'tax_amount')).toEqual([
    '629.86 | 9% | 9% | –',
    '179.08 | 9% | 9% | –',
  ])
})

test('quantity and rate at the end of a name are taken from it if they make the amount', () => {
  const page = `
No.    PARTICULARS                                       AMOUNT
1      Dinner, 3 sweets - 215 plates @ Rs. 445.21        95,720.15
2      Breakfast, South Indian - 83 plates @ Rs. 108.92   9,040.36
       Total                                            104,760.51
`
  expect(fieldsOf(page, 'sl_no', 'description', 'qty', 'unit', 'rate')).toEqual([
    '1 | Dinner, 3 sweets | 215 | plates | 445.21',
    '2 | Breakfast, South Indian | 83 | plates | 108.92',
  ])
})
