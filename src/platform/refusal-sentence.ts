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
  const text = JSON.stringify(value)
  return text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax)}…`
}
