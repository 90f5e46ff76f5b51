import { describe, expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { isTitleWord } from '../../../src/reader/head/party-names.ts'
import { readDocuments } from '../../../src/reader/read-documents.ts'
import { head, ownGstin, read, shop } from '../read-drawing.ts'

describe('blocks of parties', () => {
  test('are followed whether they are set to the left, to the right or to the middle', () => {
    const drawing = `
                       MAHALAXMI STEEL TRADERS
                       GSTIN : 27ARZPV1134P1ZQ
                           Tax Invoice
Invoice No : 98                           Date : 05/11/2026
        Bill to Party                                     Ship to Party
Name: Kulkarni General Stores             Name: Kulkarni Godown
GSTIN: 27AAKPK4821M1ZD                    GSTIN: 27AAKPK4821M1ZD`
    expect(head(drawing)).toMatchObject({
      vendor_name: 'MAHALAXMI STEEL TRADERS',
      gstin: '27ARZPV1134P1ZQ',
      buyer_name: 'Kulkarni General Stores',
      buyer_gstin: ownGstin,
      consignee_name: 'Kulkarni Godown',
    })
  })

  test('of whom words like "Retailer" name are the buyer’s', () => {
    const drawing = `
SUPREME MARKETING           Retailer Name:Kulkarni Stores    Bill No:4512
GSTIN No:27ARZPV1134P1ZQ    Retailer GSTIN:27AAKPK4821M1ZD   Bill Date:05/11/2026`
    expect(head(drawing)).toMatchObject({
      vendor_name: 'SUPREME MARKETING',
      buyer_name: 'Kulkarni Stores',
      buyer_gstin: ownGstin,
      invoice_no: '4512',
    })
  })
})

test('a name ends where its address goes on behind a comma, and a GSTIN may stand in brackets', () => {
  const drawing = `
SHREE TRADERS (GSTIN 27ARZPV1134P1ZQ)
Invoice No : 98                           Date : 05/11/2026
Billed to: Kulkarni General Stores, Shop 4, Laxmi Road, Pune
(27AAKPK4821M1ZD)`
  expect(head(drawing)).toMatchObject({
    buyer_name: 'Kulkarni General Stores',
    buyer_gstin: ownGstin,
    gstin: '27ARZPV1134P1ZQ',
  })
})

test('a number amid a sentence is read, and asked for', () => {
  const drawing = `
SHREE TRADERS
Please pay our invoice no. 118 dated 05/11/2026 for goods supplied.`
  const [document] = read(drawnPage(drawing))
  expect(document?.head['invoice_no']).toMatchObject({
    text: '118',
    reason: expect.stringContaining('stands in a sentence'),
  })
  expect(document?.head['invoice_date']?.text).toBe('05/11/2026')
})

test('a title is told from a name in one pass over it', () => {
  expect(isTitleWord('Bill of Supply / Original copy')).toBe(true)
  expect(isTitleWord(`${'of supply '.repeat(40)}stores`)).toBe(false)
})

const named = { ...shop, ownName: 'Kulkarni General Stores' }

/** The parties of a paper, read by a shop whose name is known. */
function partiesOf(drawing: string, source: 'text' | 'ocr' = 'text') {
  const page = drawnPage(drawing, { source })
  const [document] = readDocuments({ pages: [page], attachments: [] }, named)
  const { vendor_name: seller, buyer_name: buyer } = document?.head ?? {}
  return {
    seller: seller?.text,
    buyer: buyer?.text,
    doubts: [seller, buyer].flatMap((one) => one?.doubts ?? one?.reason ?? []),
  }
}

const billTo = (buyer: string) => `
ZENITH TRADERS                           Tax Invoice
GSTIN : 27ARZPV1134P1ZQ
Invoice No : 98                          Date : 05/11/2026
Bill To : ${buyer}`

describe('who sold and who bought', () => {
  test.each(['Kuikarni General Stores', 'Kulkami General Stores', 'Kulkarni Genera1 Stores'])(
    'the shop bought, although a scanner confuses letters of its name: %s',
    (name) => {
      expect(partiesOf(billTo(name), 'ocr')).toMatchObject({ buyer: 'Kulkarni General Stores' })
    },
  )

  test('are told apart where the shop stands first and one sentence has both numbers', () => {
    const drawing = `
Kulkarni General Stores            Memo of Fees 5190/26-27
Shop 4, Laxmi Road                 Date : 05/11/2026
Deccan Associates, 12 Station Road, Pune
Our GSTIN 27ARZPV1134P1ZQ. Your GSTIN ${ownGstin}.
for Deccan Associates`
    expect(partiesOf(drawing)).toEqual({
      seller: 'Deccan Associates',
      buyer: 'Kulkarni General Stores',
      doubts: [],
    })
  })

  test('the shop bought where its name stands, whatever headings say', () => {
    const drawing = `
ZENITH TRADERS                           Tax Invoice
GSTIN : 27ARZPV1134P1ZQ
Invoice No : 98                          Date : 05/11/2026
Customer                                 Weighbridge Slip
Party Kulkarni General Stores            29505
for Zenith Traders`
    expect(partiesOf(drawing)).toMatchObject({ buyer: 'Kulkarni General Stores', doubts: [] })
  })

  test('no label is a name, and a firm comes before its officer', () => {
    const drawing = `
ZENITH TRADERS                           Tax Invoice
GSTIN : 27ARZPV1134P1ZQ
Invoice No : 98                          Date : 05/11/2026
Buyer's Name & Address                   Your vendor number with us
Mr. R Sharma
Sharma Sweets
GSTIN : ${ownGstin}`
    expect(partiesOf(drawing)).toMatchObject({ seller: 'ZENITH TRADERS', buyer: 'Sharma Sweets' })
  })

  test('another buyer is asked for where nothing says that he is the shop', () => {
    expect(partiesOf(billTo('Sharma Sweets')).doubts).toContain(
      'Buyer: “Sharma Sweets” is not what this shop is called.',
    )
    expect(partiesOf(billTo('Kulkarni Stores')).doubts).not.toContain(
      expect.stringMatching(/^Buyer/),
    )
  })

  test('a long name goes on in a second line, and one behind "M/s" is the seller’s too', () => {
    const drawing = `
                  SHAH & SONS PHARMACEUTICAL
                        DISTRIBUTORS
                  GSTIN : 27ARZPV1134P1ZQ
Invoice No : 98                          Date : 05/11/2026
M/s Kulkarni General Stores
GSTIN : ${ownGstin}`
    expect(partiesOf(drawing)).toMatchObject({
      seller: 'SHAH & SONS PHARMACEUTICAL DISTRIBUTORS',
      buyer: 'Kulkarni General Stores',
    })
  })
})

describe('the seller', () => {
  test('is no row of sums, and no greeting, above its number', () => {
    const drawing = `
To,
M/s. Kulkarni General Stores,
Tax Invoice No. 98                       Date : 05/11/2026
Premium                                  1,500.00
Total Premium                            1,500.00
Thanking you,
For CoolAir Services
GSTIN 27ARZPV1134P1ZQ`
    expect(partiesOf(drawing)).toMatchObject({
      seller: 'CoolAir Services',
      buyer: 'Kulkarni General Stores',
    })
  })

  test('is who stands under the buyer’s heading, asked for, where the shop stands elsewhere', () => {
    const drawing = `
Customer Name : Kulkarni General Stores         Date : 05/11/2026
Customer GSTIN : ${ownGstin}
Company : Sahyadri Agro Inputs Pvt Ltd`
    const { seller, doubts } = partiesOf(drawing)
    expect(seller).toBe('Sahyadri Agro Inputs Pvt Ltd')
    expect(doubts).toHaveLength(1)
  })

  test('has not the telephone that stands below the buyer’s name', () => {
    const drawing = `
SHREE GOLD PALACE                          GST INVOICE
Laxmi Road Pune  GST : 27ARZPV1134P1ZQ     Memo : A/118
Name : Kulkarni General Stores             Dt : 05.11.2026
Mob : 9822014567`
    expect(head(drawing)).toMatchObject({ invoice_no: 'A/118', buyer_phone: '9822014567' })
    expect(head(drawing)['phone']).toBeUndefined()
  })
})

test('a name may be short between its points, and stand behind "consigned to"', () => {
  const drawing = `
M/s. Gupta & Co.
GSTIN : 27ARZPV1134P1ZQ
Invoice No : 98                          Date : 05/11/2026
Consigned to Sharma Sweets, Shop 4, Laxmi Road, Pune. GSTIN ${ownGstin}`
  expect(partiesOf(drawing)).toMatchObject({ seller: 'M/s. Gupta & Co.', buyer: 'Sharma Sweets' })
})
