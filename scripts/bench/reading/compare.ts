import { readDay, readNumber } from '../../../src/paper/values.ts'
import { chargeMark, type Value } from './truth.ts'

/** Amounts, quantities and rates: compared as numbers. */
const numberKeys = new Set(
  `amount balance cess cess_rate cgst cgst_rate closing_balance credit debit discount discount_pct free_qty freight
  gst_rate igst igst_rate mrp opening_balance qty rate rate_incl_tax round_off sgst sgst_rate sl_no subtotal tax_amount
  taxable_value total total_qty`.split(/\s+/),
)

const dateKeys = new Set(
  `ack_date date due_date invoice_date original_invoice_date po_date statement_date statement_from statement_to
  value_date`.split(/\s+/),
)

export function isDate(key: string): boolean {
  return dateKeys.has(key)
}

/** Balances are negative where "Dr" is printed beside them. */
const balanceKeys = new Set(['balance', 'opening_balance', 'closing_balance'])

/** Whether two values are the same: numbers and dates by value, text without case and white space. */
export function isSame(key: string, truth: Value, read: string): boolean {
  if (typeof truth === 'object') return truth.some((one) => isSame(key, one, read))
  if (numberKeys.has(key) || key.startsWith(chargeMark))
    return numberOf(key, read) === Number(truth)
  if (isDate(key)) return readDay(read) === truth
  const [printed, said] = [plain(String(truth)), plain(read)]
  return printed === said || (key === 'phone' && `+91${printed}` === said)
}

function numberOf(key: string, read: string): number | undefined {
  const unsigned = read.replace(/^@|%$/g, '').trim()
  return readNumber(unsigned, balanceKeys.has(key))
}

/** All dashes are one, all quotes are one, and a final full stop or comma is dropped. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[‐-―−]/g, '-')
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”]/g, '"')
    .replace(/\s+/g, '')
    .replace(/[.,:]+$/, '')
}
