import { describe, expect, test } from 'bun:test'
import { judge } from '../../../src/reader/judge.ts'
import { readDocuments } from '../../../src/reader/read-documents.ts'
import { drawnPage } from '../drawn-page.ts'
import { ownGstin, read } from '../read-drawing.ts'

const bill = (more: { number?: string; name?: string; foot?: string } = {}) => `
${more.name ?? 'SHREE TRADERS'}
Market Yard, Pune 411037
Bill No : 118                           Date : 05/11/2026
${more.number ?? ''}
Seller’s registration                       GSTIN:27ARZPV1134P1ZQ
Item        HSN     Qty   Rate    Amount
Besan       1106    2     84.50   169.00
Jaggery     1701    3     10.00   30.00
${more.foot ?? 'Total                     199.00'}
For SHREE TRADERS`

/** Nobody signs it. */
const unsigned = (more: string) => `
Ganesh Stores
Market Yard, Pune 411037
${more}
Seller’s registration                       GSTIN:27ARZPV1134P1ZQ
Bill No : 118                           Date : 05/11/2026
Total                     199.00
Rupees One Hundred Ninety Nine Only`

function doubtsOf(drawing: string) {
  const [document] = read(drawnPage(drawing))
  return document === undefined ? [] : judge(document, { ownGstin, today: '2026-11-22' })
}

const keysOf = (drawing: string) => doubtsOf(drawing).map(({ key }) => key)

describe('is asked for', () => {
  test('a number beside which another one stands as plainly', () => {
    expect(keysOf(bill())).toEqual([])
    const [doubt, ...others] = doubtsOf(bill({ number: 'Invoice No : 4512' }))
    expect(doubt).toMatchObject({ key: 'invoice_no' })
    expect(doubt?.message).toContain('“118” and “4512”')
    expect(others).toEqual([])
  })

  test('not one beside which a less plain label stands', () => {
    expect(keysOf(bill({ number: 'No : 4512' }))).toEqual([])
  })

  test('a seller’s name that only stands first on the paper', () => {
    expect(keysOf(bill({ name: 'GANESH STORES' }))).toEqual(['vendor_name'])
  })

  test('a name that the firm’s tax number or its address of the web repeats is not', () => {
    expect(keysOf(unsigned(''))).toContain('vendor_name')
    expect(keysOf(unsigned('accounts@ganeshstores.in'))).not.toContain('vendor_name')
    expect(keysOf(unsigned('GSTIN:27ARZPV1134P1ZQ'))).not.toContain('vendor_name')
    expect(keysOf(unsigned('Account holder Ganesh Stores'))).not.toContain('vendor_name')
  })

  test('one of two names for which the paper says as much', () => {
    const drawing = `
Vishal Traders                          Mehta Agencies
Market Yard, Pune 411037                Station Road, Nashik 422001
GSTIN:27ARZPV1134P1ZQ                   GSTIN:27AAACM3025E1ZZ
Bill No : 118                           Date : 05/11/2026
Item        HSN     Qty   Rate    Amount
Besan       1106    2     99.50   199.00
Total                     199.00
Rupees One Hundred Ninety Nine Only`
    expect(doubtsOf(drawing).map(({ message }) => message)).toContain(
      'Seller: “Vishal Traders” and “Mehta Agencies” stand there as such.',
    )
  })

  test('a name with the letter of the shop’s own tax number', () => {
    const shop = '27AAFFG4821M1Z7'
    const page = drawnPage(unsigned(`Bill To : Kulkarni General Stores\nGSTIN : ${shop}`))
    const context = { ownGstin: shop, vendorNames: [], today: '2026-11-22' }
    const [document] = readDocuments({ pages: [page], attachments: [] }, context)
    expect(document?.head['vendor_name']?.reason).toContain('stands first on the paper')
  })

  test('how many items there are when fewer were read', () => {
    expect(keysOf(bill({ foot: 'Total                     199.00\nItems : 2' }))).toEqual([])
    const doubts = doubtsOf(bill({ foot: 'Total                     199.00\nItems : 3' }))
    expect(doubts).toEqual([
      { key: '', message: 'The paper says that it has 3 items, and 2 were read.' },
    ])
  })

  test('a printed quantity that the lines do not have', () => {
    expect(keysOf(bill({ foot: 'Total Qty : 5\nTotal                     199.00' }))).toEqual([])
    expect(keysOf(bill({ foot: 'Total Qty : 7\nTotal                     199.00' }))).toEqual([
      'total_qty',
    ])
  })

  test('a discount that no other figure knows of', () => {
    const foot = `Sub Total                 199.00
Discount                  19.00
Total                     180.00`
    expect(keysOf(bill({ foot }))).toEqual([])
    expect(keysOf(bill({ foot: foot.replace('19.00', '91.00') }))).toContain('discount')
  })

  test('a taxable value that is not on the way to the total', () => {
    const foot = `Taxable Value             199.00
IGST 5%                     9.95
Total                     208.95`
    expect(keysOf(bill({ foot }))).toEqual([])
    expect(
      keysOf(bill({ foot: foot.replace('Value             199.00', 'Value             145.00') })),
    ).toContain('taxable_value')
  })

  test('a taxable value that is taxed together with a charge', () => {
    expect(keysOf(bill({ foot: labourFoot('299.00') }))).not.toContain('taxable_value')
    expect(keysOf(bill({ foot: labourFoot('199.00') }))).toContain('taxable_value')
  })

  test('a number that stands beside the title, or behind words that are none', () => {
    expect(numberOf('Memo of Fees 5190/26-27')).toMatchObject({
      text: '5190/26-27',
      reason: expect.stringContaining('stands behind “Memo of Fees” alone'),
    })
    expect(numberOf('TAX INVOICE\n                 26-27/5577')).toMatchObject({
      text: '26-27/5577',
      doubts: [expect.stringContaining('stands beside the title')],
    })
  })

  test('a day whose month may stand first, as in another date of the paper', () => {
    expect(keysOf(bill({ number: 'Due Date : 20/11/2026' }))).toEqual([])
    expect(keysOf(bill({ number: 'Due Date : 11/20/2026' }))).toContain('invoice_date')
  })

  test('a tax that is not what its parts come to', () => {
    const foot = `Taxable Value             199.00
CGST @ 2.5%                 4.98
SGST @ 2.5%                 4.98
Total Tax                  9.96
Total                     208.96`
    expect(keysOf(bill({ foot }))).toEqual([])
    expect(keysOf(bill({ foot: foot.replace('9.96', '6.99') }))).toContain('tax_amount')
  })
})

