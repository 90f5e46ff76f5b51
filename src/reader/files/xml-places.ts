import type { Places } from './tree.ts'

/* Where the values of an invoice stand in its XML (source: EN 16931, with its bindings to UBL 2.1 and to CII D16B). */

/** The head of a UBL Invoice or CreditNote. */
export const ublHead: Places = {
  invoice_no: 'ID',
  invoice_date: 'IssueDate',
  due_date: ['DueDate', 'PaymentMeans.PaymentDueDate'],
  currency: 'DocumentCurrencyCode',
  po_no: 'OrderReference.ID',
  original_invoice_no: 'BillingReference.InvoiceDocumentReference.ID',
  original_invoice_date: 'BillingReference.InvoiceDocumentReference.IssueDate',
  vendor_name: ublName('AccountingSupplierParty'),
  gstin: 'AccountingSupplierParty.Party.PartyTaxScheme.CompanyID',
  buyer_name: ublName('AccountingCustomerParty'),
  buyer_gstin: 'AccountingCustomerParty.Party.PartyTaxScheme.CompanyID',
  payment_terms: 'PaymentTerms.Note',
  account_no: 'PaymentMeans.PayeeFinancialAccount.ID',
  ifsc: 'PaymentMeans.PayeeFinancialAccount.FinancialInstitutionBranch.ID',
  subtotal: 'LegalMonetaryTotal.LineExtensionAmount',
  taxable_value: 'LegalMonetaryTotal.TaxExclusiveAmount',
  discount: 'LegalMonetaryTotal.AllowanceTotalAmount',
  freight: 'LegalMonetaryTotal.ChargeTotalAmount',
  tax_amount: 'TaxTotal.TaxAmount',
  round_off: 'LegalMonetaryTotal.PayableRoundingAmount',
  // The payable amount may be less than the total, because something was paid before.
  total: ['LegalMonetaryTotal.TaxInclusiveAmount', 'LegalMonetaryTotal.PayableAmount'],
}

/** An InvoiceLine or CreditNoteLine. */
export const ublLine: Places = {
  sl_no: 'ID',
  description: ['Item.Name', 'Item.Description'],
  item_code: 'Item.SellersItemIdentification.ID',
  barcode: 'Item.StandardItemIdentification.ID',
  hsn: 'Item.CommodityClassification.ItemClassificationCode',
  qty: ['InvoicedQuantity', 'CreditedQuantity'],
  unit: ['InvoicedQuantity.@unitCode', 'CreditedQuantity.@unitCode'],
  rate: 'Price.PriceAmount',
  gst_rate: 'Item.ClassifiedTaxCategory.Percent',
  amount: 'LineExtensionAmount',
}

function ublName(party: string): readonly string[] {
  return [`${party}.Party.PartyLegalEntity.RegistrationName`, `${party}.Party.PartyName.Name`]
}

/** The names of a CII's parts. They differ between version 2 of ZUGFeRD (and Factur-X) and version 1. */
export type XmlInvoicePaths = {
  document: string
  transaction: string
  agreement: string
  settlement: string
  sum: string
  lineAgreement: string
  lineDelivery: string
  lineSettlement: string
  lineSum: string
}

export const ciiPaths: readonly XmlInvoicePaths[] = [
  {
    document: 'ExchangedDocument',
    transaction: 'SupplyChainTradeTransaction',
    agreement: 'ApplicableHeaderTradeAgreement',
    settlement: 'ApplicableHeaderTradeSettlement',
    sum: 'SpecifiedTradeSettlementHeaderMonetarySummation',
    lineAgreement: 'SpecifiedLineTradeAgreement',
    lineDelivery: 'SpecifiedLineTradeDelivery',
    lineSettlement: 'SpecifiedLineTradeSettlement',
    lineSum: 'SpecifiedTradeSettlementLineMonetarySummation',
  },
  {
    document: 'HeaderExchangedDocument',
    transaction: 'SpecifiedSupplyChainTradeTransaction',
    agreement: 'ApplicableSupplyChainTradeAgreement',
    settlement: 'ApplicableSupplyChainTradeSettlement',
    sum: 'SpecifiedTradeSettlementMonetarySummation',
    lineAgreement: 'SpecifiedSupplyChainTradeAgreement',
    lineDelivery: 'SpecifiedSupplyChainTradeDelivery',
    lineSettlement: 'SpecifiedSupplyChainTradeSettlement',
    lineSum: 'SpecifiedTradeSettlementMonetarySummation',
  },
]

/** The paths of the head, from the top of the file. */
export function ciiHead(paths: XmlInvoicePaths): Places {
  const agreement = `${paths.transaction}.${paths.agreement}`
  const settlement = `${paths.transaction}.${paths.settlement}`
  const sum = `${settlement}.${paths.sum}`
  return {
    invoice_no: `${paths.document}.ID`,
    invoice_date: `${paths.document}.IssueDateTime.DateTimeString`,
    due_date: `${settlement}.SpecifiedTradePaymentTerms.DueDateDateTime.DateTimeString`,
    currency: `${settlement}.InvoiceCurrencyCode`,
    po_no: [
      `${agreement}.BuyerOrderReferencedDocument.IssuerAssignedID`,
      `${agreement}.BuyerOrderReferencedDocument.ID`,
    ],
    original_invoice_no: `${settlement}.InvoiceReferencedDocument.IssuerAssignedID`,
    vendor_name: `${agreement}.SellerTradeParty.Name`,
    gstin: `${agreement}.SellerTradeParty.SpecifiedTaxRegistration.ID`,
    buyer_name: `${agreement}.BuyerTradeParty.Name`,
    buyer_gstin: `${agreement}.BuyerTradeParty.SpecifiedTaxRegistration.ID`,
    payment_terms: `${settlement}.SpecifiedTradePaymentTerms.Description`,
    account_no: [
      `${settlement}.SpecifiedTradeSettlementPaymentMeans.PayeePartyCreditorFinancialAccount.IBANID`,
      `${settlement}.SpecifiedTradeSettlementPaymentMeans.PayeePartyCreditorFinancialAccount.ProprietaryID`,
    ],
    subtotal: `${sum}.LineTotalAmount`,
    taxable_value: `${sum}.TaxBasisTotalAmount`,
    discount: `${sum}.AllowanceTotalAmount`,
    freight: `${sum}.ChargeTotalAmount`,
    tax_amount: `${sum}.TaxTotalAmount`,
    round_off: `${sum}.RoundingAmount`,
    total: `${sum}.GrandTotalAmount`,
  }
}

/** The paths within a line. */
export function ciiLine(paths: XmlInvoicePaths): Places {
  return {
    sl_no: 'AssociatedDocumentLineDocument.LineID',
    description: 'SpecifiedTradeProduct.Name',
    item_code: 'SpecifiedTradeProduct.SellerAssignedID',
    barcode: 'SpecifiedTradeProduct.GlobalID',
    hsn: 'SpecifiedTradeProduct.DesignatedProductClassification.ClassCode',
    qty: `${paths.lineDelivery}.BilledQuantity`,
    unit: `${paths.lineDelivery}.BilledQuantity.@unitCode`,
    rate: `${paths.lineAgreement}.NetPriceProductTradePrice.ChargeAmount`,
    gst_rate: [
      `${paths.lineSettlement}.ApplicableTradeTax.RateApplicablePercent`,
      `${paths.lineSettlement}.ApplicableTradeTax.ApplicablePercent`,
    ],
    amount: `${paths.lineSettlement}.${paths.lineSum}.LineTotalAmount`,
  }
}
