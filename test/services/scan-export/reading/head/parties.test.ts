import { describe, expect, test } from 'bun:test'
import { drawnPage } from '../drawn-page.ts'
import { head, ownGstin, read } from '../read-drawing.ts'

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
  expect(document?.head['invoice_no']).toMatchObject({ text: '118', confidence: 0.8 })
  expect(document?.head['invoice_date']?.text).toBe('05/11/2026')
})
