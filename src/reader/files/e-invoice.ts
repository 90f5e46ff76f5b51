import { gstStates } from '../../platform/gst/rates-and-states.ts'
import {
  isJsonObject,
  parseOrNothing,
  type JsonObject,
  type JsonValue,
} from '../../platform/json/json.ts'
import { namedValue, type ReadDocument, type ReadValue } from '../page.ts'
import { irnOf, signedData } from './qr.ts'
import { objectsAt, textAt, valuesAt, type Places } from './tree.ts'

/* E-invoices in JSON: the portal's answer, the signed invoice, or what a program sends to the portal (schema 1.1). */

const headPlaces: Places = {
  invoice_no: 'DocDtls.No',
  invoice_date: 'DocDtls.Dt',
  irn: 'Irn',
  ack_no: 'AckNo',
  ack_date: 'AckDt',
  vendor_name: ['SellerDtls.LglNm', 'SellerDtls.TrdNm'],
  gstin: 'SellerDtls.Gstin',
  phone: 'SellerDtls.Ph',
  email: 'SellerDtls.Em',
  buyer_name: ['BuyerDtls.LglNm', 'BuyerDtls.TrdNm'],
  buyer_gstin: 'BuyerDtls.Gstin',
  consignee_name: ['ShipDtls.LglNm', 'ShipDtls.TrdNm'],
  reverse_charge: 'TranDtls.RegRev',
  po_no: ['RefDtls.ContrDtls.PORefr', 'RefDtls.ContrDtls.PoRefr'],
  po_date: ['RefDtls.ContrDtls.PORefDt', 'RefDtls.ContrDtls.PoRefDt'],
  original_invoice_no: 'RefDtls.PrecDocDtls.InvNo',
  original_invoice_date: 'RefDtls.PrecDocDtls.InvDt',
  payment_terms: 'PayDtls.PayTerm',
  account_no: 'PayDtls.AccDet',
  ifsc: ['PayDtls.FinInsBr', 'PayDtls.FininsBr'],
  eway_bill_no: ['EwbNo', 'EwbDtls.EwbNo'],
  transporter: 'EwbDtls.TransName',
  vehicle_no: 'EwbDtls.VehNo',
  lr_no: 'EwbDtls.TransDocNo',
  taxable_value: 'ValDtls.AssVal',
  cgst: 'ValDtls.CgstVal',
  sgst: 'ValDtls.SgstVal',
  igst: 'ValDtls.IgstVal',
  cess: 'ValDtls.CesVal',
  discount: 'ValDtls.Discount',
  freight: 'ValDtls.OthChrg',
  round_off: 'ValDtls.RndOffAmt',
  total: 'ValDtls.TotInvVal',
}

const linePlaces: Places = {
  sl_no: 'SlNo',
  description: 'PrdDesc',
  hsn: 'HsnCd',
  barcode: 'Barcde',
  qty: 'Qty',
  free_qty: 'FreeQty',
  unit: 'Unit',
  rate: 'UnitPrice',
  discount: 'Discount',
  taxable_value: 'AssAmt',
  gst_rate: 'GstRt',
  cgst: 'CgstAmt',
  sgst: 'SgstAmt',
  igst: 'IgstAmt',
  cess: 'CesAmt',
  amount: 'AssAmt',
  total: 'TotItemVal',
  batch_no: 'BchDtls.Nm',
  expiry_date: ['BchDtls.ExpDt', 'BchDtls.Expdt'],
}

const foreignNumber =
  'This e-invoice number belongs to another seller, year, kind or number: the file was changed after it was registered.'

/** The schema sends every amount. For these keys, 0 means that the invoice has no such amount. */
const emptyWhenZero = [
  'free_qty',
  'discount',
  'cess',
  'cgst',
  'sgst',
  'igst',
  'freight',
  'round_off',
]

/** The kinds of paper by their types. */
export const kindOfType: ReadonlyMap<string | undefined, ReadDocument['kind']> = new Map([
  ['INV', 'invoice'],
  ['CRN', 'credit note'],
  ['DBN', 'debit note'],
] as const)

/** The documents of a JSON file. Empty if the file holds no e-invoice. A file of the portal may hold many. */
export function readEInvoices(text: string): ReadDocument[] {
  const value = parseOrNothing(text) ?? signedData(text)
  const candidates = Array.isArray(value) ? value : [value]
  return candidates.flatMap((candidate) => {
    const invoice = invoiceOf(candidate)
    return invoice === undefined ? [] : [documentOf(invoice)]
  })
}

/** Finds the invoice: at the top, in a signed token, or in the answer around it. */
function invoiceOf(value: JsonValue | undefined): JsonObject | undefined {
  if (!isJsonObject(value)) return undefined
  if (isJsonObject(value['DocDtls'])) return value
  const signed = textAt(value, 'SignedInvoice')
  const inner = signed === undefined ? undefined : (signedData(signed) ?? parseOrNothing(signed))
  if (inner !== undefined) return invoiceOf(withAnswer(inner, value))
  const wrapped = value['data'] ?? value['Data']
  return typeof wrapped === 'string' ? invoiceOf(parseOrNothing(wrapped)) : invoiceOf(wrapped)
}

/** Only the answer has the number of the e-way bill. */
function withAnswer(invoice: JsonValue, { EwbNo }: JsonObject): JsonValue {
  return isJsonObject(invoice) && EwbNo !== undefined ? { EwbNo, ...invoice } : invoice
}

function documentOf(invoice: JsonObject): ReadDocument {
  const head = withoutZeros(valuesAt(invoice, headPlaces))
  const place = textAt(invoice, 'BuyerDtls.Pos')
  if (place !== undefined) head['place_of_supply'] = namedValue(gstStates.get(place) ?? place)
  const irn = head['irn']
  if (irn !== undefined && !isConsistent(invoice)) head['irn'] = { ...irn, doubts: [foreignNumber] }
  return {
    category: 'vendor_invoice',
    kind: kindOfType.get(textAt(invoice, 'DocDtls.Typ')) ?? 'invoice',
    pages: [],
    head,
    lines: objectsAt(invoice, 'ItemList').map((item) => withoutZeros(valuesAt(item, linePlaces))),
    columns: {},
  }
}

/** Whether the reference number belongs to this seller, year, type and number. */
function isConsistent(invoice: JsonObject): boolean {
  const irn = irnOf({
    gstin: textAt(invoice, 'SellerDtls.Gstin') ?? '',
    number: textAt(invoice, 'DocDtls.No') ?? '',
    type: textAt(invoice, 'DocDtls.Typ') ?? '',
    date: textAt(invoice, 'DocDtls.Dt') ?? '',
  })
  return irn === textAt(invoice, 'Irn')?.toLowerCase()
}

function withoutZeros(values: Record<string, ReadValue>): Record<string, ReadValue> {
  return Object.fromEntries(Object.entries(values).filter(isSaid))
}

function isSaid([key, { text }]: [string, ReadValue]): boolean {
  return !emptyWhenZero.includes(key) || Number(text) !== 0
}
