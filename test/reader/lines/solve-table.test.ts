import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

/** Each line as `key: text`. */
function linesOf(...texts: string[]): string[] {
  const pages = texts.map((text, at) => printedPage(text, { number: at + 1 }))
  const { lines } = readLines(pages, { category: 'vendor_invoice' })
  return lines.map((line) =>
    Object.entries(line)
      .map(([key, { text }]) => `${key}: ${text}`)
      .join(' | '),
  )
}

/** How many doubts each line's name has. */
function doubtsOf(page: string): number[] {
  const { lines } = readLines([printedPage(page)], { category: 'vendor_invoice' })
  return lines.map((line) => line['description']?.doubts?.length ?? 0)
}

describe('a table without headings', () => {
  test('is read by the figures that prove each other', () => {
    expect(
      linesOf(`
1   Sugar 1 kg            1701    5 Kg     42.00      210.00
2   Toor dal 1 kg         0713    2 Kg    145.00      290.00
3   Sunflower oil 1 L     1512    3 Btl   128.00      384.00
                                  Total               884.00
`),
    ).toEqual([
      'sl_no: 1 | description: Sugar 1 kg | hsn: 1701 | qty: 5 | rate: 42.00 | amount: 210.00 | unit: Kg',
      'sl_no: 2 | description: Toor dal 1 kg | hsn: 0713 | qty: 2 | rate: 145.00 | amount: 290.00 | unit: Kg',
      'sl_no: 3 | description: Sunflower oil 1 L | hsn: 1512 | qty: 3 | rate: 128.00 | amount: 384.00 | unit: Btl',
    ])
  })

  test('is read below headings in words that nobody knows', () => {
    expect(
      linesOf(`
વિગત                     HSN     નંગ    ભાવ       રકમ
ઘઉં નો લોટ 5 kg            1101    10     210.00    2,100.00
ચા 250 g                  0902    6      95.00     570.00
                                  કુલ     2,670.00
`),
    ).toEqual([
      'description: ઘઉં નો લોટ 5 kg | hsn: 1101 | qty: 10 | rate: 210.00 | amount: 2,100.00',
      'description: ચા 250 g | hsn: 0902 | qty: 6 | rate: 95.00 | amount: 570.00',
    ])
  })

  test('is read where amounts with a name each come to the sum below them', () => {
    expect(
      linesOf(`
Your charges this month
Monthly rental (01 Oct to 31 Oct)                          799.00
Fixed line charges                                         100.00
Total charges before tax                                   899.00
CGST 9%                                                     80.91
`),
    ).toEqual([
      'description: Monthly rental (01 Oct to 31 Oct) | amount: 799.00',
      'description: Fixed line charges | amount: 100.00',
    ])
  })

  test('has no lines where amounts come to nothing', () => {
    expect(
      linesOf(`
Monthly rental                                             799.00
Fixed line charges                                         100.00
Total charges before tax                                   999.00
`),
    ).toEqual([])
  })

  test('is read where one amount has the tax that is printed below it', () => {
    expect(
      linesOf(`
Nature of Supply                                 SAC             Consideration
Legal consultancy for lease deed                 998212          18,000.00
IGST 18%                                                          3,240.00
Net Payable                                                      21,240.00
`),
    ).toEqual(['description: Legal consultancy for lease deed | hsn: 998212 | amount: 18,000.00'])
  })

  test('is read where amounts with charges and taxes come to a total in a strip', () => {
    expect(
      linesOf(`
Details                                                          Rs.
Software licence, 5 users                                  17,714.35
Civil works: false ceiling                                 63,009.92
Handling        Insurance        Taxable Amt      IGST           Net Amt
475.00          725.00           81,924.27        14,746.37      96,671.00
`),
    ).toEqual([
      'description: Software licence, 5 users | amount: 17,714.35',
      'description: Civil works: false ceiling | amount: 63,009.92',
    ])
  })

  test('is none on a slip that labels each of its figures', () => {
    expect(
      linesOf(`
Product        : MS (Petrol)
Rate (Rs/Ltr)  : 104.21
Volume (Ltr)   : 9.60
Amount (Rs)    : 1000.42
`),
    ).toEqual(['description: MS (Petrol) | qty: 9.60 | rate: 104.21 | amount: 1000.42'])
    expect(linesOf('Rate : 104.21\nVolume : 9.60\nAmount : 1200.42\nProduct : Petrol')).toEqual([])
  })

  test('does not take a heading that says other numbers for codes', () => {
    expect(
      linesOf(`
L.R. No   Date        From    Description      Weight    Rate     Freight Amount
4412      10/11/26    Pune    Machine Parts    1,200     4.50     5,400.00
4413      11/11/26    Pune    Castings         800       5.00     4,000.00
`),
    ).toEqual([
      'date: 10/11/26 | description: Machine Parts | qty: 1,200 | rate: 4.50 | amount: 5,400.00 | L.R. No: 4412 | From: Pune',
      'date: 11/11/26 | description: Castings | qty: 800 | rate: 5.00 | amount: 4,000.00 | L.R. No: 4413 | From: Pune',
    ])
  })
})

