/* Labels in a page's head that the rules lack, because only a page's layout needs them. `|` separates spellings. */

/** Labels of two values, one after the other. `|` separates spellings. */
export const doubleLabels: Readonly<Record<string, string>> = {
  'invoice_no invoice_date': `Invoice No & Date | Invoice No and Date | Invoice No / Date | Bill No & Date | Bill No / Date | Document No / Date
    | Inv No & Date | Inv No / Date | Invoice No & Dated | Invoice # & Date | Number & Date`,
  'po_no po_date': `PO No & Date | PO No / Date | Order No & Date | Order No / Date | Buyer's Order No & Date | Your Order & Date | Order & Date
    | Purchase Order No & Date`,
  'ack_no ack_date': `Ack No & Date | Ack No / Date | Acknowledgement No & Date`,
  eway_bill_no: `E-Way Bill No & Date | EWB No & Date | e-Way Bill Number & Date`,
  'original_invoice_no original_invoice_date': `Original Invoice No & Date | Against Invoice No & Date
    | Original Invoice No and Date | Ref Invoice No & Date | Our Bill | Our Invoice | Your Bill | Your Invoice | Our Inv`,
}

/** Labels that no rule has. They end the value before them, and the value after them belongs to no field. */
export const otherLabels = `Sl No | S No | Sr No | Sr | Item No | Other References | Other Reference | Other Reference(s) | Reference No & Date | Reference No | Ref No | Ref
  | Destination | Place of Delivery | State/UT Code | Terms of Delivery | Dispatch Doc No | Dispatch Document No | Despatch Document No | Despatch Doc No
  | Delivery Note Date | Challan Date | Supplier's Ref | Suppliers Ref | Declaration | Remarks | Narration | Website | Web
  | CIN | Time | Page | Page No | Salesman | Sales Person | Sales Executive | Customer Id | Customer Code | Customer No | Party Code
  | Udyam | Udyam No | Udyam Reg No | Udyam Registration No | MSME No | MSME | Route | Beat | Area | Driver | Packed By | Checked By
  | Prepared By | Contact Person | Attn | Kind Attn | Distance | Nature of Supply | Supply Type | Country | Pin | Pincode
  | Pin Code | City | District | LR Date | GR Date | Eway Bill Date | e-Way Bill Date | Valid Upto | Valid Till | Bank Branch | Branch | Branch Name | A/c Holder | A/c Holder's Name | Account Holder's Name | Account Holder Name | Account Holder | Beneficiary's Name | Name of Beneficiary | A/c Name | Account Name | Beneficiary | Beneficiary Name
  | Account Type | A/c Type | SWIFT Code | Swift | MICR | Fax | State Code & Name | Terms & Conditions
  | Terms and Conditions | Payment Mode | Mode of Payment | Mode of Transport | Transport Mode | No of Packages | No of Boxes | Cases
  | Weight | Gross Weight | Net Weight | Currency | Cashier | Counter | Counter No | Table No | Token No | Bill Time | Salesperson
  | Department | Requisition No | Indent No | Quotation No | Quotation Date | Delivery Date | Expected Delivery | Expected Date
  | Delivery By | Deliver By | Required By | Valid Until | Project | Site | Agreement No | Previous Balance
  | Total Tax in Words | Tax Amount (in words) | Tax Amount in Words | UPI | UPI Id | VPA | Date of Supply | Time of Supply
  | Agent | Broker | Due Days | Bales | S/Man | DSR | Steward | Waiter | Covers | Pax | Nozzle | Nozzle No | Consumer No | Meter No
  | Vendor Code | Supplier Code | Buyer Code | Cust Code | Account Code | Plant | Plant Code | Your Quotation | Our Reference | Our Ref | Our Ref No | Rate Contract No | Incoterms | Contact Person/Telephone | Invoice Details
  | Invoice Time | Bill Period | Billing Period | Ch Date | L R Date | G R Date | Docket Date | Delivery No / Date
  | Mode of Dispatch | Freight Terms | Old Balance | Advance | Gold Rate | Ship From | Ship-from Address | Dispatch From
  | Dispatch From Address | Dispatched From | Despatch From | Goods Dispatched From
  | Received By | Authorised Signatory | Name & Signature | Reason | Reason for Issue | Reason for Return | Notes | Note | Subject`

/** Words before the addressee: on a bill the buyer, on an order the seller. The rules use these words the other way round. */
export const addressed = `To | M/s | M/s. | Messrs | Party | Party Name | Name of Party | Party Details | Details of Party | To M/s | Name & Address
  | Shri | Shree | Smt | श्री | श्रीमान | મે | શ્રી | પ્રતિ`

/** Headings of the block with the seller's bank account. No field stands for it. */
export const bankBlock = `Bank Details | Company's Bank Details | Our Bank Details | Bank A/c Details | Bank Account Details | Payment Details
    | Bankers | Our Bankers | Bank Information | बैंक विवरण | Bank Detail | Company Bank Details | Remittance Details`

