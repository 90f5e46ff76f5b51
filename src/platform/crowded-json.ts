import { AppError } from './errors.ts'
import { nextTurn } from './next-turn.ts'

/**
 * Values in one body: ten thousand products with ten whole variants each are fewer. To read a million that are one value
 * takes 50 ms, and three million 250 ms, in which nobody else is answered.
 */
const valuesMax = 1_000_000

/** Different labels in one body: a document has dozens. Each costs as much as thirty values. */
const labelsMax = 10_000

/** Signs that are looked at before others get their turn: one or two milliseconds. */
const signsPerTurn = 100_000

const [quote, backslash, colon] = [0x22, 0x5c, 0x3a]
/** What begins a value, or the next one: `,` `[` `{`. */
const [comma, list, object] = [0x2c, 0x5b, 0x7b]
const space = 0x20

/**
 * Refuses JSON that is small in bytes and long in reading, which goes in one step. Only signs are looked at: whether it
 * is JSON at all is for the parser to say. Throws AppError `payload_too_large`.
 */
export async function refuseCrowdedJson(bytes: Uint8Array, what: string): Promise<void> {
  const labels = new Set<string>()
  let values = 1
  let textFrom: number | undefined
  for (let at = 0, signs = 1; at < bytes.length; at++, signs++) {
    if (signs % signsPerTurn === 0) await nextTurn()
    const sign = bytes[at]
    if (textFrom !== undefined) {
      at = bytes.indexOf(quote, at)
      if (at < 0) return
      if (isEscaped(bytes, at, textFrom)) continue
      if (isLabel(bytes, at)) labels.add(latin1(bytes.subarray(textFrom, at)))
      textFrom = undefined
    } else if (sign === quote) textFrom = at + 1
    else if (sign === comma || sign === list || sign === object) values++
    if (values > valuesMax) throw tooMany(what, `${valuesMax} values`)
    if (labels.size > labelsMax) throw tooMany(what, `${labelsMax} different labels`)
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function isEscaped(bytes: Uint8Array, at: number, start: number): boolean {
  let before = at - 1
  while (before >= start && bytes[before] === backslash) before--
  return (at - before) % 2 === 0
}

function isLabel(bytes: Uint8Array, closing: number): boolean {
  let next = closing + 1
  while ((bytes[next] ?? colon) <= space) next++
  return bytes[next] === colon
}

function tooMany(what: string, most: string): AppError {
  return new AppError(
    'payload_too_large',
    `${what} has more than ${most}: send it in smaller parts.`,
  )
}
