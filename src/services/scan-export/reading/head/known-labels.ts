import { foldText } from '../../../../platform/text.ts'
import type { Category } from '../../categories.ts'
import { wrongLetters } from '../lines/heading-keys.ts'
import { builtInLabels, foldLabel, spellingsOf } from '../../normalising/labels.ts'

/* Which printed labels stand for which keys, when a page is read: those of the rules, and what only a page's layout needs. */

/** Labels of two values, one behind the other; `|` separates spellings. */
const doubleLabels: Readonly<Record<string, string>> = {
  'invoice_no invoice_date': `Invoice No & Date | Invoice No and Date | Invoice No / Date | Bill No & Date | Bill No / Date
    | Inv No & Date | Inv No / Date | Invoice No & Dated | Invoice # & Date | Number & Date`,
  'po_no po_date': `PO No & Date | PO No / Date | Order No & Date | Order No / Date | Buyer's Order No & Date
    | Purchase Order No & Date`,
  'ack_no ack_date': `Ack No & Date | Ack No / Date | Acknowledgement No & Date`,
  eway_bill_no: `E-Way Bill No & Date | EWB No & Date | e-Way Bill Number & Date`,
  'original_invoice_no original_invoice_date': `Original Invoice No & Date | Against Invoice No & Date
    | Original Invoice No and Date | Ref Invoice No & Date`,
}

/** Labels that a layout has and no rule: they end a value, and what stands behind them is nobody's. */
const otherLabels = `Sl No | S No | Sr No | Item No | Other References | Other Reference | Other Reference(s) | Reference No & Date | Reference No | Ref No | Ref
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
  | Delivery By | Deliver By | Required By | Valid Until | Project | Site | Work Order No | Agreement No | Previous Balance
  | Total Tax in Words | Tax Amount (in words) | Tax Amount in Words | UPI | UPI Id | VPA | Date of Supply | Time of Supply
  | Received By | Authorised Signatory | Name & Signature | Reason | Reason for Issue | Reason for Return | Notes | Note | Subject`

/** Whom a paper is addressed to: of a bill the buyer, of an order the seller. Rules know these words the other way round. */
const addressed = `To | M/s | M/s. | Messrs | Party | Party Name | Name of Party | Party Details | Details of Party | To M/s | Name & Address`

/** Blocks of a paper that have names and numbers of their own. */
const blockLabels: Readonly<Record<string, string>> = {
  buyer_name: `Bill To Party | Details of Receiver / Billed to | Details of Receiver | Billed to | Receiver Details
    | Buyer Details | Buyer's Details | Details of Buyer | Customer Details | Details of Customer | Bill-To | Billing Address
    | Billing Details | Invoice To | Invoiced To | Recipient Details | Details of Recipient | Buyer (Billed To) | Buyer (Bill to)
    | Buyer Name & Address | Name & Address of Buyer | Name and Address of Recipient | Sold To Party | Bill To Address
    | Receiver (Billed To) | Buyer / Bill To | Bill To / Ship To | Billed & Shipped To | Bill To & Ship To | Bill To Details
    | ग्राहक | क्रेता | ग्राहक का नाम | क्रेता का नाम | खरीदार | प्रति | सेवा में`,
  consignee_name: `Ship To Party | Ship-To | Shipping Address | Shipping Details | Consignee Details | Details of Consignee
    | Details of Consignee / Shipped to | Delivery Address | Ship To Address | Deliver At | Delivered To
    | Delivery At | Shipped to (Consignee) | Consignee (Shipped to) | Ship To Details | प्रेषिती`,
  vendor_name: `Supplier Details | Details of Supplier | Seller Details | Vendor Details | From | Issued By | Supplied By
    | Sold By | Name & Address of Supplier | Vendor Name & Address | Supplier Name & Address | Vendor / Supplier | Order To | विक्रेता | आपूर्तिकर्ता`,
  bank: `Bank Details | Company's Bank Details | Our Bank Details | Bank A/c Details | Bank Account Details | Payment Details
    | Bankers | Our Bankers | Bank Information | बैंक विवरण | Bank Detail | Company Bank Details | Remittance Details`,
}