test('one line below headings that nobody knows has its columns by them', () => {
  expect(
    linesOf(`
Day        Ware                Levy code  Levied at    Copies  Each     Due
12/08/26   Daily paper         490290     18.0% IGST   30      12.00    360.00
`),
  ).toEqual([
    'date: 12/08/26 | description: Daily paper | item_code: 490290 | gst_rate: 18.0% | qty: 30 | rate: 12.00 | amount: 360.00',
  ])
})

test('a name that took in the columns beside it is doubted', () => {
  expect(doubtsOf('12/08 S-12 Hydra crane 08:30 12:30   4     900.00     3,600.00')).toEqual([1])
  expect(doubtsOf('12/08 Hydra crane 997313   4     900.00     3,600.00')).toEqual([1])
  expect(doubtsOf('Hydra crane with driver   4     900.00     3,600.00')).toEqual([0])
})

test('a delivery charge and a sum under a name of its own are no goods where nothing has a quantity', () => {
  expect(
    linesOf(`
Particulars                                                      Amount
Wedding cake 3 kg                                              4,500.00
Chocolate pastry box                                             900.00
Delivery Charges                                                 150.00
Sum                                                            5,550.00
`),
  ).toEqual([
    'description: Wedding cake 3 kg | amount: 4,500.00',
    'description: Chocolate pastry box | amount: 900.00',
  ])
})

describe('a title over a group of lines', () => {
  const heading = 'Sl  Description              HSN    Qty    Rate      Amount'
  const groups = [
    `    Electrical
1   LED Bulb 9W              8539   10     85.00     850.00
2   Switch 6A                8536   20     32.00     640.00`,
    `    Plumbing
3   CPVC Elbow               3917   12     18.00     216.00
4   Ball Valve 15mm          8481   2      268.00    536.00
    Total                                            2,242.00`,
  ]
  const namesOf = (between: string) => {
    const bill = [heading, groups.join(between)].join('\n')
    return readLines([printedPage(bill)], { category: 'vendor_invoice' }).lines.map(
      ({ description }) => [description?.text, ...(description?.doubts ?? [])],
    )
  }

  test('is no part of the name below it, which is doubted', () => {
    expect(namesOf('\n')).toEqual([
      ['LED Bulb 9W', '“Electrical” stands over “LED Bulb 9W” and was left out.'],
      ['Switch 6A'],
      ['CPVC Elbow', '“Plumbing” stands over “CPVC Elbow” and was left out.'],
      ['Ball Valve 15mm'],
    ])
  })

  test('is certain behind the sum of the group before', () => {
    const sum = '\n    Sub Total                                        1,490.00\n'
    expect(namesOf(sum)).toEqual([
      ['LED Bulb 9W'],
      ['Switch 6A'],
      ['CPVC Elbow'],
      ['Ball Valve 15mm'],
    ])
  })
})

