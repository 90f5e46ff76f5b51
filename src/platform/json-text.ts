import { AppError } from './errors.ts'
import type { JsonValue } from './json.ts'

/** How deep JSON may nest: documents need 4 levels; beyond this it is an attack. */
const jsonDepthMax = 64

/**
 * Reads text as JSON. `what` is what a refusal calls it, such as "The body".
 * Throws AppError `invalid_request`, naming the place, for anything that JSON, Unicode or a number cannot carry
 * without loss.
 */
export function parseJsonText(text: string, what: string): JsonValue {
  if (text.trim() === '') throw invalid(`${what} is empty: send a JSON object.`)
  const value = parse(text, what)
  checkValue(value, what, '', 0)
  return value
}

function parse(text: string, what: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : ''
    throw invalid(`${what} is not valid JSON: ${reason || 'it cannot be read'}.`)
  }
}

/** Walks the value once. `path` is where it stands, as the caller would write it. */
function checkValue(value: JsonValue, what: string, path: string, depth: number): void {
  if (depth > jsonDepthMax) {
    throw invalid(`${what} is nested too deeply: at most ${jsonDepthMax} levels are allowed.`)
  }
  if (typeof value === 'string') return checkText(value, path || what)
  if (typeof value === 'number') return checkNumber(value, path || what)
  if (value === null || typeof value === 'boolean') return
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      checkValue(value[i] ?? null, what, `${path}[${i}]`, depth + 1)
    }
    return
  }
  for (const key of Object.keys(value)) {
    checkText(key, path || what)
    checkValue(value[key] ?? null, what, path === '' ? key : `${path}.${key}`, depth + 1)
  }
}

function checkText(text: string, place: string): void {
  if (!text.isWellFormed()) throw invalid(`${place} holds text that is not valid Unicode.`)
}

function checkNumber(value: number, place: string): void {
  if (!Number.isFinite(value)) throw invalid(`${place} holds a number that is too large.`)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid(
      `${place} holds a whole number above 9007199254740991, which JSON cannot carry exactly: send it as text.`,
    )
  }
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
