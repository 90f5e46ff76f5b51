import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { textOf } from '../../../src/reader/rows.ts'
import { printedPage } from '../printed-page.ts'

function read(page: string) {
  return readLines([printedPage(page)], { category: 'vendor_invoice' })
}

/** Some fields of each line. */
function fieldsOf(page: string, ...keys: string[]): string[] {
  return read(page).lines.map((line) => keys.map((key) => line[key]?.text ?? '–').join(' | '))
}

function workshopBill(taxable: string): string {
  return `
Spare Parts
#    Part No      Part Description      HSN         Qty      Unit Rate    Disc %    GST %    Taxable Amt
1    ITM8635      Engine Oil            27101980    2.000    352.50                 18.00    705.00
2    FG73741      Air Filter            84213100    2.000    400.00       10.00     18.00    720.00
Total Spare Parts                                                                            1,425.00
Labour
#    Op. Code     Operation             SAC                               Disc %    GST %    Taxable Amt
1    ITM1111      Brake Overhaul        998714                                      18.00    1,022.00
2    ITM1112      Wheel Alignment       998714                            5.00      18.00    500.00
Total Labour                                                                                 1,522.00
Parts + Labour (Taxable)                                                                     ${taxable}
`
}

describe('a second table below the first', () => {
  test('has lines too, where what both come to is printed below', () => {
    expect(
      fieldsOf(
        workshopBill('2,947.00'),
        'description',
        'hsn',
        'qty',
        'discount_pct',
        'taxable_value',
      ),
    ).toEqual([
      'Engine Oil | 27101980 | 2.000 | – | 705.00',
      'Air Filter | 84213100 | 2.000 | 10.00 | 720.00',
      'Brake Overhaul | 998714 | – | – | 1,022.00',
      'Wheel Alignment | 998714 | – | 5.00 | 500.00',
    ])
    const { foot } = read(workshopBill('2,947.00'))
    expect(foot.map(({ pieces }) => textOf(pieces))).toEqual([
      'Total Labour 1,522.00',
      'Parts + Labour (Taxable) 2,947.00',
    ])
  })

  test('stays with the foot where nothing printed says that it counts', () => {
    expect(fieldsOf(workshopBill('9,999.00'), 'description')).toEqual(['Engine Oil', 'Air Filter'])
  })

  test.each([
    ['of what was owed before', 'Previous outstanding', 'Net payable'],
    ['of what was paid', 'Advance received', 'Grand total'],
    ['whose sum is the balance', 'Delivery in October', 'Net balance'],
    ['whose sum is due', 'Delivery in October', 'Total due'],
  ])('%s is none of the goods', (_what, name, sum) => {
    const page = `
Item             HSN       Qty    Rate      Amount
Desk Lamp        9405      4      500.00    2,000.00
Note Book        4820      50     40.00     2,000.00
Total                                       4,000.00
Particulars                                 Amount
${name.padEnd(44)}1,250.00
${sum.padEnd(44)}5,250.00
`
    expect(fieldsOf(page, 'hsn')).toEqual(['9405', '4820'])
  })

  test('is found below headings that are set wide', () => {
    const page = workshopBill('2,947.00').replace('Operation            ', 'O P E R A T I O N    ')
    expect(fieldsOf(page, 'description').slice(2)).toEqual(['Brake Overhaul', 'Wheel Alignment'])
  })

  test('is no more than a summary where it comes to the same', () => {
    const page = `
Item             HSN       Qty    Rate      Amount
Desk Lamp        9405      4      500.00    2,000.00
Note Book        4820      50     40.00     2,000.00
Total                                       4,000.00
Nature of goods    HSN     GST %    Taxable Amt
Lamps              9405    18       2,000.00
Paper              4820    12       2,000.00
Total of both tables                8,000.00
`
    expect(fieldsOf(page, 'hsn')).toEqual(['9405', '4820'])
  })
})

describe('rows below the lines', () => {
  test('of figures alone are sums, where lines have names', () => {
    const page = `
SlNo  Item Description    HSN     Quantity   Unit   Unit Price   Discount   Taxable Amount   Total
1     Ball Pen Blue       9608    36.00      Pkt    43.97        0.00       1,582.92         1,867.85
2     Notebook            4820    20.00      Pcs    36.72        0.00       734.40           734.40
      Tax'ble Amt         CGST    SGST       IGST   Cess         Disc       Other            Tot Inv. Amt
      2,317.32            0.00    0.00       0.00   0.00         0.00       0.00             2,602.25
`
    expect(fieldsOf(page, 'sl_no')).toEqual(['1', '2'])
  })

  test('that are filled in like those of the lines before belong to the last line', () => {
    const page = `
Item                 Qty     Price       Taxable      CGST      SGST      Total
PVC Wire             2       1,000.00    2,000.00     180.00    180.00    2,360.00
HSN: 85444999        Coil                             @9%       @9%
LED Bulb             10      50.00       500.00       45.00     45.00     590.00
HSN: 85395200        Nos                              @9%       @9%
Total taxable                            2,500.00
`
    expect(fieldsOf(page, 'hsn', 'unit', 'cgst_rate')).toEqual([
      '85444999 | Coil | 9%',
      '85395200 | Nos | 9%',
    ])
  })
})

test('words of the foot are no part of the last name, though other names have several rows', () => {
  const page = `
Item                 Qty     Price       Taxable      CGST      SGST      Total
PVC Wire             2       1,000.00    2,000.00     180.00    180.00    2,360.00
three cores
LED Bulb             10      50.00       500.00       45.00     45.00     590.00
cool white

Goods once sold
are not taken back
Total taxable                            2,500.00
`
  expect(fieldsOf(page, 'product_name')).toEqual(['PVC Wire three cores', 'LED Bulb cool white'])
})

test('numbers in front of all names are those of the lines, also of one line', () => {
  const page = `
Item                        HSN       Quantity    Rate         Amount
1. Software licence         997331    1           16,741.23    16,741.23
   for five users
`
  expect(fieldsOf(page, 'sl_no', 'product_name')).toEqual(['1 | Software licence for five users'])
})
