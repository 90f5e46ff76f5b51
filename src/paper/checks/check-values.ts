import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import type { CheckedAgainst, CheckedDocument, Fields, Finding } from './document.ts'
import { readAs, textAt, withoutRate } from './document.ts'
import { type FieldDefinition, fieldName, fieldOf, type Kind } from '../fields.ts'
import {
  isUnregistered,
  readDay,
  readGstin,
  readHsn,
  readPercent,
  readQuantity,
} from '../values.ts'

/* Checks each value by itself: whether such a date, amount, quantity, rate, HSN code or GSTIN can exist. */

/**
 * How many days old a bill or an order may be before Daybook asks. If January keeps last year's date, the date is 365 days back. Papers
 * that come in are seldom older than a month.
 */
const paperDaysMax = 335
/** How many days old a bank statement may be: audits ask for the last financial years. */
const statementDaysMax = 3 * 366

const millisecondsPerDay = 24 * 60 * 60 * 1000

type Doubt = Pick<Finding, 'code' | 'message'>
type Check = (text: string, name: string, place: Place) => Doubt | undefined
type Place = CheckedAgainst & { document: CheckedDocument; key: string; isLine: boolean }

/** Finds wrong values in the head and in the lines. */
export function checkValues(document: CheckedDocument, against: CheckedAgainst): Finding[] {
  const head = checkFields(document.head, { ...against, document, isLine: false })
  const lines = document.lines.flatMap((fields, line) =>
    checkFields(fields, { ...against, document, isLine: true }).map((finding) => ({
      ...finding,
      line,
    })),
  )
  return [...head, ...lines]
}

function checkFields(fields: Fields, place: Omit<Place, 'key'>): Finding[] {
  return Object.keys(fields).flatMap((key) => {
    const text = textAt(fields, key)
    const field = text === '' ? undefined : fieldOf(key)
    const doubt = field && checkOf(field)?.(text, fieldName(key), { ...place, key })
    return doubt === undefined ? [] : [{ key, ...doubt }]
  })
}

const rate: Check = (text, name) =>
  readAs('rate', text) === undefined
    ? unreadable(`${name}: ${quoted(text)} is no amount.`)
    : undefined

const amount: Check = (text, name, { key }) => noAmount(text, name, fieldOf(key)?.kind ?? 'money')

function noAmount(text: string, name: string, kind: Kind): Doubt | undefined {
  if (readAs(kind, text) === undefined) return unreadable(`${name}: ${quoted(text)} is no amount.`)
  // The point in "Rs.123" is no decimal point.
  if (!/\d\.\d\d\d*[1-9]/.test(text)) return undefined
  return unreadable(`${name}: ${quoted(text)} has more than two decimals.`)
}

/** Some papers print an amount, others a percentage. */
const amountOrPercent: Check = (text, name, place) =>
  readPercent(text) === undefined ? amount(text, name, place) : undefined

const tax: Check = (text, name) => {
  const rest = withoutRate(text)
  return rest === '' ? undefined : noAmount(rest, name, 'money')
}

const quantity: Check = (text, name) =>
  readQuantity(text) === undefined
    ? unreadable(`${name}: ${quoted(text)} is no quantity.`)
    : undefined

const percentage: Check = (text, name) => {
  const percent = readPercent(text)
  if (percent !== undefined && percent <= 100) return undefined
  return unreadable(`${name}: ${quoted(text)} is no percentage.`)
}

const slab: Check = (text, name, place) =>
  percentage(text, name, place) ?? (isSlab(text, 1) ? undefined : noSlab(text, name))

const halfSlab: Check = (text, name, place) =>
  percentage(text, name, place) ?? (isSlab(text, 2) ? undefined : noSlab(text, name))

function isSlab(text: string, parts: 1 | 2): boolean {
  const percent = (readPercent(text) ?? 0) * parts
  return gstSlabs.some((known) => Math.abs(known - percent) < 0.001)
}

function noSlab(text: string, name: string): Doubt {
  return { code: 'tax', message: `${name}: GST has no rate of ${quoted(text)}.` }
}

const gstin: Check = (text, name) => {
  if (isUnregistered(text) || readGstin(text) !== undefined) return undefined
  const { length } = text.replaceAll(/[\s.-]+/g, '')
  const why =
    length === 15
      ? 'a character is wrong, or two are swapped'
      : `it has ${length}, not 15 characters`
  return unreadable(`${name}: ${quoted(text)} is no GSTIN: ${why}.`)
}

const buyersGstin: Check = (text, name, place) => {
  const { ownGstin } = place
  const read = readGstin(text)
  if (ownGstin === null || read === undefined || read === ownGstin) {
    return gstin(text, name, place)
  }
  return {
    code: 'tax',
    message: `${name}: ${read} is not this shop's GSTIN (${ownGstin}): the bill is somebody else's, or credit for its tax is lost.`,
  }
}

const hsn: Check = (text, name) => {
  if (readHsn(text) !== undefined) return undefined
  const why = /^[\d\s.]+$/.test(text) ? 'it has 4, 6 or 8 digits' : 'it has digits alone'
  return unreadable(`${name}: ${quoted(text)} is no HSN code: ${why}.`)
}

const dayInFuture: Check = (text, name) =>
  readDay(text) === undefined ? unreadable(`${name}: ${quoted(text)} is no date.`) : undefined

const day: Check = (text, name, place) => {
  const read = readDay(text)
  if (read === undefined) return dayInFuture(text, name, place)
  const age = daysBetween(read, place.today)
  const isStatement = place.document.category === 'bank_entry'
  if (age < 0) return { code: 'date', message: `${name}: ${quoted(text)} is in the future.` }
  if (age <= (isStatement ? statementDaysMax : paperDaysMax)) return undefined
  return { code: 'date', message: `${name}: ${quoted(text)} is long ago. Is the year right?` }
}

function daysBetween(from: string, until: string): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / millisecondsPerDay)
}

/** A value inside a message, shortened in case somebody pastes a whole page into a field. */
function quoted(text: string): string {
  return `“${text.length <= shownMax ? text : `${text.slice(0, shownMax).toWellFormed()}…`}”`
}

/** Characters of a value in a message. */
const shownMax = 60

function unreadable(message: string): Doubt {
  return { code: 'unreadable', message }
}

const checks: { readonly [kind in Kind]?: Check } = {
  money: amount,
  balance: amount,
  rate,
  discount: amountOrPercent,
  tax,
  quantity,
  percent: percentage,
  slab,
  'half slab': halfSlab,
  day,
  gstin,
  hsn,
}

/** The check of a field. Undefined for a field that may have any value. */
function checkOf({ kind, whose, isRecent }: FieldDefinition): Check | undefined {
  if (kind === 'day' && isRecent !== true) return dayInFuture
  return kind === 'gstin' && whose === 'buyer' ? buyersGstin : checks[kind]
}
