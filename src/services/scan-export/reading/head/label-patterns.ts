/* Labels that no list has, by the words that they are made of: "Folio Number", "Memo Ref", "Chemist Name & Address". */

const papers =
  'invoice|inv|bill|memo|voucher|vch|document|doc|receipt|rcpt|slip|folio|note|challan cum invoice|serial'
const number = 'no|nos|number|num|nr|ref|reference|ref no|id|sr no|sl no|serial no'
const day = 'date|dt|dated|day'
/** What may stand before them: other words are of a sentence. */
const before =
  '(?:(?:gst|tax|retail|sales?|cash|service|hotel|room|system|erp|sap|manual|book|computer|final|main|freight|supply|company|firm|billing|seller|vendor|supplier|purchase|your|customer|cust|client|buyer) ){0,2}'
const details =
  '(?: s)?(?: (?:name|address|details?|information|info|particulars|party|name & address|name and address|address details))*'
const buyers =
  'buyer|customer|cust|recipient|receiver|bill(?:ed)? to|sold to|invoice(?:d)? to|party|client|consumer|retailer|dealer|distributor|stockist|outlet|store|chemist|shopkeeper|merchant|member|purchaser|company'
const consignees =
  'consignee|ship(?:ped|ping)?(?: to)?|deliver(?:ed|y)?(?: to)?|goods delivered to|consigned to'
const sellers = 'vendor|supplier|seller|consignor|sold by|supplied by|billed by|issued by'
/** "Name & Address of the Buyer" */
const of = '(?:(?:name|address|details?|name & address|name and address) of (?:the )?)?'

/** In this order; labels are folded. */
const patterns: readonly (readonly [key: string, form: RegExp])[] = [
  ['invoice_no', new RegExp(`^${before}(?:${papers}) (?:${number})$`)],
  ['invoice_date', new RegExp(`^${before}(?:${papers}) (?:${day})$`)],
  ['po_no', new RegExp(`^${before}(?:po|p o|order|indent) (?:${number})$`)],
  ['po_date', new RegExp(`^${before}(?:po|p o|order) (?:${day})$`)],
  ['vendor_name', new RegExp(`^${of}(?:${sellers})${details}$`)],
  ['consignee_name', new RegExp(`^${of}(?:${consignees})${details}$`)],
  ['buyer_name', new RegExp(`^${of}(?:${buyers})${details}$`)],
]

/** Numbers that are another paper's, or nobody's. */
const others =
  /\b(?:delivery|challan|original|against|way|eway|transport|lorry|goods|return|credit|advance|debit|payment|stock|gate|weigh\w*|last|previous|old|token|table|kot|page|sub|job|work|internal|line)\b/

/** The keys of a folded label; undefined for one that is made of other words. */
export function keysOfWords(label: string): readonly string[] | undefined {
  const found = patterns.find(([, form]) => form.test(label))
  if (found !== undefined)
    return found[0].endsWith('_name') || !others.test(label) ? [found[0]] : undefined
  return undefined
}

const dateOf: ReadonlyMap<string, string> = new Map([
  ['invoice_no', 'invoice_date'],
  ['po_no', 'po_date'],
  ['original_invoice_no', 'original_invoice_date'],
  ['ack_no', 'ack_date'],
])

/** "Bill # & Dt", "Order number / date": the label of a number, and that of its date behind a sign between them. */
export function numberAndDate(
  text: string,
  keysOf: (label: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  const label = /^(.+?)\s*(?:\/|&|,|\band\b|#)\s*(?:date|dated|dt)\.?\s*[:=-]*$/i.exec(text)?.[1]
  const [key, ...more] = label === undefined ? [] : (keysOf(label.replace(/[#&/,\s]+$/, '')) ?? [])
  const date = dateOf.get(key ?? '')
  return key === undefined || date === undefined || more.length > 0 ? undefined : [key, date]
}
