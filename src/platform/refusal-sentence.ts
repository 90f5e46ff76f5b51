import { AppError } from './errors.ts'

/** The longest piece of a refused value that is shown back, in characters. */
const shownCharactersMax = 60

/** One sentence: the field, what is allowed, what came; undefined is a missing field. */
export function mustBe(field: string, allowed: string, got: unknown): string {
  if (got === undefined) return `${field} is missing: it must be ${allowed}.`
  return `${field} must be ${allowed}, got ${shown(got)}.`
}

/** The same as a refusal of the request. */
export function notAllowed(field: string, allowed: string, got: unknown): AppError {
  return new AppError('invalid_request', mustBe(field, allowed, got), { field })
}

function shown(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large'
  const text = jsonOf(value)
  if (text.length <= shownCharactersMax) return text
  // The cut may go through a character beyond the first 65,536: half of one is no valid Unicode.
  return `${text.slice(0, shownCharactersMax).toWellFormed()}…`
}

/** A row of a list may be nested as deeply as its sender likes. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return 'something that is nested too deeply'
  }
}
