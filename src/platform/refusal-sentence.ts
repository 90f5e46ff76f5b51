import { AppError } from './errors.ts'
import { isJsonObject } from './json.ts'

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
  const text = withJson('', value)
  if (text.length <= shownCharactersMax) return text
  // The cut may go through a character beyond the first 65,536: half of one is no valid Unicode.
  return `${text.slice(0, shownCharactersMax).toWellFormed()}…`
}

/** The text with a value as JSON behind it, or as much of one as is shown: it may be of megabytes, and nested 100,000 deep. */
function withJson(text: string, value: unknown): string {
  if (text.length > shownCharactersMax) return text
  if (typeof value === 'string') return text + JSON.stringify(value.slice(0, shownCharactersMax))
  if (Array.isArray(value)) return `${withMembers(`${text}[`, value, withJson)}]`
  if (!isJsonObject(value)) return text + JSON.stringify(value)
  const withNamed = (before: string, name: string) =>
    withJson(`${before}${JSON.stringify(name)}:`, value[name])
  return `${withMembers(`${text}{`, Object.keys(value), withNamed)}}`
}

function withMembers<T>(
  text: string,
  members: readonly T[],
  withMember: (text: string, member: T) => string,
): string {
  let longer = text
  for (const [place, member] of members.entries()) {
    if (longer.length > shownCharactersMax) break
    longer = withMember(place === 0 ? longer : `${longer},`, member)
  }
  return longer
}
