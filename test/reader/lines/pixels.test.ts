import { describe, expect, test } from 'bun:test'
import { readLines } from '../../../src/reader/lines/read-lines.ts'
import { printedPage } from '../printed-page.ts'

function read(text: string) {
  return readLines([printedPage(text, { source: 'ocr' })], { category: 'vendor_invoice' })
}

function textsOf(text: string, key: string): (string | undefined)[] {
  return read(text).lines.map((line) => line[key]?.text)
}

/** The keys of the first line that have a doubt. `confidence` is that of its unit. */
function doubtedIn(name: string, pack: string, unit: string, confidence: number): string[] {
  const page = printedPage(
    `
No   Description           Pack   Qty   Unit   Rate      Amount
1    ${name.padEnd(22)}${pack.padEnd(7)}3     ${unit.padEnd(7)}100.00    300.00
2    LED bulb              10S    24    Nos    66.00     1,584.00
`,
    { source: 'ocr' },
  )
  const words = page.words.map((word) => (word.text === unit ? { ...word, confidence } : word))
  const { lines } = readLines([{ ...page, words }], { category: 'vendor_invoice' })
  return Object.entries(lines[0] ?? {}).flatMap(([key, { doubts = [] }]) =>
    doubts.length > 0 ? [key] : [],
  )
}

function service(total: string): string {
  return `
Particulars                            Amount
Professional fees                    1.250.00
Travel                                 300.50
Total                                ${total}
`
}

test('a heading whose words say what it is is no misread one of a party', () => {
  const page = `
No.   Part Name          HSN     Qty    Rate     Amount
1     Brake pad          8708    2      450.00   900.00
2     Wire 1.5 sq mm     8544    3      300.00   900.00
`
  expect(textsOf(page, 'product_name')).toEqual(['Brake pad', 'Wire 1.5 sq mm'])
  expect(textsOf(page, 'vendor_name')).toEqual([undefined, undefined])
})

describe('lines read from pixels', () => {
  const bill = `
SI   Descriptlon of Goods     HSN/5AC    Qty     Rate      Taxable    IGST    IGST
No.                                                        Value      %       Amt
1    Ceiling fan 1200 mm      84145120   3       1.427.30  4.281.90   18%     770.74
     LED bulb 9 W             B5395200   24      66.38     159312     1896    286.76
3    Extension board          85366990   2       229.02    999.99     99      82.45
     Total                                                 6.333.06
`

  test('have a point put right where quantity × rate = amount proves it, and are less sure of it', () => {
    const [fan, bulb] = read(bill).lines
    expect(fan?.['taxable_value']).toMatchObject({ text: '4,281.90', confidence: 0.8 })
    expect(fan?.['taxable_value']?.doubts).toBeUndefined()
    expect(bulb?.['taxable_value']).toMatchObject({ text: '1593.12', confidence: 0.8 })
  })

  test('keep an amount that nothing proves as it was read', () => {
    expect(read(bill).lines[2]?.['taxable_value']).toMatchObject({
      text: '999.99',
      reason: expect.stringContaining('no other figure bears out 999.99'),
    })
  })

  test('have a rate of tax that GST has where the tax proves it, and a doubt where it does not', () => {
    const [, bulb, board] = read(bill).lines
    expect(bulb?.['igst_rate']).toMatchObject({ text: '18', confidence: 0.8 })
    expect(board?.['igst_rate']?.doubts ?? []).toEqual([])
    expect(board?.['igst_rate']?.text).toBe('99')
  })

  test('have a code of digits with a doubt where letters were read', () => {
    expect(read(bill).lines[1]?.['hsn']).toMatchObject({
      text: '85395200',
      doubts: ['“B5395200” is read as 85395200.'],
    })
  })

  test('have headings with a letter wrong, and the number between two others', () => {
    expect(read(bill).columns).toMatchObject({
      sl_no: 'SI No.',
      description: 'Descriptlon of Goods',
    })
    expect(textsOf(bill, 'sl_no')).toEqual(['1', '2', '3'])
  })

  test('have their numbers and codes in columns whose headings were lost', () => {
    const bare = `
     Name of Product                    Qty     Rate      Amount
1    Ceiling fan 1200 mm    84145120    3       100.00    300.00
2    LED bulb               85395200    24      66.00     1,584.00
3    Extension board        85366990    2       229.00    458.00
`
    expect(textsOf(bare, 'sl_no')).toEqual(['1', '2', '3'])
    expect(textsOf(bare, 'hsn')).toEqual(['84145120', '85395200', '85366990'])
    expect(textsOf(bare, 'product_name')).toEqual([
      'Ceiling fan 1200 mm',
      'LED bulb',
      'Extension board',
    ])
  })

  test('doubt a name of which scraps are left', () => {
    const [line] = read(`
No   Description        Qty     Rate      Amount
1    f2                 3       100.00    300.00
2    LED bulb           24      66.00     1,584.00
`).lines
    expect(line?.['description']).toMatchObject({
      doubts: ['Item: “f2” is hardly the whole name.'],
    })
  })

  describe('are doubted where letters may be wrong, and nothing else shows it:', () => {
    test.each([
      ['a name with a letter lost', ['description'], 'Steel Tffin', '1X10', 'Nos', 1],
      ['a speck between two words', ['description'], 'Besan.1 kg', '1X10', 'Nos', 1],
      ['a comma without its tail', ['description'], 'Licence. 5 users', '1X10', 'Nos', 1],
      ['a 5 that may be an S', ['pack'], 'Ceiling fan', '15', 'Nos', 1],
      ['an unsure unit that is not known', ['unit'], 'Ceiling fan', '1X10', 'Bel', 0.7],
      ['but no sure unit', [], 'Ceiling fan', '1X10', 'Bkt', 1],
      ['no unit that is known', [], 'Ceiling fan', '1X10', 'Box', 0.65],
      ['no name with an abbreviation', [], 'Wire No. 8, 1.5 mm', '1X10', 'Nos', 1],
    ] as const)('%s', (_, keys, name, pack, unit, confidence) => {
      expect(doubtedIn(name, pack, unit, confidence)).toEqual([...keys])
    })
  })

  test('are doubted likewise on the roll of a till', () => {
    const [line] = read(`
Item
Qty x Rate                    Amount
Besan.1 kg
24 x 37.12                    890.88
Sugar
5 x 42.00                     210.00
Items: 2
`).lines
    expect((line?.['description'] ?? line?.['product_name'])?.doubts).toEqual([
      'Item: a point in “Besan.1 kg” may be none.',
    ])
  })

  test('are certain of a figure put right by its form when the sum of its column is printed', () => {
    const amountOf = (total: string) => read(service(total)).lines[0]?.['amount']
    expect(amountOf('1,550.50')).toMatchObject({ text: '1,250.00', confidence: 0.8 })
    expect(amountOf('1,550.50')?.doubts).toBeUndefined()
    expect(read(service('1,550.50')).provenSums).toEqual(['amount'])
    expect(amountOf('9,999.00')).toMatchObject({ doubts: ['“1.250.00” is read as 1,250.00.'] })
  })
})