/** Words that mean the buyer, before a detail of the buyer: "Retailer GSTIN". */
const buyerWords =
  `Party Party's Retailer Customer Customer's Buyer Buyer's Client Consumer Recipient Receiver Dealer Guest Patient
  Member Purchaser`.split(/\s+/)

export const buyerLabels: Readonly<Record<string, string>> = {
  buyer_name: buyerWords.map((word) => `${word} Name`).join('|'),
  buyer_gstin: buyerWords
    .flatMap((word) => [
      `${word} GSTIN`,
      `${word} GST No`,
      `${word} GSTIN No`,
      `${word} GST`,
      `${word} GSTIN/UIN`,
    ])
    .join('|'),
  buyer_address: buyerWords.map((word) => `${word} Address`).join('|'),
  buyer_phone: buyerWords
    .flatMap((word) => [`${word} Phone`, `${word} Mobile`, `${word} Mobile No`, `${word} Ph`])
    .join('|'),
  buyer_pan: buyerWords.flatMap((word) => [`${word} PAN`, `${word} PAN No`]).join('|'),
}

/* Labels that no list has, recognised by their words: "Folio Number", "Memo Ref", "Chemist Name & Address". */

const papers =
  'invoice|inv|bill|bill of sale|memo|voucher|vch|document|doc|receipt|rcpt|slip|folio|note|challan cum invoice|serial'
const orders = 'po|p o|order|work order|w ?o|indent'
const number = 'no|nos|number|num|nr|nbr|ref|reference|ref no|id|sr no|sl no|serial no'
const day = 'date|dt|dated|day'
/** Words that may come before them. Other words mean a sentence. */
const before =
  '(?:(?:gst|tax|retail|sales?|cash|service|hotel|room|system|erp|sap|manual|book|computer|final|main|freight|supply|company|firm|billing|seller|vendor|supplier|purchase|your|customer|cust|client|buyer) ){0,2}'
const details =
  '(?: s)?(?: (?:name|address|details?|information|info|particulars|party|name & address|name and address|address details))*'
const buyers =
  '(?:bill(?:ed)?|sold|invoiced?) to (?:and |& )?(?:ship(?:ped)?|deliver(?:ed)?) to|buyer (?:and |& )?consignee|buyer|customer|cust|recipient|receiver|bill(?:ed)? to|sold to|invoice(?:d)? to|party|client|consumer|retailer|dealer|distributor|stockist|outlet|store|chemist|shopkeeper|merchant|member|purchaser|company'
const consignees =
  'consignee|ship(?:ped|ping)?(?: to)?|deliver(?:ed|y)?(?: to)?|goods delivered to|consigned to'
const sellers = 'vendor|supplier|seller|consignor|exporter|sold by|supplied by|billed by|issued by'
/** "Exporter / Supplier" */
const oneOrTwo = (words: string) => `(?:${words})(?: (?:(?:and|or|&) )?(?:${words}))?`
/** "Name & Address of the Buyer" */
const of = '(?:(?:name|address|details?|name & address|name and address) of (?:the )?)?'

