import { stateCodeOf } from '../../../../platform/gst/gst.ts'
import type { JsonObject, JsonValue } from '../../../../platform/json/json.ts'
import type { ScanData } from '../../../../paper/rules/normalise.ts'
import { readDate, readNumber } from '../../../../paper/rules/printed-values.ts'
import type { KeptBill } from '../matching/bill.ts'

/** Characters of a number and of a name that are kept. */
const numberMax = 50
const nameMax = 200

/** What a paper calls itself that takes away, or adds (source: titles on papers, and the codes of e-invoices). */
const creditNote = /\bcredit[\s_-]*note|\bcrn\b|\b(?:sales?|goods|purchase)[\s_-]*returns?\b/i
const debitNote = /\bdebit[\s_-]*note|\bdbn\b/i

/** What is no invoice: nobody files it. */
const noInvoice =
  /\bpro[\s_-]*forma|\bquot(?:e|ation)|\bestimate|\bdelivery[\s_-]*(?:note|challan)/i

/**
 * Papers without tax (source: CGST Rules, rule 49); one that is an invoice too has taxed goods beside others (rule 46A).
 */
const billOfSupply = /^(?!.*\binvoice).*\bbill[\s_-]*of[\s_-]*supply\b/i

/** Papers of taxed goods: where none of the tax was read, it was not found. */
const taxInvoice = /\btax[\s_-]*invoice|\binvoice.*\bbill[\s_-]*of[\s_-]*supply\b/i

/** Where a bill, or a line of one, says tax. */
const taxKeys =
  'igst cgst sgst utgst cess tax_amount gst_rate igst_rate cgst_rate sgst_rate cess_rate'.split(' ')

/** How far a total may be from what it is made of without a tax between them, in paise: it is rounded to the rupee. */
const roundOffMaxPaise = 100

/** What is kept of the head of a bill, as it is delivered; undefined for what is neither a bill nor a note. */
export function keptBillOf(
  id: string,
  { invoice_metadata: head, line_items: lines }: ScanData,
  seenAt: number,
): KeptBill | undefined {
  const type = textOf(head['document_type'], nameMax)
  if (noInvoice.test(type)) return undefined
  const noTax = billOfSupply.test(type) ? 0 : null
  return {
    id,
    kind: kindOf(type),
    number: textOf(head['invoice_no'], numberMax),
    day: dayOf(head['invoice_date']),
    gstin: gstinOf(head['gstin']),
    seller: textOf(head['vendor_name'], nameMax) || textOf(head['name'], nameMax),
    pos: stateCodeOf(textOf(head['place_of_supply'], nameMax)) ?? '',
    isReverse: /^(?:y|yes|true|applicable)$/i.test(textOf(head['reverse_charge'], nameMax)),
    total: paiseOf(head['total']),
    taxable: paiseOf(head['taxable_value']),
    igst: paiseOf(head['igst']) ?? noTax,
    cgst: paiseOf(head['cgst']) ?? noTax,
    sgst: paiseOf(head['sgst']) ?? paiseOf(head['utgst']) ?? noTax,
    cess: paiseOf(head['cess']) ?? noTax,
    saysNoTax: saysNoTax(type, head, lines),
    seenAt,
  }
}

/**
 * Whether a bill charges no tax, as composition dealers and sellers of exempt goods bill: it names none, and its total is what its
 * goods come to. Else a tax may stand on it that was not read.
 */
function saysNoTax(type: string, head: JsonObject, lines: readonly JsonObject[]): boolean {
  const total = paiseOf(head['total'])
  if (total === null || taxInvoice.test(type) || [head, ...lines].some(namesTax)) return false
  const amounts = lines.map((line) => paiseOf(line['amount']) ?? 0)
  const sums = [paiseOf(head['taxable_value']) ?? 0, amounts.reduce((sum, one) => sum + one, 0)]
  const goods = sums.filter((paise) => paise !== 0)
  return goods.length > 0 && goods.every((paise) => total - paise <= roundOffMaxPaise)
}

/** What cannot be read may be a tax too. */
function namesTax(fields: JsonObject): boolean {
  return taxKeys.some((key) => {
    const text = textOf(fields[key], nameMax).replaceAll('%', '')
    return text !== '' && readNumber(text, false) !== 0
  })
}

function kindOf(type: string): KeptBill['kind'] {
  if (creditNote.test(type)) return 'credit_note'
  return debitNote.test(type) ? 'debit_note' : 'invoice'
}

function textOf(value: JsonValue | undefined, max: number): string {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value.trim().slice(0, max) : ''
}

function dayOf(value: JsonValue | undefined): string {
  const text = textOf(value, nameMax)
  return text === '' ? '' : (readDate(text) ?? '')
}

/** Also one that was misread: whose it is shows when number and amounts fit. */
function gstinOf(value: JsonValue | undefined): string {
  const text = textOf(value, nameMax)
    .toUpperCase()
    .replaceAll(/[\s.-]+/g, '')
  return /^[0-9A-Z]{15}$/.test(text) ? text : ''
}

/** Without the sign: papers that take away print amounts with one or without. */
function paiseOf(value: JsonValue | undefined): number | null {
  const rupees = typeof value === 'string' ? readNumber(value, false) : value
  return typeof rupees === 'number' ? Math.round(Math.abs(rupees) * 100) : null
}
