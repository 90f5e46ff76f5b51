import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { readGstin } from '../../paper/values.ts'
import { namedValue, type ReadDocument, type ReadValue } from '../page.ts'
import { nodesAt, objectsAt, type Places, textAt, valuesAt } from './tree.ts'

/* Invoices in XML: UBL 2, and UN/CEFACT's Cross Industry Invoice, which Factur-X and ZUGFeRD put into PDFs. */

/** Elements nest at most this deep. Invoices nest about ten deep. */
const nestedMax = 64

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // A file may not refer to other files or grow by its own entities. The five entities of XML are read.
  processEntities: { enabled: true, maxTotalExpansions: 10_000, maxExpandedLength: 1_000_000 },
  maxNestedTags: nestedMax,
})

/** The invoice of an XML file. Undefined if the file holds none. */
export function readXmlInvoice(text: string): ReadDocument | undefined {
  const tree = treeOf(text)
  if (tree === undefined) return undefined
  for (const [root, content] of Object.entries(tree)) {
    if (!isJsonObject(content)) continue
    if (root === 'Invoice' || root === 'CreditNote') return readUbl(content, root)
    if (root === 'CrossIndustryInvoice' || root === 'CrossIndustryDocument') return readCii(content)
  }
  return undefined
}

/** An XML file as a tree, with names without their prefix. Undefined if the text is not XML. */
export function treeOf(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('<') || XMLValidator.validate(text) !== true) return undefined
  try {
    const tree: JsonValue = parser.parse(text)
    return isJsonObject(tree) ? tree : undefined
  } catch {
    // A file that nests too deep or expands too far is no invoice either.
    return undefined
  }
}

function readUbl(invoice: JsonObject, root: 'Invoice' | 'CreditNote'): ReadDocument {
  const head = valuesAt(invoice, ublHead)
  const taxes = taxesOf(objectsAt(invoice, 'TaxTotal.TaxSubtotal'), {
    kind: 'TaxCategory.TaxScheme.ID',
    amount: 'TaxAmount',
  })
  return {
    category: 'vendor_invoice',
    kind: root === 'CreditNote' ? 'credit note' : kindOf(textAt(invoice, 'InvoiceTypeCode')),
    pages: [],
    head: withGstins({ ...head, ...taxes }),
    lines: [...objectsAt(invoice, 'InvoiceLine'), ...objectsAt(invoice, 'CreditNoteLine')].map(
      (line) => valuesAt(line, ublLine),
    ),
    columns: {},
  }
}

function readCii(invoice: JsonObject): ReadDocument | undefined {
  const paths = ciiPaths.find(({ transaction }) => nodesAt(invoice, transaction).length > 0)
  if (paths === undefined) return undefined
  const settlement = `${paths.transaction}.${paths.settlement}`
  const taxes = taxesOf(objectsAt(invoice, `${settlement}.ApplicableTradeTax`), {
    kind: 'TypeCode',
    amount: 'CalculatedAmount',
  })
  return {
    category: 'vendor_invoice',
    kind: kindOf(textAt(invoice, `${paths.document}.TypeCode`)),
    pages: [],
    head: withGstins({ ...valuesAt(invoice, ciiHead(paths)), ...taxes }),
    lines: objectsAt(invoice, `${paths.transaction}.IncludedSupplyChainTradeLineItem`)
      .map((line) => valuesAt(line, ciiLine(paths)))
      // A line that only carries a note has no product.
      .filter((line) => line['description'] !== undefined || line['amount'] !== undefined),
    columns: {},
  }
}

/** 381 is a credit note, 383 a debit note, all others are invoices (source: UN/CEFACT 1001). */
function kindOf(code: string | undefined): ReadDocument['kind'] {
  if (code === '381') return 'credit note'
  return code === '383' ? 'debit note' : 'invoice'
}

/** The parts of GST by their names. Each entry is for one rate, so the entries of a part are added up, in paise. */
function taxesOf(
  taxes: readonly JsonObject[],
  at: { kind: string; amount: string },
): Record<string, ReadValue> {
  const sums = new Map<string, number>()
  for (const tax of taxes) {
    const key = textAt(tax, at.kind)?.toLowerCase()
    const amount = Number(textAt(tax, at.amount))
    if (key === undefined || !partsOfGst.has(key) || !Number.isFinite(amount)) continue
    sums.set(key, (sums.get(key) ?? 0) + Math.round(amount * 100))
  }
  const values = [...sums].map(([key, paise]): [string, ReadValue] => [
    key,
    namedValue((paise / 100).toFixed(2)),
  ])
  return Object.fromEntries(values)
}

const partsOfGst: ReadonlySet<string> = new Set(['cgst', 'sgst', 'utgst', 'igst', 'cess'])

/** A foreign tax number is not a GSTIN. */
function withGstins(head: Record<string, ReadValue>): Record<string, ReadValue> {
  for (const key of ['gstin', 'buyer_gstin']) {
    const value = head[key]
    if (value === undefined || readGstin(value.text) !== undefined) continue
    delete head[key]
    head[key === 'gstin' ? 'tax_id' : 'buyer_tax_id'] = value
  }
  return head
}

/* Where the values of an invoice stand in its XML (source: EN 16931, with its bindings to UBL 2.1 and to CII D16B). */

/** The head of a UBL Invoice or CreditNote. */
const ublHead: Places = {
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
const ublLine: Places = {
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
const ciiPaths = [
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
] as const

type CiiPaths = (typeof ciiPaths)[number]

/** The paths of the head, from the top of the file. */
function ciiHead(paths: CiiPaths): Places {
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
function ciiLine(paths: CiiPaths): Places {
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
