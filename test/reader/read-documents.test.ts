import { describe, expect, test } from 'bun:test'
import { drawnPage } from './drawn-page.ts'
import { head, ownGstin, read } from './read-drawing.ts'

const boxes = `
                                     TAX INVOICE
Vishal Wholesale                                  Invoice No.              Dated
204, Trade Centre, Station Road                   VW/25-26/118             05-Nov-2026
Nagpur - 440018                                   Delivery Note            Mode/Terms of Payment
GSTIN/UIN: 27ARZPV1134P1ZQ                                                 30 Days
State Name : Maharashtra, Code : 27               Buyer's Order No.        Dated
Buyer (Bill to)                                   PO-607                   1-Nov-2026
Kulkarni General Stores                           Dispatched through       Destination
Shop 4, Laxmi Road                                VRL Logistics            Pune
Pune - 411030
GSTIN/UIN : 27AAKPK4821M1ZD
State Name : Maharashtra, Code : 27

Sl  Description of Goods       HSN/SAC     Quantity     Rate      per     Amount
1   Besan 1 kg                 1106        20 Pkt       84.54     Pkt     1,690.80
2   Jaggery 1 kg               1701        50 Pkt       58.02     Pkt     2,901.00
                                           Taxable Value                  4,591.80
                                           CGST @ 2.5%                      114.80
                                           SGST @ 2.5%                      114.80
                                           Less: Round Off                  (-)0.40
                                           Total                          4,821.00
Amount Chargeable (in words)                                              E. & O.E
INR Four Thousand Eight Hundred Twenty One Only
Company's Bank Details
Bank Name : HDFC Bank
A/c No. : 479986002952
Branch & IFS Code : M.G. Road & HDFC0840965
                                                       for Vishal Wholesale
                                                       Authorised Signatory`

describe('the head of a bill', () => {
  test('is read from boxes with labels above their values, with two parties beside them', () => {
    expect(head(boxes)).toMatchObject({
      vendor_name: 'Vishal Wholesale',
      address: '204, Trade Centre, Station Road, Nagpur - 440018',
      gstin: '27ARZPV1134P1ZQ',
      state: 'Maharashtra',
      buyer_name: 'Kulkarni General Stores',
      buyer_gstin: ownGstin,
      invoice_no: 'VW/25-26/118',
      invoice_date: '05-Nov-2026',
      payment_terms: '30 Days',
      po_no: 'PO-607',
      po_date: '1-Nov-2026',
      transporter: 'VRL Logistics',
      bank_name: 'HDFC Bank',
      account_no: '479986002952',
      ifsc: 'HDFC0840965',
    })
  })

  test('has what it comes to, and says so in words', () => {
    expect(head(boxes)).toMatchObject({
      taxable_value: '4,591.80',
      cgst: '114.80',
      sgst: '114.80',
      round_off: '-0.40',
      total: '4,821.00',
      amount_in_words: 'INR Four Thousand Eight Hundred Twenty One Only',
    })
  })

  test('leaves empty boxes empty', () => {
    expect(head(boxes)).not.toHaveProperty('delivery_note_no')
  })

  test('is read where labels and values stand in one line, run together', () => {
    const drawing = `
             SHREE GANESH TRADERS
         12/A, Market Yard, Mumbai 400072
     GSTIN:27ARZPV1134P1ZQ   Ph: 9771099038
               CASH/CREDIT BILL
Bill No:1204                Dt.05/11/2026
M/s Kulkarni General Stores
GSTIN:27AAKPK4821M1ZD
Item                 Qty     Rate      Amt
Besan 1 kg           2       84.50     169.00
TOTAL                                  169.00`
    expect(head(drawing)).toMatchObject({
      vendor_name: 'SHREE GANESH TRADERS',
      gstin: '27ARZPV1134P1ZQ',
      invoice_no: '1204',
      invoice_date: '05/11/2026',
      buyer_name: 'Kulkarni General Stores',
      buyer_gstin: ownGstin,
      total: '169.00',
    })
  })

  test('knows the buyer by the shop’s own GSTIN, even where it stands first', () => {
    const drawing = `
Invoice No : 77                           Date : 05/11/2026
GSTIN : 27AAKPK4821M1ZD
GSTIN : 27ARZPV1134P1ZQ
Total 118.00`
    expect(head(drawing)).toMatchObject({ gstin: '27ARZPV1134P1ZQ', buyer_gstin: ownGstin })
  })

  test('is read in Hindi', () => {
    const drawing = `
                 कर बीजक
विशाल थोक भंडार
जीएसटी नं : 27ARZPV1134P1ZQ
बिल संख्या : 118                      दिनांक : 05/11/2026
कुल राशि                                 4,821.00
रुपये चार हजार आठ सौ इक्कीस मात्र`
    expect(head(drawing)).toMatchObject({
      gstin: '27ARZPV1134P1ZQ',
      invoice_no: '118',
      invoice_date: '05/11/2026',
      total: '4,821.00',
      amount_in_words: 'रुपये चार हजार आठ सौ इक्कीस मात्र',
    })
  })

  test('keeps each value’s label as printed, its page and its place', () => {
    const [document] = read(drawnPage(boxes))
    expect(document?.head['invoice_no']).toEqual({
      text: 'VW/25-26/118',
      label: 'Invoice No',
      source: 'text',
      page: 1,
      box: [50 / 100, 28 / 840, 62 / 100, 39 / 840],
      confidence: 1,
    })
  })
})