/** Words for whom a bill is to, before what of them is printed: "Retailer GSTIN". */
const buyerWords =
  `Party Party's Retailer Customer Customer's Buyer Buyer's Client Consumer Recipient Receiver Dealer Guest Patient
  Member Purchaser`.split(/\s+/)

const buyerLabels: Readonly<Record<string, string>> = {
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

/** What a bank statement prints. */
const statementLabels: Readonly<Record<string, string>> = {
  'statement_from statement_to': `Period | Statement Period | Transaction Period | For the Period | Period of Statement
    | Statement for the Period | Statement of Account for the Period | Transaction Date From | Statement of Transactions for the Period
    | Account Statement for the Period | Date Range`,
  statement_date: `Date | Generated On | Statement Generated On | Printed On | Statement Date`,
  customer_id: `Cust Reln No | Customer No | Cust No | Customer Relationship No | CIF Id | CIF Number`,
  closing_balance: `Closing Bal | Clear Balance`,
  account_name: `Name | Account Title | Registered Name | Name of Customer | Account Holders Name | Account Holder's Name | Name of the Account`,
  account_no: `Savings Account No | Current Account No | Account | A/C No | Account Number | Statement of Account No | खाता संख्या`,
  branch: `Home Branch | Base Branch`,
  '': `Account Type | Product | Scheme | Nomination | Nominee | Joint Holders | Joint Holder | OD Limit | Drawing Power | Interest Rate
    | Account Status | A/c Status | A/C Open Date | Account Open Date | Dr Count | Cr Count | Debits | Credits | Phone | Email | Address | City | State`,
}

/** More spellings of the rules' keys, only where they stand beside a value. */
const moreLabels: Readonly<Record<string, string>> = {
  invoice_no: `No | Invoice Number | Bill Number | Inv | Invoice # | Bill # | Receipt No | Memo Number | Tax Invoice # | Credit Note # | CN No
    | Debit Note # | DN No | Note No | Cr Note No | Dr Note No | Number | चालान नं | बीजक संख्या | बीजक क्रमांक | बिल क्रमांक | क्रमांक | क्र | बीजक सं | इनवॉइस नं | इनवॉइस संख्या`,
  invoice_date: `Dt | Date of Issue | Note Date | Receipt Date | दिनांक | तारीख | तिथि | बिल दिनांक | बिल तारीख | इनवॉइस तिथि | बीजक दिनांक`,
  gstin: `GSTIN / UIN | GST | GST NUMBER | GST#| जीएसटीआईएन | जीएसटी नं | जीएसटी नंबर | जीएसटी संख्या | जी एस टी नं`,
  place_of_supply: `POS | Place of Supply/State Code | Place of supply State | Place of Supply & Code | आपूर्ति का स्थान`,
  phone: `Contact | Cell | Mob | Mobile Number | Phone Number | Tel/Mob | Contact Number | Ph/Mob | फोन | मोबाइल | मो | फ़ोन`,
  due_date: `Pay by Date | Last Date of Payment | Payment Date | Due | Payment due by | Due dt`,
  irn: `IRN Number | Invoice Reference Number`,
  state: `State/Code | State & Code | State, Code | राज्य`,
  original_invoice_no: `Against Inv No | Ref Invoice No | Reference Bill No | Original Invoice | Against Invoice | Our Invoice No`,
  original_invoice_date: `Against Invoice Date | Ref Invoice Date | Original Dated`,
  address: `पता`,
  pan: `PAN Number | PAN#`,
  po_no: `Purchase Order # | PO # | Order # | PO Number | P O No`,
  account_no: `Bank Account No | Bank A/c | A/c | Account | A/C Number | Acc No | Account # | खाता संख्या`,
  lr_no: `GR/RR No | LR/RR No | LR/GR No | L.R. No | G.R. No | Consignment No | Bilty No | CN/LR No`,
  vehicle_no: `Vehicle Reg No | Veh No`,
  eway_bill_no: `E-way Bill # | Eway No | E Way Bill Number`,
  payment_terms: `Credit Terms | Payment | Pay Terms`,
  buyer_name: `ग्राहक | क्रेता`,
  drug_licence_no: `Drug Lic | D L No | DL | DL Nos | Lic No`,
  fssai_no: `FSSAI Number | FSSAI Lic`,
}

export type KnownLabels = ReadonlyMap<string, readonly string[]>

const known = new Map<Category, KnownLabels>()

/** Folded label → its keys, in the order of their values; no key for a label that is nobody's. */
export function knownLabels(category: Category): KnownLabels {
  return known.getOrInsertComputed(category, () => {
    const labels = new Map<string, readonly string[]>()
    const isStatement = category === 'bank_entry'
    for (const set of isStatement ? [statementLabels] : paperLabels(category)) addAll(labels, set)
    for (const [label, key] of builtInLabels(category, 'metadata')) {
      if (!labels.has(label)) labels.set(label, [key])
    }
    if (!isStatement) addAll(labels, moreLabels)
    addAll(labels, { ...doubleLabels, '': otherLabels })
    return labels
  })
}

/** What of bills and orders comes before the rules: on an order the buyer and the seller change places. */
function paperLabels(category: Category): Readonly<Record<string, string>>[] {
  if (category === 'purchase_order') return [{ vendor_name: addressed }, blockLabels]
  return [{ buyer_name: addressed }, blockLabels, buyerLabels]
}

function addAll(labels: Map<string, readonly string[]>, more: Readonly<Record<string, string>>) {
  for (const [keys, printed] of Object.entries(more)) {
    for (const label of printed.split('|').flatMap((one) => spellingsOf(keys, one))) {
      for (const spelling of [label, label.replaceAll(' ', '')]) {
        if (!labels.has(spelling)) labels.set(spelling, keys.split(' ').filter(Boolean))
      }
    }
  }
}

/** Characters that scanners take for each other, as one of them; without what stands between words. */
export function foldConfusable(label: string): string {
  return foldLabel(foldText(label))
    .replaceAll(/[^\p{L}\p{M}\p{N}%₹&]+/gu, '')
    .replaceAll(/[1i|!]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('8', 'b')
    .replaceAll('rn', 'm')
}

const confusable = new Map<Category, KnownLabels>()

/** Letters from which a label is known although letters of it were taken for others. */
const confusableLettersMin = 4

/** The same labels, for what a scanner read. */
export function confusableLabels(category: Category): KnownLabels {
  return confusable.getOrInsertComputed(category, () => {
    const labels = new Map<string, readonly string[]>()
    for (const [label, keys] of knownLabels(category)) {
      const folded = foldConfusable(label)
      if (folded.length >= confusableLettersMin && !labels.has(folded)) labels.set(folded, keys)
    }
    return labels
  })
}

const byLength = new Map<Category, ReadonlyMap<number, readonly string[]>>()

/** Letters from which one of them may be wrong, and two. */
const [oneWrongMin, twoWrongMin] = [6, 11]

/** The keys of the label that a scanner read with a letter or two wrong; undefined when it is like none, or like two. */
export function nearLabel(text: string, category: Category): readonly string[] | undefined {
  const folded = foldConfusable(text)
  const max = folded.length >= twoWrongMin ? 2 : folded.length >= oneWrongMin ? 1 : 0
  if (max === 0) return undefined
  const labels = confusableLabels(category)
  const lengths = byLength.getOrInsertComputed(category, () =>
    Map.groupBy(labels.keys(), ({ length }) => length),
  )
  const near = Array.from(
    { length: 2 * max + 1 },
    (_, at) => lengths.get(folded.length - max + at) ?? [],
  )
    .flat()
    .map((label) => ({ label, wrong: wrongLetters(folded, label, max) }))
    .filter(({ wrong }) => wrong <= max)
    .toSorted((a, b) => a.wrong - b.wrong)
  const least = near.filter(({ wrong }) => wrong === near[0]?.wrong)
  const meanings = new Set(least.map(({ label }) => labels.get(label)?.join(' ')))
  return meanings.size === 1 ? labels.get(near[0]?.label ?? '') : undefined
}
