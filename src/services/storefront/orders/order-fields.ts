import { AppError } from '../../../platform/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts'
import { refused } from '../../../platform/record/read.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import { readPercent, readRupees, rupeesMax } from '../../../platform/money.ts'
import { quantityMax } from './rules.ts'

/*
 * Reading the fields of an order that nobody has checked. Null counts as absent. All throw AppError `invalid_request`
 * that names the field; `at` is the place of the object, such as `items[2].`, or '' for the order itself.
 */

/** An object that is read: sentences go to `warnings`. */
export type Reading = { value: JsonObject; at: string; warnings: string[] }

const lineBreaks = /[\r\n\t]/g
const control = /\p{Cc}/u

/** Text, trimmed; undefined when it is absent or blank. `max` in characters; an address may have several lines. */
export function readText(
  { value, at }: Reading,
  field: string,
  max: number,
  lines: 'one line' | 'several lines' = 'one line',
): string | undefined {
  const given = value[field]
  if (isAbsent(given)) return undefined
  const text = typeof given === 'string' ? toNfc(given).trim() : undefined
  const shown = lines === 'one line' ? text : text?.replace(lineBreaks, ' ')
  if (text === undefined || shown === undefined || text.length > max || control.test(shown)) {
    const inOneLine = lines === 'one line'
    throw refused({ rule: 'text', max, inOneLine, field: `${at}${field}`, got: given })
  }
  return text === '' ? undefined : text
}

/** Rupees in paise; rounded half up with a warning. */
export function readAmount({ value, at, warnings }: Reading, field: string): number | undefined {
  const given = value[field]
  if (isAbsent(given)) return undefined
  const amount = typeof given === 'number' ? readRupees(given) : undefined
  if (amount === undefined) {
    throw refused({ rule: 'amount', max: rupeesMax, field: `${at}${field}`, got: given })
  }
  if (amount.rounded) warnings.push(`${at}${field} was rounded to two decimals.`)
  return amount.paise
}

/** A percentage in basis points; rounded half up with a warning. */
export function readRate({ value, at, warnings }: Reading, field: string): number | undefined {
  const given = value[field]
  if (isAbsent(given)) return undefined
  const rate = typeof given === 'number' ? readPercent(given) : undefined
  if (rate === undefined) {
    throw refused({ rule: 'percentage', field: `${at}${field}`, got: given })
  }
  if (rate.rounded) warnings.push(`${at}${field} was rounded to two decimals.`)
  return rate.basisPoints
}

export function readQuantity({ value, at }: Reading): number {
  const given = value['quantity'] ?? undefined
  if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= quantityMax) {
    return given
  }
  throw refused({ rule: 'count', min: 1, max: quantityMax, field: `${at}quantity`, got: given })
}

/** The lines of an order, at least one and at most `max`. */
export function readItems({ value, warnings }: Reading, max: number): Reading[] {
  const given = value['items'] ?? undefined
  if (!Array.isArray(given) || given.length < 1 || given.length > max) {
    const got = Array.isArray(given) ? given.length : given
    throw notAllowed('items', `a list of 1 to ${max} items`, got)
  }
  return given.map((item, i) => {
    if (!isJsonObject(item)) throw notAllowed(`items[${i}]`, 'an object', item)
    return { value: item, at: `items[${i}].`, warnings }
  })
}

export function isAbsent(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null
}

export function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