describe('what a scanner read', () => {
  test('of a GSTIN is put right by its check character, which proves it', () => {
    const [document] = read(
      drawnPage('GSTIN : 27ARZPVll34P1ZQ\nInvoice No : 12', { source: 'ocr', confidence: 0.95 }),
    )
    expect(document?.head['gstin']).toMatchObject({
      text: '27ARZPV1134P1ZQ',
      confidence: 0.92,
    })
  })

  test('of labels is known although letters were taken for others', () => {
    expect(head('lnvoice N0 : 12\nGSTlN : 27ARZPV1134P1ZQ', 'ocr')).toMatchObject({
      invoice_no: '12',
      gstin: '27ARZPV1134P1ZQ',
    })
  })

  test('is never put right in a PDF’s own text', () => {
    expect(head('GSTIN : 27ARZPVll34P1ZQ\nInvoice No : 12')).not.toHaveProperty(
      'gstin',
      '27ARZPV1134P1ZQ',
    )
  })
})

describe('the kind of a paper', () => {
  const kinds: [title: string, kind: string, category: string][] = [
    ['TAX INVOICE', 'invoice', 'vendor_invoice'],
    ['Bill of Supply (ORIGINAL FOR RECIPIENT)', 'invoice', 'vendor_invoice'],
    ['CREDIT NOTE', 'credit note', 'vendor_invoice'],
    ['Debit Note', 'debit note', 'vendor_invoice'],
    ['PURCHASE ORDER', 'purchase order', 'purchase_order'],
    ['Statement of Account', 'bank statement', 'bank_entry'],
    ['DELIVERY CHALLAN', 'other', 'vendor_invoice'],
    ['Quotation', 'other', 'vendor_invoice'],
  ]
  test.each(kinds)('%s is %s', (title, kind, category) => {
    const [document] = read(drawnPage(`${title}\nDate : 05/11/2026`))
    expect(document).toMatchObject({ kind, category })
  })

  test('of an order is ours: whom it is addressed to sells', () => {
    const drawing = `
Kulkarni General Stores
GSTIN : 27AAKPK4821M1ZD
                 PURCHASE ORDER
To,                                      PO No : PO-118
Vishal Wholesale                         Date : 05/11/2026
GSTIN : 27ARZPV1134P1ZQ`
    expect(head(drawing)).toMatchObject({
      vendor_name: 'Vishal Wholesale',
      gstin: '27ARZPV1134P1ZQ',
      buyer_gstin: ownGstin,
      po_no: 'PO-118',
      po_date: '05/11/2026',
    })
  })
})

