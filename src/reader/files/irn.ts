import { createHash } from 'node:crypto'
import { readDay } from '../../paper/values.ts'

/** The values that make an e-invoice's number. `date` may have any printed form. */
type EInvoice = { gstin: string; number: string; type: string; date: string }

/**
 * The Invoice Reference Number that belongs to a document: the SHA-256, in hex, of the seller's GSTIN, the financial year ("2026-27"), the
 * type and the number (source: the invoice registration portal). Undefined if the date cannot be read. The number does not cover the
 * amount, and a matching number proves no signature.
 */
export function irnOf({ gstin, number, type, date }: EInvoice): string | undefined {
  const day = readDay(date)
  if (day === undefined) return undefined
  const said = `${gstin}${financialYear(day)}${type}${number}`
  return createHash('sha256').update(said.toUpperCase()).digest('hex')
}

/** "2026-27" for a day from 1 April 2026 to 31 March 2027. */
export function financialYear(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = month >= 4 ? year : year - 1
  return `${first}-${String((first + 1) % 100).padStart(2, '0')}`
}
