import type { SortColumn } from '../catalogue/rules.ts'
import type { SearchedProduct } from './queries.ts'
import { SearchedTexts } from './searched-texts.ts'

/** Compares two products by their `seq`s. */
export type Compare = (a: number, b: number) => number

/**
 * The listed products in memory, each field an array by `seq`: SQLite numbers rows one after the other, so there are few
 * gaps. (An object for each product would take as much memory again as the texts.)
 */
export class SearchedProducts {
  #size = 0
  readonly #texts: SearchedTexts
  readonly #ids: string[] = []
  readonly #categories: number[] = []
  readonly #prices: number[] = []
  readonly #times: number[] = []
  /** A number for each category, by its id. */
  readonly #categoryNumbers = new Map<string, number>()

  /** `expected`: how many will come at once. */
  constructor(expected: number) {
    this.#texts = new SearchedTexts(expected)
  }

  get size(): number {
    return this.#size
  }

  has(seq: number): boolean {
    return this.#texts.has(seq)
  }

  delete(seq: number): void {
    if (!this.has(seq)) return
    this.#texts.delete(seq)
    this.#size--
  }

  /** Takes a product in, or out when it is not listed. Undefined when nothing changed; else whether it was in, and is. */
  put(row: SearchedProduct): { was: boolean; is: boolean } | undefined {
    const was = this.has(row.seq)
    const is = row.is_listed === 1
    if (was === is && (!is || this.#isSame(row))) return undefined
    this.delete(row.seq)
    if (is) this.#insert(row)
    return { was, is }
  }

  /** Marks, by `seq`, what has every word and is of the category, if any. */
  match(
    words: readonly string[],
    categoryId: string | undefined,
  ): { marks: Uint8Array; total: number } {
    const marks = this.#texts.match(words)
    const category = categoryId === undefined ? undefined : this.#numberOf(categoryId)
    let total = 0
    for (let seq = 0; seq < marks.length; seq++) {
      if (marks[seq] !== 1) continue
      if (category === undefined || this.#categories[seq] === category) total++
      else marks[seq] = 0
    }
    return { marks, total }
  }

  /** Ascending, ties by id; of products that are in. */
  compareBy(column: SortColumn): Compare {
    const ids = this.#ids
    if (column === 'foldedName') {
      return (a, b) => this.#texts.compareFirstLines(a, b) || compareIds(ids[a], ids[b])
    }
    const keys = column === 'salePrice' ? this.#prices : this.#times
    return (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || compareIds(ids[a], ids[b])
  }

  #insert({ seq, id, text, category_id, sale_price, created_at }: SearchedProduct): void {
    this.#texts.set(seq, text)
    this.#ids[seq] = id
    this.#categories[seq] = this.#numberOf(category_id)
    this.#prices[seq] = sale_price
    this.#times[seq] = created_at
    this.#size++
  }

  #isSame({ seq, id, text, category_id, sale_price, created_at }: SearchedProduct): boolean {
    return (
      this.#ids[seq] === id &&
      this.#categories[seq] === this.#numberOf(category_id) &&
      this.#prices[seq] === sale_price &&
      this.#times[seq] === created_at &&
      this.#texts.equals(seq, text)
    )
  }

  #numberOf(categoryId: string): number {
    const known = this.#categoryNumbers.get(categoryId)
    if (known !== undefined) return known
    const number = this.#categoryNumbers.size
    this.#categoryNumbers.set(categoryId, number)
    return number
  }
}

/** Ids are ASCII: JavaScript compares them as SQLite does. */
function compareIds(a = '', b = ''): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
