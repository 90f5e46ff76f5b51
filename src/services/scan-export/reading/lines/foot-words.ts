import { foldLabel } from '../../normalising/labels.ts'

/* The words that begin the foot of a table. */

/** What pages say that go on: "Carried forward", "Sub Total c/f", "Balance B/F", "continued ...", "Page 1 of 2". */
export function isCarriedOver(text: string): boolean {
  if (/^[-–\s]*page\s*(?:no\.?)?\s*:?\s*\d+(?:\s*(?:of|\/)\s*\d+)?[-–\s]*$/i.test(text)) return true
  return /\b(?:carried|brought|c(?:arried)?\/|b(?:rought)?\/)\s*-?(?:forward|over|down|fwd|f|d)\b|\b(?:continued|contd?)\b\s*(?:\.|on|to|from|next|$)/i.test(
    text,
  )
}

const sums = [
  'total',
  'sub total',
  'subtotal',
  'grand total',
  'net total',
  'net amount',
  'net payable',
  'net value',
  'gross total',
  'bill total',
  'bill amount',
  'invoice total',
  'invoice value',
  'invoice amount',
  'order total',
  'page total',
  'amount payable',
  'amount due',
  'balance due',
  'total amount',
  'total value',
  'total qty',
  'total quantity',
  'total items',
  'items',
  'no of items',
  'total taxable',
  'total tax',
  'total gst',
  'taxable value',
  'taxable amount',
  'taxable',
  'amount before tax',
  'cgst',
  'sgst',
  'igst',
  'utgst',
  'sgst utgst',
  'gst',
  'cess',
  'central tax',
  'state tax',
  'integrated tax',
  'tcs',
  'tds',
  'vat',
  'round off',
  'rounded off',
  'rounding',
  'rounding off',
  'rounding adjustment',
  'roundoff',
  'r off',
  'amount in words',
  'amount chargeable',
  'rupees',
  'rs in words',
  'in words',
  'inr',
  'e & o e',
  'e & oe',
  'e and o e',
  'terms',
  'terms & conditions',
  'terms and conditions',
  'declaration',
  'bank details',
  'bank name',
  'authorised signatory',
  'authorized signatory',
  'tax summary',
  'tax details',
  'tax analysis',
  'gst summary',
  'hsn summary',
  'you saved',
  'you save',
  'total savings',
  'cash',
  'upi',
  'card',
  'paid',
  'received',
  'change',
  'tender',
  'thank you',
  'thanks',
  'remarks',
  'note',
  'notes',
  'receiver s signature',
  'customer signature',
  'prepared by',
  'checked by',
  'discount',
  'cash discount',
  'trade discount',
  'special discount',
  'freight',
  'freight charges',
  'savings',
  'mrp total',
  'net',
  'कुल',
  'कुल योग',
  'कुल राशि',
  'योग',
  'जोड़',
  'उप योग',
  'पूर्णांक',
  'शब्दों में',
]

const sumWords: ReadonlySet<string> = new Set(sums)
/** "Total amount of tax subject to reverse charge", "Amount Chargeable (in words)": it begins so. */
const sumBeginnings = sums.filter((words) => words.includes(' ') || words === 'total')

/** Whether a row is one of the foot: totals, taxes, roundings, and what bills print below them. */
export function isSum(text: string): boolean {
  const words = foldLabel(text)
    .replaceAll(/\b(?:add|less|output|input|plus|by|to|ledger|a c)\b/g, ' ')
    .replaceAll(/[@₹+%*=]|\brs\b|[\d.,]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (sumWords.has(words)) return true
  return sumBeginnings.some((beginning) => words.startsWith(`${beginning} `))
}
