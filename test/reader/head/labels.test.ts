import { describe, expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { head, ownGstin, read } from '../read-drawing.ts'

describe('labels', () => {
  test('that a narrow cell breaks into two lines have their value beside the first', () => {
    const drawing = `
                     TAX INVOICE
GSTIN of Supplier     27ARZPV1134P1ZQ         Document Number        9026001187
Name & Address of     Kulkarni Stores         Name & Address of      Kulkarni Godown
Recipient (Bill to)   Shop 4, Laxmi Road      Consignee (Ship to)    Gala 3, Hadapsar
Place of Supply       27 Maharashtra          Tax payable on         N
                                              reverse charge`
    expect(head(drawing)).toMatchObject({
      invoice_no: '9026001187',
      buyer_name: 'Kulkarni Stores',
      consignee_name: 'Kulkarni Godown',
    })
  })

  test('of a number and a date share one cell', () => {
    const drawing = `
KULKARNI GENERAL STORES                PURCHASE ORDER
Vendor Address                         PO number/date : 4500123456 / 08.07.2026
Jindal Poly Packs Limited              Your quotation : QT/889 dt. 01.07.2026
Survey 12, GIDC Phase II               Delivery date  : 25.07.2026
GST No : 27ARZPV1134P1ZQ`
    expect(head(drawing)).toMatchObject({
      po_no: '4500123456',
      po_date: '08.07.2026',
      vendor_name: 'Jindal Poly Packs Limited',
    })
  })

  test('in Gujarati are known', () => {
    const drawing = `
                 ટેક્સ ઇન્વોઇસ
JAY AMBE TRADERS
જીએસટી નં. 27ARZPV1134P1ZQ
બિલ નં. : 756                      તારીખ : 11/07/2026
શ્રી : Kulkarni Stores
કુલ રકમ                                5481.00`
    expect(head(drawing)).toMatchObject({
      gstin: '27ARZPV1134P1ZQ',
      invoice_no: '756',
      invoice_date: '11/07/2026',
      buyer_name: 'Kulkarni Stores',
      total: '5481.00',
    })
  })

  test('are no terms of payment when a clause of the terms stands behind them', () => {
    const drawing = `
SHREE TRADERS
Bill No : 98                               Date : 05/11/2026
Total                                       169.00
Terms : Interest 24% p.a. after due date. Subject to Surat Jurisdiction.`
    expect(head(drawing)).not.toHaveProperty('payment_terms')
  })
})

describe('without a label', () => {
  test('a number stands behind a cross below the title', () => {
    const drawing = `
Bluepeak Technologies Pvt Ltd                    TAX INVOICE
accounts@bluepeak.in                             # INV-000231
Bill To                       Invoice Date :     01 Jul 2026
Kulkarni Stores               P.O.# :            PO-8812`
    expect(head(drawing)).toMatchObject({
      invoice_no: 'INV-000231',
      email: 'accounts@bluepeak.in',
      po_no: 'PO-8812',
    })
  })

  test('the buyer is who stands above the shop’s own GSTIN', () => {
    const drawing = `
Kulkarni General Stores                  Bill no.       BM2627I004
Shop 4, Laxmi Road                       Bill date      05-Jul-2026
GSTIN: ${ownGstin}
Total charges                                         1,178.82`
    expect(head(drawing)).toMatchObject({ buyer_name: 'Kulkarni General Stores' })
  })

  test('a firm is called what it is registered as, not what its sign says', () => {
    const drawing = `
HOTEL SAI PALACE
Sai Palace Hospitality LLP
FC Road, Pune-411005
GSTIN:27ARZPV1134P1ZQ
Bill No.: 10234              Date: 18/07/26
Grand Total                        1268.00`
    expect(head(drawing)).toMatchObject({ vendor_name: 'Sai Palace Hospitality LLP' })
  })

  test('a firm may be called as an amount is', () => {
    const drawing = `
Evergreen Transport Limited
12/A, Market Yard, Nashik - 422007
GSTIN:27ARZPV1134P1ZQ
Bill No.: 10234              Date: 18/07/26
Grand Total                        1268.00`
    expect(head(drawing)).toMatchObject({ vendor_name: 'Evergreen Transport Limited' })
  })
})

describe('labels that no list has', () => {
  test('are known by the words that they are made of', () => {
    const drawing = `
SAGAR LODGE                          Folio Number SL-7781
GSTIN:27ARZPV1134P1ZQ                Bill Dated 27/09/2026
Chemist Name & Address               Order # & Dt : PO-12 / 20/09/2026
Kulkarni General Stores
Shop 4, Laxmi Road
Settlement                                                1,268.00`
    expect(head(drawing)).toMatchObject({
      invoice_no: 'SL-7781',
      invoice_date: '27/09/2026',
      buyer_name: 'Kulkarni General Stores',
      po_no: 'PO-12',
      po_date: '20/09/2026',
    })
  })

  test('say which bill a note is about', () => {
    const drawing = `
CREDIT NOTE (for goods returned)
Supriya Textiles
GSTIN:27ARZPV1134P1ZQ
C.N. No. SR/77   Dt. 20.09.2026   Ref. : ST/2201 dt. 02.09.2026
Amount credited                                           2,310.00`
    const [document] = read(drawnPage(drawing))
    expect(document?.kind).toBe('credit note')
    expect(head(drawing)).toMatchObject({
      invoice_no: 'SR/77',
      original_invoice_no: 'ST/2201',
      original_invoice_date: '02.09.2026',
    })
  })
})

test('a buyer is found in the sentence that ends in the shop’s own GSTIN, and is never the seller', () => {
  const drawing = `
SAGAR CARRIERS
GSTIN 27ARZPV1134P1ZQ
Memo Ref SC-7781      Date 27/09/2026
Goods consigned to Kulkarni Stores, Shop 4, Laxmi Road, GSTIN ${ownGstin} by road`
  expect(head(drawing)).toMatchObject({
    vendor_name: 'SAGAR CARRIERS',
    buyer_name: 'Kulkarni Stores',
    invoice_no: 'SC-7781',
  })
})

function dateOf(below: string, label = '') {
  return read(
    drawnPage(`
SHREE TRADERS
Bill No : 98             ${label}05/11/2026
Item        Qty   Rate    Amount
Besan       2     84.50   169.00
Total                     169.00
${below}`),
  )[0]?.head['invoice_date']
}

test('the only date of a paper is its date, and is asked for beside an unknown label or another date', () => {
  expect(dateOf('Thank you')).toMatchObject({ text: '05/11/2026' })
  expect(dateOf('Thank you')?.doubts).toBeUndefined()
  expect(dateOf('Paid on 04/11/2026')?.doubts).toHaveLength(1)
  expect(dateOf('Thank you', 'Dinank : ')?.doubts).toHaveLength(1)
})

test('a note says in a sentence which bill it is about, and is told from a bill by its title', () => {
  const drawing = `
Deccan Trading Company
CREDIT NOTE / Return
Kulkarni General Stores                        Sr. SI/01867
Shop 4, Laxmi Road, Shop No. 3                 10.06.2026
Pune 411030                                    Our GSTIN 27ARZPV1134P1ZQ
Your GSTIN ${ownGstin}
Ref. our bill 304 of 03.06.2026, goods returned by you.
Payable                                        4138.00`
  const [document] = read(drawnPage(drawing))
  expect(document?.kind).toBe('credit note')
  expect(head(drawing)).toMatchObject({
    vendor_name: 'Deccan Trading Company',
    buyer_name: 'Kulkarni General Stores',
    invoice_no: 'SI/01867',
    invoice_date: '10.06.2026',
    original_invoice_no: '304',
    original_invoice_date: '03.06.2026',
    total: '4138.00',
  })
  expect(document?.head['invoice_no']?.reason).toContain('stands behind “Sr.” alone')
})

test('labels that no list has are told by their words, without a colon and one behind the other', () => {
  const drawing = `
SHREE TRADERS                              Tax Invoice  SI/118
Issued on   05/11/2026                     Pay before   20/11/2026
Regn No: MH 12 AB 4321 EWB 334331359630
Expiry Date : 31/12/2026
☎ 020-24456677`
  expect(head(drawing)).toMatchObject({
    invoice_date: '05/11/2026',
    due_date: '20/11/2026',
    vehicle_no: 'MH 12 AB 4321',
    eway_bill_no: '334331359630',
    phone: '020-24456677',
  })
})

test('a bare label behind other words is something else’s', () => {
  const drawing = `
KULKARNI GENERAL STORES                    PURCHASE ORDER
PO No : PO-118
Offer Expiry Date : 31/12/2026`
  expect(head(drawing)['po_date']).toBeUndefined()
})

test('a number ends where its date begins behind a stroke, and a sentence goes on in the next row', () => {
  const drawing = `
SHREE TRADERS                              CREDIT NOTE
Note No. & Date : CN-06801 / 15 Feb 2026
We have credited your account for goods that came back against our invoice no. GLP/118 dated
Dec 28, 2025, as below.
Total                                      199.00`
  expect(head(drawing)).toMatchObject({
    invoice_no: 'CN-06801',
    invoice_date: '15 Feb 2026',
    original_invoice_no: 'GLP/118',
    original_invoice_date: 'Dec 28, 2025',
  })
})

test('a title may have its number behind it, and a note names its own number and the bill’s', () => {
  expect(
    read(drawnPage('PURCHASE ORDER # PO-118          Order Date: 05/11/2026'))[0],
  ).toMatchObject({
    kind: 'purchase order',
    head: { po_no: { text: 'PO-118' } },
  })
  const note = `
SAHYADRI AGRO INPUTS                   CREDIT NOTE
C/N No : CN/118                        C/N Date : 05/11/2026
Agst. Bill : INV/77`
  expect(head(note)).toMatchObject({
    invoice_no: 'CN/118',
    invoice_date: '05/11/2026',
    original_invoice_no: 'INV/77',
  })
})

test('a value beside its label may stand a little lower than it, as in a cell of two lines', () => {
  const page = drawnPage(`
SHREE TRADERS                          TAX INVOICE
Number        INV-440
Day of issue  05/11/2026`)
  const lower = page.words.map((word) => {
    const [left, top, right, bottom] = word.box
    const down = word.text === 'INV-440' ? (bottom - top) * 0.6 : 0
    return { ...word, box: [left, top + down, right, bottom + down] as const }
  })
  const [document] = read({ ...page, words: lower })
  expect(document?.head['invoice_no']?.text).toBe('INV-440')
})

test.each([
  ['invoice_no', 'Invoice Nbr', 'SI/118'],
  ['invoice_date', 'Issued Date', '05/11/2026'],
  ['due_date', 'Kindly pay by', '20/11/2026'],
  ['eway_bill_no', 'Way Bill No.', '334331359630'],
  ['lr_no', 'Airway Bill No.', 'AW-4411'],
  ['delivery_note_no', 'Dispatch Note No.', 'DC/77'],
  ['transporter', 'Transport Name', 'VRL Logistics'],
  ['place_of_supply', 'Supply State', 'Maharashtra'],
  ['reverse_charge', 'RCM Applicable', 'No'],
])('%s stands behind “%s”', (key, label, value) => {
  const texts = head(`
SHREE TRADERS                              TAX INVOICE
${label} : ${value}
Item                   HSN      Qty      Rate      Amount
MS Angle               7216     2        500.00    1,000.00`)
  expect(Object.entries(texts).filter(([, text]) => text === value)).toEqual([[key, value]])
})

test('a label amid other words may be another paper’s', () => {
  const [document] = read(drawnPage('SHREE TRADERS\nStationery Gate Memo No : 77'))
  expect(document?.head['invoice_no']?.reason).toContain('stands in a sentence')
})

test.each([
  ['credit note', 'C R E D I T N O T E'],
  ['credit note', 'Credit Note for Sales Return'],
  ['credit note', 'GOODS RETURN CREDIT NOTE'],
  ['purchase order', 'PURCHASE ORDER - LOCAL'],
  ['purchase order', 'Standard Purchase Order'],
  ['other', 'ORDER CONFIRMATION'],
  ['other', 'Goods Received Note'],
  ['invoice', 'COMPUTERISED TAX INVOICE'],
])('a paper is a %s under the title “%s”', (kind, title) => {
  const [document] = read(drawnPage(`\nSHREE TRADERS\n${title}\nNo : 118     Date : 05/11/2026`))
  expect(String(document?.kind)).toBe(kind)
})
