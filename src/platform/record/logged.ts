import { AppError, type ErrorCode } from '../errors.ts'
import { allowedBy, mustBeUnquoted } from './sentence.ts'

/** Error codes whose sentences repeat nothing that was sent. */
const quotesNothing: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'method_not_allowed',
  'unsupported_media_type',
  'payload_too_large',
  'headers_too_large',
  'rate_limited',
  'out_of_space',
  'internal',
])

/** The error of one refused row in an answer. */
export type RowRefusal = { message: string; code: string; field: string | null }

/** Names of fields, with places in lists. Any other text in a field's place was sent as a label. */
const fieldName = /^(?!.*\d{5})[A-Za-z_][\w.[\]-]{0,80}$/

/**
 * The log's version of a refusal: the rule and the field, never the text that was sent. That may be a customer's phone number, and `daybook
 * report` takes the log out of the shop.
 */
export function loggedRefusal(error: AppError | RowRefusal): string {
  if (!(error instanceof AppError)) return codeAt(error.code, loggedField(error.field))
  const { code, message, details } = error
  const { fault, logged, field } = details
  if (logged !== undefined) return logged
  const place = loggedField(field)
  if (fault !== undefined && fault.rule !== 'said' && place !== '') {
    return mustBeUnquoted(place, allowedBy(fault))
  }
  if (quotesNothing.has(code)) return message
  return codeAt(code, place)
}

function codeAt(code: string, place: string): string {
  return place === '' ? code : `${code}: ${place}`
}

/** The field, when its name is a real field's name, otherwise ''. */
export function loggedField(field: unknown): string {
  return typeof field === 'string' && fieldName.test(field) ? field : ''
}