/** In this order. Labels are folded. */
const patterns: readonly (readonly [key: string, form: RegExp])[] = [
  ['invoice_no', new RegExp(`^${before}(?:${papers}) (?:${number})$`)],
  ['invoice_no', new RegExp(`^(?:c ?n|d ?n|cr|dr|credit|debit|return)(?: note)? (?:${number})$`)],
  ['invoice_date', new RegExp(`^(?:c ?n|d ?n|cr|dr|credit|debit|return)(?: note)? (?:${day})$`)],
  [
    'original_invoice_no',
    new RegExp(`^(?:original|against|agst|our|your)(?: (?:tax|gst|sales?|retail))? (?:${papers})$`),
  ],
  ['invoice_date', new RegExp(`^${before}(?:${papers}) (?:${day})$`)],
  [
    'invoice_date',
    /^(?:date|day) of (?:issue|invoice|bill|memo)$|^(?:issued|raised|billed|invoiced) on$|^(?:issued|posting|tax) date$/,
  ],
  [
    'due_date',
    /^(?:(?:payment|bill|invoice|amount|total) )?due (?:date|on|by|dt)$|^(?:pay|payment|payable)(?: due)? (?:by|before|on|on or before|till|latest by)$|^last (?:date|day) (?:of|for|to) (?:payment|pay)$/,
  ],
  [
    'vehicle_no',
    /^(?:motor )?(?:vehicle|veh|lorry|truck|tempo)(?: (?:reg|regn|registration))?(?: (?:no|number))?$|^(?:reg|regn|registration)(?: (?:no|number))?$/,
  ],
  ['eway_bill_no', /^(?:e ?way(?: bill)?|(?:e ?)?way ?bill|e ?wb)(?: (?:no|number|ref))?$/],
  [
    'lr_no',
    /^(?:lr|l r|gr|g r|rr|r r|bilty|docket|awb|air ?way bill|consignment note|consignment|tracking)(?: (?:no|number))$|^(?:lorry|goods|railway) (?:receipt|recpt|rcpt)(?: (?:no|number))?$/,
  ],
  [
    'delivery_note_no',
    /^(?:delivery )?(?:challan|chalan|dc)(?: (?:no|number))$|^(?:delivery|des?patch|dispatch) (?:note|order)(?: (?:no|number))$|^do (?:no|number)$/,
  ],
  [
    'transporter',
    /^(?:transport(?:er)?|trpt|tpt|courier|carrier|logistics?)(?: (?:name|partner|agency))?$|^(?:goods )?(?:dispatched|despatched|shipped|sent|carried|moved|forwarded) (?:by|per|via|through)$|^ship via$/,
  ],
  ['reverse_charge', /^(?:whether |supply under |under )?rcm(?: applicable)?$/],
  [
    'place_of_supply',
    /^(?:supply|supplied) (?:state|to|in|at|place)$|^(?:place|state) of (?:service|supply|consumption)$/,
  ],
  ['fssai_no', /^(?:fssai|food) (?:reg|regn|registration|lic|licen[cs]e)(?: (?:no|number))?$/],
  [
    'payment_terms',
    /^(?:(?:payment|credit|our|pay) )?terms?$|^terms of (?:pay|payment|credit)$|^(?:payment )?credit (?:period|days|limit days)$|^payable in$/,
  ],
  ['po_no', new RegExp(`^${before}(?:${orders}) (?:${number})$`)],
  ['po_date', new RegExp(`^${before}(?:${orders}) (?:${day})$`)],
  ['po_date', /^(?:your )?order(?:ed)? (?:placed |given |received )?on$/],
  [
    'po_no',
    /^(?:w ?o|work order|sales order)$|^(?:your|customer|cust|client|buyer|party) (?:ref(?:erence)?(?: no)?|p ?o)$|^ref(?:erence)? (?:customer|client|buyer)$/,
  ],
  [
    'original_invoice_no',
    new RegExp(
      `^(?:original|against|agst|reference|ref|your|our|purchase) (?:${papers}) (?:${number})$`,
    ),
  ],
  [
    'original_invoice_date',
    new RegExp(
      `^(?:original|against|agst|reference|ref|your|our|purchase) (?:${papers}) (?:${day})$`,
    ),
  ],
  ['vendor_name', new RegExp(`^${of}${oneOrTwo(sellers)}${details}$`)],
  ['consignee_name', new RegExp(`^${of}(?:${consignees})${details}$`)],
  ['buyer_name', new RegExp(`^${of}(?:${buyers})${details}$`)],
]

/** Words of numbers that belong to another paper, or to nothing. */
export const otherPapers =
  /\b(?:delivery|challan|original|against|agst|vide|shipping|way|eway|transport|lorry|goods|return|credit|advance|debit|payment|stock|gate|weigh\w*|last|previous|old|token|table|kot|page|sub|job|internal|line)\b/

/** On a note, these words mean the note's own number. */
const noteLabel = /^(?:credit|debit|return) note\b/

/** Words that papers shorten, with the whole word. */
const shortened: readonly (readonly [RegExp, string])[] = [
  [/\bordr?\b/g, 'order'],
  [/\bdtd\b/g, 'dated'],
  [/\bregn?\b/g, 'registration'],
  [/\bveh\b/g, 'vehicle'],
  [/\bpymt\b/g, 'payment'],
  [/\bdispd?\b/g, 'dispatched'],
  [/\bcustr?\b/g, 'customer'],
  [/\bsupp?l?r?\b/g, 'supplier'],
]

/** A folded label with whole words. */
export function wholeWords(label: string): string {
  return shortened.reduce((text, [word, whole]) => text.replaceAll(word, whole), label)
}

/** The keys of a folded label. Undefined for a label with other words. */
export function keysOfWords(label: string): readonly string[] | undefined {
  const whole = wholeWords(label)
  const found = patterns.find(([, form]) => form.test(label) || form.test(whole))
  if (found === undefined) return undefined
  const isNote = noteLabel.test(label)
  return isNote || !/^(?:invoice|po)_/.test(found[0]) || !otherPapers.test(label)
    ? [found[0]]
    : undefined
}

/** The key of a paper's number → the key of its date. */
export const dateOf: ReadonlyMap<string, string> = new Map([
  ['invoice_no', 'invoice_date'],
  ['po_no', 'po_date'],
  ['original_invoice_no', 'original_invoice_date'],
  ['ack_no', 'ack_date'],
])

/** "Bill # & Dt", "Order number / date": the keys of a number and of its date. */
export function numberAndDate(
  text: string,
  keysOf: (label: string) => readonly string[] | undefined,
): readonly string[] | undefined {
  const label = /^(.+?)\s*(?:\/|&|,|\band\b|#)\s*(?:date|dated|dt)\.?\s*[:=-]*$/i.exec(text)?.[1]
  const [key, ...more] = label === undefined ? [] : (keysOf(label.replace(/[#&/,\s]+$/, '')) ?? [])
  const date = dateOf.get(key ?? '')
  return key === undefined || date === undefined || more.length > 0 ? undefined : [key, date]
}
