import { XMLParser, XMLValidator } from 'fast-xml-parser'
import type { Paise } from '../vouchers/voucher.ts'
import { AppError } from '../../platform/errors.ts'
import { type JsonValue, isJsonObject, type JsonObject } from '../../platform/json/json.ts'

/** The most characters of one row. A ledger with its registrations has some thousands. */
const rowCharactersMax = 1024 * 1024

const collectionBegin = '<COLLECTION'
const answerEnd = '</ENVELOPE>'

/**
 * Streams the rows of a collection, so that 100,000 rows are never in memory together. Skips Tally's counters beside the collection,
 * which have the same names. Throws AppError `unavailable` for an answer that was cut off: Tally reports success even then.
 */
export async function* rowsIn(
  pieces: AsyncIterable<string>,
  name: string,
): AsyncGenerator<JsonValue> {
  const rows = new RowCutter(name)
  for await (const piece of pieces) {
    for (const row of rows.cut(piece)) yield parsed(row, name)
  }
  if (!rows.isWhole()) throw cutOff()
}

class RowCutter {
  readonly #begin: RegExp
  readonly #end: string
  #text = ''
  #isInside = false

  constructor(name: string) {
    this.#begin = new RegExp(`<${name}[ >]`)
    this.#end = `</${name}>`
  }

  *cut(piece: string): Generator<string> {
    this.#text += piece
    if (!this.#isInside) this.#enter()
    if (!this.#isInside) return
    let from = 0
    for (;;) {
      const end = this.#text.indexOf(this.#end, from)
      if (end < 0) break
      const row = this.#text.slice(from, end + this.#end.length)
      const begin = row.search(this.#begin)
      if (begin >= 0) yield row.slice(begin)
      from = end + this.#end.length
    }
    this.#text = this.#text.slice(from)
    if (this.#text.length > rowCharactersMax) throw cutOff()
  }

  /** Only the closing tag shows that an answer is complete. An answer without rows has no collection, or an empty one. */
  isWhole(): boolean {
    return this.#text.trimEnd().endsWith(answerEnd)
  }

  #enter(): void {
    const begin = this.#text.indexOf(collectionBegin)
    this.#isInside = begin >= 0
    if (this.#isInside) this.#text = this.#text.slice(begin + collectionBegin.length)
  }
}

function parsed(row: string, name: string): JsonValue {
  const node = childOf(treeOf(row), name)
  if (node === undefined) throw cutOff()
  return node
}

/** A missing row in an incomplete answer proves nothing. */
export function cutOff(): AppError {
  return new AppError('unavailable', "Tally's answer was cut off.", { health: 'silent' })
}

/** The deepest nesting. Answers have about ten levels. */
const nestedMax = 64

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  // A company's name may end in a space, and Tally finds it only with that space.
  trimValues: false,
  processEntities: {
    enabled: true,
    maxTotalExpansions: 10_000_000,
    maxExpandedLength: 64 * 1024 * 1024,
  },
  htmlEntities: false,
  // The parser writes no path of each element as text. Nothing here asks for it, and it takes a third of the time.
  jPath: false,
  maxNestedTags: nestedMax,
})

/** An answer as a tree. Undefined for incomplete XML, such as an answer that was cut off. */
export function treeOf(text: string): JsonObject | undefined {
  if (!text.trimStart().startsWith('<') || XMLValidator.validate(text) !== true) return undefined
  const tree: JsonValue = parser.parse(text)
  return isJsonObject(tree) ? tree : undefined
}

/** The direct child elements with a name, in order. */
export function childrenOf(node: JsonValue | undefined, name: string): JsonValue[] {
  if (!isJsonObject(node)) return []
  const found = node[name]
  if (found === undefined) return []
  return Array.isArray(found) ? found : [found]
}

export function childOf(node: JsonValue | undefined, ...path: string[]): JsonValue | undefined {
  return path.reduce((at, name) => childrenOf(at, name)[0], node)
}

/** The text of an element; '' without one. */
export function textOf(node: JsonValue | undefined): string {
  if (isJsonObject(node)) return textOf(node['#text'])
  return typeof node === 'string' ? node : ''
}

/** The trimmed text of the element at a path; '' without one. */
export function textAt(node: JsonValue | undefined, ...path: string[]): string {
  return textOf(childOf(node, ...path)).trim()
}

/** The name of a master: an element or an attribute, depending on its kind. */
export function nameAt(row: JsonValue): string {
  return textAt(row, 'NAME') || textAt(row, '@NAME')
}

/** The texts of all elements with a name, at any depth. */
export function textsWithin(node: JsonValue | undefined, name: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => textsWithin(each, name))
  if (!isJsonObject(node)) return []
  return Object.entries(node).flatMap(([key, value]) =>
    key === name ? (Array.isArray(value) ? value : [value]).map(textOf) : textsWithin(value, name),
  )
}

/** `20260804` as `2026-08-04`; '' for anything else. */
export function dayOf(text: string): string {
  const [, year, month, day] = /^\s*(\d{4})(\d{2})(\d{2})\s*$/.exec(text) ?? []
  return day === undefined ? '' : `${year}-${month}-${day}`
}

/** Tally writes a space before numbers. 0 for a text that is no number. */
export function numberOf(text: string): number {
  const number = Number(text.trim())
  return Number.isFinite(number) ? number : 0
}

/** Tally's amounts are negative for debits; the result is positive. NaN for a text that is no amount, so that it equals nothing. */
export function paiseOf(text: string): Paise {
  const [, sign, rupees = '', paise = ''] =
    /^\s*(-?)(\d+)(?:\.(\d{1,2})0*)?\s*$/.exec(text.replaceAll(',', '')) ?? []
  if (sign === undefined) return Number.NaN
  const amount = Number(rupees) * 100 + Number(paise.padEnd(2, '0'))
  return sign === '-' ? amount : 0 - amount
}
