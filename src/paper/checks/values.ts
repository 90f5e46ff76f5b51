import { isGstin } from '../../platform/gst/gstin.ts'
import { readDate, readNumber } from '../rules/printed-values.ts'

export { readSide } from '../rules/printed-values.ts'

/* Readers of printed or typed values. The form, the checks and the delivery share them. */

/** A date as yyyy-mm-dd, day first. Undefined when there is no such day. */
export function readDay(text: string): string | undefined {
  return readDate(text)
}

/** An amount in paise: "₹1,23,456.50", "500/-", "(200)", "(-)0.40". Undefined when it cannot be read for certain. */
export function readPaise(text: string, isBalance = false): number | undefined {
  if (text === '') return undefined
  const amount = readNumber(text.replace(/\(\s*([-+])\s*\)/, '$1'), isBalance)
  return amount === undefined ? undefined : Math.round(amount * 100)
}

/** A quantity: "12 Nos", "2.350 Kg". In "10+2", 2 are free and 10 count. */
export function readQuantity(text: string): number | undefined {
  if (text === '') return undefined
  const paid = /^\s*(\d+)\s*\+\s*\d+(?=\D*$)/.exec(text)?.[1]
  return paid === undefined ? readNumber(text, false) : Number(paid)
}

/** A percentage: "18%", "18", "@ 9 %", "GST 5%". A word for exempt is 0. */
export function readPercent(text: string): number | undefined {
  if (text === '') return undefined
  if (/^(?:exempt(?:ed)?|nil(?: rated)?|zero|tax free)$/i.test(text.trim())) return 0
  const digits = /^(?:[cis]?gst|tax)?\s*@?\s*(\d{1,3}(?:\.\d+)?)\s*(?:%|per ?cent|pct)?$/i.exec(
    text.trim(),
  )?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** A GSTIN in its registered form, without spaces. Undefined for anything else. */
export function readGstin(text: string): string | undefined {
  if (text === '') return undefined
  const gstin = text.replaceAll(/[\s.-]+/g, '').toUpperCase()
  return isGstin(gstin) ? gstin : undefined
}

/** What papers print in place of a GSTIN. */
const unregistered =
  /^(?:urp|urd|unregistered.*|un-registered.*|not (?:applicable|registered)|applied for|consumer)$/i

/** Whether a text says that somebody has no GSTIN. */
export function isUnregistered(text: string): boolean {
  return unregistered.test(text)
}

/** An HSN or SAC code, without spaces and points. Undefined for anything else. */
export function readHsn(text: string): string | undefined {
  const digits = text.replaceAll(/[\s.]+/g, '')
  return /^(?:\d{2}|\d{4}|\d{6}|\d{8})$/.test(digits) ? digits : undefined
}

/** "₹1,23,456.50" */
export function rupees(paise: number): string {
  return rupeesFormat.format(paise / 100)
}

const rupeesFormat = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })

/** India's time zone, in milliseconds ahead of UTC. */
const indiaOffsetMs = 5.5 * 60 * 60 * 1000

/** The day in India, yyyy-mm-dd. Bills have this day. */
export function dayInIndia(time: number): string {
  return new Date(time + indiaOffsetMs).toISOString().slice(0, 10)
}
