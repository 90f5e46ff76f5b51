import { foldLabel } from '../../paper/rules/labels.ts'

/* Words that begin the foot of a table. */

/** Texts that continue a page: "Carried forward", "Sub Total c/f", "Balance B/F", "continued ...", "Page 1 of 2". */
export function isCarriedOver(text: string): boolean {
  if (/^[-–\s]*page\s*(?:no\.?)?\s*:?\s*\d+(?:\s*(?:of|\/)\s*\d+)?[-–\s]*$/i.test(text)) return true
  return /\b(?:carried|brought|c(?:arried)?\/|b(?:rought)?\/)\s*-?(?:forward|over|down|fwd|f|d)\b|\b(?:continued|contd?)\b\s*(?:\.|on|to|from|next|$)/i.test(
    text,
  )
}

/** Names of sums, taxes and roundings, alone or followed by more. */
const beginnings = [
  /^(?:(?:sub|grand|net|gross|bill|invoice|order|page|mrp) ?)?total\b/,
  /^(?:net|bill|invoice) (?:amount|value)\b|^(?:net|amount|balance) (?:payable|due)\b/,
  /^(?:taxable (?:value|amount)|amount before tax|(?:central|state|integrated) tax|sgst utgst)\b/,
  /^round(?:ed|ing)? off\b|^rounding adjustment\b|^r off\b/,
  /^(?:tax|gst|hsn) (?:summary|details|analysis)\b|^you saved?\b|^no of items\b/,
  /^(?:amount|rs|chargeable)? ?in words\b|^amount chargeable\b|^e (?:& o ?e|and o e)\b/,
  /^terms (?:&|and) conditions\b|^bank (?:details|name)\b|^authori[sz]ed signatory\b|^thank you\b/,
  /^(?:receiver s|customer) signature\b|^(?:prepared|checked) by\b/,
  /^(?:cash|trade|special) discount\b|^freight charges\b/,
  /^(?:कुल (?:योग|राशि|जोड़)|सकल योग|उप योग|शब्दों में|કુલ (?:રકમ|સરવાળો))(?: |$)/,
]

/** Rows of the foot may consist of these words alone. Lines may begin with them. */
const words: ReadonlySet<string> = new Set(
  `items taxable cgst sgst igst utgst gst cess tcs tds vat rounding roundoff rupees inr terms declaration cash upi card paid
  received change tender thanks remarks note notes discount freight savings net subtotal
  कुल योग जोड़ કુલ સરવાળો एकूण पूर्णांक`.split(/\s+/),
)

/** Whether a row belongs to the foot: totals, taxes, roundings, and the texts below them. */
export function isSum(text: string): boolean {
  const label = foldLabel(text)
    .replaceAll(/\b(?:add|less|output|input|plus|by|to|ledger|a c)\b/g, ' ')
    .replaceAll(/[@₹+%*=]|\brs\b|[\d.,]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.has(label) || beginnings.some((beginning) => beginning.test(label))
}
