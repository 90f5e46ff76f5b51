import { AppError } from '../../platform/errors.ts'
import type { JsonValue } from '../../platform/json/json.ts'
import { childOf, treeOf } from './tree.ts'

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
