import { describe, expect, test } from 'bun:test'
import { readXmlInvoice } from '../../../src/reader/files/xml-invoice.ts'
import { textsOf } from './texts-of.ts'

const seller = '27AAPFU0939F1ZV'

describe('an invoice as XML', () => {
  test('of UBL is read, whatever the prefixes', () => {
    const document = readXmlInvoice(`<?xml version="1.0"?>
      <ubl:Invoice xmlns:ubl="urn:x" xmlns:cbc="urn:y" xmlns:cac="urn:z">
        <cbc:ID>R-7</cbc:ID><cbc:IssueDate>2026-11-14</cbc:IssueDate>
        <cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>
        <cac:AccountingSupplierParty><cac:Party>
          <cac:PartyName><cbc:Name>Rao &amp; Sons</cbc:Name></cac:PartyName>
          <cac:PartyTaxScheme><cbc:CompanyID>${seller}</cbc:CompanyID></cac:PartyTaxScheme>
        </cac:Party></cac:AccountingSupplierParty>
        <cac:TaxTotal><cbc:TaxAmount currencyID="INR">18.00</cbc:TaxAmount>
          ${ublTax('CGST', '4.50')}${ublTax('CGST', '4.50')}${ublTax('SGST', '9.00')}
        </cac:TaxTotal>
        <cac:LegalMonetaryTotal><cbc:TaxExclusiveAmount>100.00</cbc:TaxExclusiveAmount>
          <cbc:PayableAmount>118.00</cbc:PayableAmount></cac:LegalMonetaryTotal>
        <cac:InvoiceLine><cbc:ID>1</cbc:ID><cbc:InvoicedQuantity unitCode="NOS">2</cbc:InvoicedQuantity>
          <cbc:LineExtensionAmount>100.00</cbc:LineExtensionAmount>
          <cac:Item><cbc:Name>Tea</cbc:Name></cac:Item>
          <cac:Price><cbc:PriceAmount>50.00</cbc:PriceAmount></cac:Price></cac:InvoiceLine>
      </ubl:Invoice>`)
    expect(textsOf(document?.head)).toEqual({
      invoice_no: 'R-7',
      invoice_date: '2026-11-14',
      vendor_name: 'Rao & Sons',
      gstin: seller,
      taxable_value: '100.00',
      tax_amount: '18.00',
      total: '118.00',
      cgst: '9.00',
      sgst: '9.00',
    })
    expect(document?.lines.map(textsOf)).toEqual([
      { sl_no: '1', description: 'Tea', qty: '2', unit: 'NOS', rate: '50.00', amount: '100.00' },
    ])
  })

  test('of the Cross Industry Invoice is read, and a tax number from abroad is no GSTIN', () => {
    const document =
      readXmlInvoice(`<rsm:CrossIndustryInvoice xmlns:rsm="urn:x" xmlns:ram="urn:y" xmlns:udt="urn:z">
      <rsm:ExchangedDocument><ram:ID>C-1</ram:ID><ram:TypeCode>381</ram:TypeCode>
        <ram:IssueDateTime><udt:DateTimeString format="102">20261114</udt:DateTimeString></ram:IssueDateTime>
      </rsm:ExchangedDocument>
      <rsm:SupplyChainTradeTransaction>
        <ram:IncludedSupplyChainTradeLineItem>
          <ram:AssociatedDocumentLineDocument><ram:LineID>1</ram:LineID></ram:AssociatedDocumentLineDocument>
          <ram:SpecifiedTradeProduct><ram:Name>Lamp</ram:Name></ram:SpecifiedTradeProduct>
          <ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice>
            <ram:ChargeAmount>25.00</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
          <ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">4</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
          <ram:SpecifiedLineTradeSettlement>
            <ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>100.00</ram:LineTotalAmount>
            </ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
        </ram:IncludedSupplyChainTradeLineItem>
        <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Licht GmbH</ram:Name>
          <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration>
        </ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
        <ram:ApplicableHeaderTradeSettlement>
          <ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:GrandTotalAmount>119.00</ram:GrandTotalAmount>
          </ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
      </rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`)
    expect(document?.kind).toBe('credit note')
    expect(textsOf(document?.head)).toEqual({
      invoice_no: 'C-1',
      invoice_date: '20261114',
      vendor_name: 'Licht GmbH',
      tax_id: 'DE123456789',
      total: '119.00',
    })
    expect(document?.lines.map(textsOf)).toEqual([
      { sl_no: '1', description: 'Lamp', qty: '4', unit: 'C62', rate: '25.00', amount: '100.00' },
    ])
  })

  test.each([
    '',
    'Invoice',
    '<Invoice>',
    '<html></html>',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
    '<CrossIndustryInvoice>7</CrossIndustryInvoice>',
    '<a>'.repeat(1000) + '</a>'.repeat(1000),
  ])('is not %p', (text) => {
    expect(readXmlInvoice(text)).toBeUndefined()
  })

  test('does not grow by its own entities', () => {
    const tenfold = ['<!ENTITY e0 "aaaaaaaaaa">']
    for (let at = 1; at < 9; at += 1) {
      tenfold.push(`<!ENTITY e${at} "${`&e${at - 1};`.repeat(10)}">`)
    }
    const bomb = `<!DOCTYPE Invoice [${tenfold.join('')}]><Invoice><ID>&e8;</ID></Invoice>`
    expect(readXmlInvoice(bomb)?.head['invoice_no']?.text.length ?? 0).toBeLessThan(1_000_001)
  })
})

function ublTax(name: string, amount: string): string {
  return `<cac:TaxSubtotal><cbc:TaxAmount>${amount}</cbc:TaxAmount><cac:TaxCategory>
    <cac:TaxScheme><cbc:ID>${name}</cbc:ID></cac:TaxScheme></cac:TaxCategory></cac:TaxSubtotal>`
}
