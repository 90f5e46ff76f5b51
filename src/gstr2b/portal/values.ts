import { readDay } from '../../paper/values.ts'
import type { PortalRow } from './row.ts'

/* How the portal writes days, amounts and answers, in JSON and in workbooks. */

/** More rupees than any document has. */
const rupeesMax = 1e11

/** "24-11-2026", "24/11/2026" and "2026-11-24" as 2026-11-24. '' for anything that is no day. */
export function dayOf(value: unknown): string {
  return readDay(textOf(value)) ?? ''
}

/** Rupees, as a number or as "1,23,456.50", in paise without the sign. 0 for an empty value, NaN for anything that is no amount. */
export function portalPaise(value: unknown): number {
  return Math.abs(signedPortalPaise(value))
}

/** Like `portalPaise`, with the sign: parts of a document may be negative. */
export function signedPortalPaise(value: unknown): number {
  if (value === undefined || value === null) return 0
  if (typeof value !== 'number' && typeof value !== 'string') return Number.NaN
  // Workbooks have a dash in empty cells.
  const text = String(value)
    .replaceAll(/[₹,\s]/g, '')
    .replace(/^[-–—]$/, '')
  const rupees = Number(text)
  if (!Number.isFinite(rupees) || Math.abs(rupees) > rupeesMax) return Number.NaN
  return Math.sign(rupees) * Math.round(Number((Math.abs(rupees) * 100).toPrecision(15)))
}

export function textOf(value: unknown, max = 200): string {
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  return String(value).trim().slice(0, max)
}

/** A GSTIN in upper case; '' for anything else. */
export function gstinOf(value: unknown): string {
  const text = textOf(value).toUpperCase()
  return /^[0-9A-Z]{15}$/.test(text) ? text : ''
}

/** "27", "27-Maharashtra", 7 */
export function stateOf(value: unknown): string {
  const digits = /^\d{1,2}/.exec(textOf(value))?.[0]
  return digits === undefined ? '' : digits.padStart(2, '0')
}

/** "Y", "Yes" */
export function isYes(value: unknown): boolean {
  return /^y/i.test(textOf(value))
}

/** Credit is available unless the portal says otherwise. */
export function itcOf(value: unknown): PortalRow['itc'] {
  const text = textOf(value)
  if (/^n/i.test(text)) return 'no'
  return /^t/i.test(text) ? 'later' : 'yes'
}