const bill = (number: string, more = '') => `
TAX INVOICE ${more}
Vishal Wholesale
Invoice No : ${number}                Date : 05/11/2026
Total                                 118.00`

/** The pages of each document of two scanned ones. */
function scannedPages(first: string, second: string) {
  const pages = [first, second].map((number, at) =>
    drawnPage(bill(number), { source: 'ocr', number: at + 1 }),
  )
  return read(...pages).map((document) => document.pages)
}

/** The doubts about a bill that ends so. */
function endDoubts(end: string) {
  return read(drawnPage(`${bill('12')}\n${end}`))[0]?.doubts ?? []
}

describe('pages of a file', () => {
  test('are one document where the number goes on', () => {
    const second = drawnPage('Invoice No : 12   Page 2 of 2\nGrand Total   236.00', { number: 2 })
    const documents = read(drawnPage('TAX INVOICE\nInvoice No : 12\ncontinued'), second)
    expect(documents.map(({ pages }) => pages)).toEqual([[1, 2]])
    expect(documents[0]?.head['total']?.text).toBe('236.00')
  })

  test('are several documents where the number changes', () => {
    const documents = read(drawnPage(bill('12')), drawnPage(bill('13'), { number: 2 }))
    expect(
      documents.map(({ pages, head: { invoice_no: number } }) => [pages, number?.text]),
    ).toEqual([
      [[1], '12'],
      [[2], '13'],
    ])
  })

  test('are one document where a scanner read its number with a letter that looks alike', () => {
    expect(scannedPages('SI/06427', 'Sl/06427')).toEqual([[1, 2]])
    expect(scannedPages('SI/06427', 'SI/06421')).toEqual([[1], [2]])
  })

  test('are one document where a letter of the number is wrong on a page that is not its first', () => {
    expect(scannedPages('SI/06427', 'S/06427     Page 2')).toEqual([[1, 2]])
    expect(scannedPages('SI/06427', 'S/06427')).toEqual([[1], [2]])
  })

  test('are fewer than the paper has where the last says that another follows', () => {
    expect(endDoubts('continued to page number 2')).toEqual([
      '“continued to page number 2” ends the paper, and no further page was read.',
    ])
    expect(endDoubts('Contd. on page 2')).toHaveLength(1)
    expect(endDoubts('Our terms are to be continued')).toEqual([])
  })

  test('are one document where the second is a copy of the first', () => {
    const first = drawnPage(bill('12', '(ORIGINAL FOR RECIPIENT)'))
    const documents = read(
      first,
      drawnPage(bill('12', '(DUPLICATE FOR TRANSPORTER)'), { number: 2 }),
    )
    expect(documents.map(({ pages }) => pages)).toEqual([[1, 2]])
  })
})

test('what the QR code of an e-invoice says proves the print, and contradicts it', () => {
  const said = {
    SellerGstin: '27ARZPV1134P1ZQ',
    DocNo: '118',
    DocTyp: 'INV',
    DocDt: '05/11/2026',
    TotInvVal: 1180,
    ItemCnt: 1,
    MainHsnCode: '1106',
    Irn: 'f'.repeat(64),
  }
  const token = ['{"alg":"RS256"}', JSON.stringify({ data: JSON.stringify(said) }), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.')
  const page = drawnPage('TAX INVOICE\nInvoice No : 118\nDate : 05/11/2026\nTotal   1,100.00', {
    source: 'ocr',
    confidence: 0.9,
  })
  const [document] = read({
    ...page,
    codes: [{ text: token, format: 'QRCode', box: [0, 0, 0.1, 0.1] }],
  })
  expect(document?.head['invoice_no']).toMatchObject({ text: '118', source: 'qr', confidence: 1 })
  expect(document?.head['gstin']).toMatchObject({ text: '27ARZPV1134P1ZQ', source: 'qr' })
  expect(document?.head['total']?.text).toBe('1180')
  expect(document?.head['total']?.doubts).toEqual(['The QR code says 1180, the print 1,100.00.'])
  expect(document?.doubts).toHaveLength(1)
})