const labourFoot = (taxable: string) => `Taxable Value             ${taxable}
Labour                    100.00
IGST 5%                   14.95
Total                     313.95`

/** A bill under a title. */
const memo = (title: string) => `
DECCAN ASSOCIATES
GSTIN : 27ARZPV1134P1ZQ
${title}
Date : 05/11/2026`

const numberOf = (title: string) => read(drawnPage(memo(title)))[0]?.head['invoice_no']

/** A bill with whom it is for. */
const hotel = (guest: string) => `
Hotel Konark
GSTIN:27ARZPV1134P1ZQ
Bill No : 118                           Date : 05/11/2026
${guest}
Total                     199.00
Rupees One Hundred Ninety Nine Only
For Hotel Konark`

describe('the buyer', () => {
  test('is the firm beside the shop’s GSTIN rather than its guest', () => {
    const drawing = hotel(`Guest : Mr. R Kulkarni
Company : Kulkarni Stores
GSTIN : ${ownGstin}`)
    const [document] = read(drawnPage(drawing))
    expect(document?.head['buyer_name']).toMatchObject({ text: 'Kulkarni Stores' })
    expect(keysOf(drawing)).toEqual([''])
  })

  test('is asked for where it does not stand beside the shop’s GSTIN', () => {
    const drawing = hotel(`GSTIN : ${ownGstin}
Customer : Sharma Sweets`)
    expect(keysOf(drawing)).toContain('buyer_name')
  })

  test('is called no label, and no number', () => {
    const drawing = hotel(`Customer : Vendor Code
GSTIN : ${ownGstin}`)
    const [document] = read(drawnPage(drawing))
    expect(document?.head).not.toHaveProperty('buyer_name')
  })
})