describe('figures that add up show the lines and columns of a table without headings', () => {
  const names = ['Steel tiffin 3 tier', 'Water bottle 1 L', 'Lunch bag']
  const figures = [
    '                        6       210.00      1,260.00',
    '                       12        95.50      1,146.00',
    '                        4       180.25        721.00',
  ]
  const expected = [
    'qty: 6 | rate: 210.00 | amount: 1,260.00 | description: Steel tiffin 3 tier',
    'qty: 12 | rate: 95.50 | amount: 1,146.00 | description: Water bottle 1 L',
    'qty: 4 | rate: 180.25 | amount: 721.00 | description: Lunch bag',
  ]
  const sum = '                        In all              3,127.00'

  test('where each name stands above its figures', () => {
    const rows = names.flatMap((name, at) => [name, figures[at]])
    expect(linesOf([...rows, sum].join('\n'))).toEqual(expected)
  })

  test('where each name stands below its figures', () => {
    const rows = names.flatMap((name, at) => [figures[at], name])
    expect(linesOf([...rows, sum].join('\n'))).toEqual(expected)
  })

  test('where the sum of a page is carried to the next page', () => {
    const lines = linesOf(
      `
1   Steel tiffin 3 tier      732393    6       210.00      1,260.00
2   Water bottle 1 L         392490   12        95.50      1,146.00
                                       So far              2,406.00
`,
      `
                                       So far              2,406.00
3   Lunch bag                420292    4       180.25        721.00
4   Casserole 2 L            732393    3       412.00      1,236.00
                                       In all              4,363.00
`,
    )
    expect(lines).toEqual([
      'sl_no: 1 | description: Steel tiffin 3 tier | hsn: 732393 | qty: 6 | rate: 210.00 | amount: 1,260.00',
      'sl_no: 2 | description: Water bottle 1 L | hsn: 392490 | qty: 12 | rate: 95.50 | amount: 1,146.00',
      'sl_no: 3 | description: Lunch bag | hsn: 420292 | qty: 4 | rate: 180.25 | amount: 721.00',
      'sl_no: 4 | description: Casserole 2 L | hsn: 732393 | qty: 3 | rate: 412.00 | amount: 1,236.00',
    ])
  })

  test('where the rate is for a dozen', () => {
    expect(
      linesOf(`
Glass bangles red            144       36.00        432.00
Glass bangles green           30       48.00        120.00
Hair clips                    66       60.00        330.00
                         In all                     882.00
`),
    ).toEqual([
      'description: Glass bangles red | qty: 144 | rate: 36.00 | amount: 432.00',
      'description: Glass bangles green | qty: 30 | rate: 48.00 | amount: 120.00',
      'description: Hair clips | qty: 66 | rate: 60.00 | amount: 330.00',
    ])
  })

  test('where some lines have a discount', () => {
    expect(
      linesOf(`
Rice basmati         10       110.00     5.00      1,045.00
Moong dal            25        98.00                2,450.00
Groundnut oil        12       165.50     2.50      1,936.35
                                   In all          5,431.35
`),
    ).toEqual([
      'description: Rice basmati | qty: 10 | rate: 110.00 | discount_pct: 5.00 | amount: 1,045.00',
      'description: Moong dal | qty: 25 | rate: 98.00 | amount: 2,450.00',
      'description: Groundnut oil | qty: 12 | rate: 165.50 | discount_pct: 2.50 | amount: 1,936.35',
    ])
  })

  test('where each line has its tax and its total', () => {
    expect(
      linesOf(`
Wall tile        8     400.00     3,200.00     18.00       576.00     3,776.00
Floor tile       5     610.00     3,050.00     18.00       549.00     3,599.00
Grout            2     150.00       300.00      5.00        15.00       315.00
                                  6,550.00               1,140.00     7,690.00
`),
    ).toEqual([
      'description: Wall tile | qty: 8 | rate: 400.00 | amount: 3,200.00 | gst_rate: 18.00 | tax_amount: 576.00 | total: 3,776.00',
      'description: Floor tile | qty: 5 | rate: 610.00 | amount: 3,050.00 | gst_rate: 18.00 | tax_amount: 549.00 | total: 3,599.00',
      'description: Grout | qty: 2 | rate: 150.00 | amount: 300.00 | gst_rate: 5.00 | tax_amount: 15.00 | total: 315.00',
    ])
  })

  test('where the amounts that add up have an unknown heading beside others with a known one', () => {
    expect(
      linesOf(`
Sr.  Claim Ref.  Bill Dt.     Nature of Claim        SAC       Bill Value    Credited
1    SB-802      19-08-2026   Quarterly incentive    998599     1,33,296.20     6,664.81
2    SB-156      18-08-2026   Display rental         998599       47,081.60     2,354.08
                              Claims passed                                     9,018.89
`),
    ).toEqual([
      'sl_no: 1 | description: Quarterly incentive | hsn: 998599 | amount: 6,664.81 | Claim Ref.: SB-802 | Bill Dt.: 19-08-2026 | Bill Value: 1,33,296.20',
      'sl_no: 2 | description: Display rental | hsn: 998599 | amount: 2,354.08 | Claim Ref.: SB-156 | Bill Dt.: 18-08-2026 | Bill Value: 47,081.60',
    ])
  })
})
