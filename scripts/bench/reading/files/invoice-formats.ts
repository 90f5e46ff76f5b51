import type { Bill, BillLine } from '../compose/bill.ts'

/* Invoices in XML by EN 16931: UBL 2.1 and CII D16B. Amounts have two decimals, prices six. */

export function ubl(bill: Bill): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:ID>${escaped(bill.number)}</cbc:ID><cbc:IssueDate>${bill.date}</cbc:IssueDate><cbc:DueDate>${bill.dueDate}</cbc:DueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>INR</cbc:DocumentCurrencyCode>
<cac:OrderReference><cbc:ID>${escaped(bill.order.number)}</cbc:ID></cac:OrderReference>
<cac:AccountingSupplierParty>${ublParty(bill.seller)}</cac:AccountingSupplierParty>
<cac:AccountingCustomerParty>${ublParty(bill.buyer)}</cac:AccountingCustomerParty>
<cac:TaxTotal><cbc:TaxAmount currencyID="INR">${money(taxOf(bill))}</cbc:TaxAmount></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="INR">${money(bill.taxable)}</cbc:LineExtensionAmount>
<cbc:TaxExclusiveAmount currencyID="INR">${money(bill.taxable)}</cbc:TaxExclusiveAmount>
<cbc:TaxInclusiveAmount currencyID="INR">${money(bill.total)}</cbc:TaxInclusiveAmount>${
    bill.roundOff === 0
      ? ''
      : `<cbc:PayableRoundingAmount currencyID="INR">${money(bill.roundOff)}</cbc:PayableRoundingAmount>`
  }
<cbc:PayableAmount currencyID="INR">${money(bill.total)}</cbc:PayableAmount></cac:LegalMonetaryTotal>
${bill.lines.map(ublLine).join('\n')}
</Invoice>
`
}

function ublParty({ name, gstin }: Bill['seller']): string {
  return `<cac:Party><cac:PartyName><cbc:Name>${escaped(name)}</cbc:Name></cac:PartyName><cac:PartyTaxScheme><cbc:CompanyID>${gstin}</cbc:CompanyID><cac:TaxScheme><cbc:ID>GST</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
<cac:PartyLegalEntity><cbc:RegistrationName>${escaped(name)}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party>`
}

function ublLine(line: BillLine, at: number): string {
  const { item, qty, taxable } = line
  return `<cac:InvoiceLine><cbc:ID>${at + 1}</cbc:ID><cbc:InvoicedQuantity unitCode="${item.unit.toUpperCase()}">${qty}</cbc:InvoicedQuantity>
<cbc:LineExtensionAmount currencyID="INR">${money(taxable)}</cbc:LineExtensionAmount>
<cac:Item><cbc:Name>${escaped(item.name)}</cbc:Name><cac:CommodityClassification><cbc:ItemClassificationCode listID="HS">${item.hsn}</cbc:ItemClassificationCode></cac:CommodityClassification>
<cac:ClassifiedTaxCategory><cbc:ID>S</cbc:ID><cbc:Percent>${item.gst}</cbc:Percent></cac:ClassifiedTaxCategory></cac:Item>
<cac:Price><cbc:PriceAmount currencyID="INR">${price(line)}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`
}

export function cii(bill: Bill): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:cen.eu:en16931:2017</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${escaped(bill.number)}</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime>${ciiDate(bill.date)}</ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${bill.lines.map(ciiLine).join('\n')}
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty>${ciiParty(bill.seller)}</ram:SellerTradeParty><ram:BuyerTradeParty>${ciiParty(bill.buyer)}</ram:BuyerTradeParty>
<ram:BuyerOrderReferencedDocument><ram:IssuerAssignedID>${escaped(bill.order.number)}</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>INR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradePaymentTerms><ram:DueDateDateTime>${ciiDate(bill.dueDate)}</ram:DueDateDateTime></ram:SpecifiedTradePaymentTerms>
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>${money(bill.taxable)}</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${money(bill.taxable)}</ram:TaxBasisTotalAmount>
<ram:TaxTotalAmount currencyID="INR">${money(taxOf(bill))}</ram:TaxTotalAmount>${
    bill.roundOff === 0 ? '' : `<ram:RoundingAmount>${money(bill.roundOff)}</ram:RoundingAmount>`
  }<ram:GrandTotalAmount>${money(bill.total)}</ram:GrandTotalAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
</ram:ApplicableHeaderTradeSettlement></rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>
`
}

function ciiParty({ name, gstin }: Bill['seller']): string {
  return `<ram:Name>${escaped(name)}</ram:Name><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${gstin}</ram:ID></ram:SpecifiedTaxRegistration>`
}

function ciiLine(line: BillLine, at: number): string {
  const { item, qty, taxable } = line
  return `<ram:IncludedSupplyChainTradeLineItem><ram:AssociatedDocumentLineDocument><ram:LineID>${at + 1}</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>${escaped(item.name)}</ram:Name><ram:DesignatedProductClassification><ram:ClassCode listID="HS">${item.hsn}</ram:ClassCode></ram:DesignatedProductClassification></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement><ram:NetPriceProductTradePrice><ram:ChargeAmount>${price(line)}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="${item.unit.toUpperCase()}">${qty}</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:RateApplicablePercent>${item.gst}</ram:RateApplicablePercent></ram:ApplicableTradeTax>
<ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${money(taxable)}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement></ram:IncludedSupplyChainTradeLineItem>`
}

function taxOf({ cgst, sgst, igst, cess }: Bill): number {
  return cgst + sgst + igst + cess
}

function ciiDate(day: string): string {
  return `<udt:DateTimeString format="102">${day.replaceAll('-', '')}</udt:DateTimeString>`
}

/** The price of one piece after the discount. */
function price({ taxable, qty }: BillLine): string {
  return (taxable / 100 / qty).toFixed(6)
}

function money(paise: number): string {
  return (paise / 100).toFixed(2)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
