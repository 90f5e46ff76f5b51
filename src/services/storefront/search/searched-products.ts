import type { SearchedProduct } from './queries.ts'
import type { SortColumn } from './rules.ts'
import { SearchedTexts } from './searched-texts.ts'

/** Compares two products by their `seq`s. */
export type Compare = (a: number, b: number) => number

/**
 * The listed products in memory. Each field is an array by `seq`, with few gaps because SQLite numbers rows
 * consecutively. (An object for each product would take as much memory again as the texts.)
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

  /** `expected`: the number of products that will be loaded first. */
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

  /**
   * Adds, replaces or removes a product. A product that is not listed is removed. Undefined if nothing changed, else
   * whether it was and is listed.
   */
  put(row: SearchedProduct): { was: boolean; is: boolean } | undefined {
    const was = this.has(row.seq)
    const is = row.is_listed === 1
    if (was === is && (!is || this.#isSame(row))) return undefined
    this.delete(row.seq)
    if (is) this.#insert(row)
    return { was, is }
  }

  /** Marks, by `seq`, the products that have every word and belong to the category, if one is given. */
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

  /** Ascending, ties by id. Only for listed products. */
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

/** Ids are ASCII, so JavaScript and SQLite compare them alike. */
function compareIds(a = '', b = ''): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** An order without the removed `seq`s and with the added ones at their places, without sorting everything again. */
export function merged(
  order: Uint32Array,
  gone: ReadonlySet<number>,
  added: readonly number[],
  compare: Compare,
): Uint32Array {
  const staying = gone.size === 0 ? order : order.filter((seq) => !gone.has(seq))
  const result = new Uint32Array(staying.length + added.length)
  let from = 0
  let filled = 0
  for (const seq of added.toSorted(compare)) {
    const place = placeOf(seq, staying, compare)
    result.set(staying.subarray(from, place), filled)
    filled += place - from
    result[filled++] = seq
    from = place
  }
  result.set(staying.subarray(from), filled)
  return result
}

/** The number of products in `order` before a product. */
function placeOf(seq: number, order: Uint32Array, compare: Compare): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = order[middle]
    if (other !== undefined && compare(other, seq) < 0) low = middle + 1
    else high = middle
  }
  return low
}

type Page = { descending: boolean; offset: number; limit: number }

/** A page of an order or its reverse. */
export function sliceOf(order: Uint32Array, { descending, offset, limit }: Page): number[] {
  if (!descending) return [...order.subarray(offset, offset + limit)]
  const end = Math.max(0, order.length - offset)
  return [...order.subarray(Math.max(0, end - limit), end)].toReversed()
}

/** A page of the marked products, in an order or its reverse. */
export function pageOf(
  order: Uint32Array,
  marks: Uint8Array,
  { descending, offset, limit }: Page,
): number[] {
  const seqs: number[] = []
  let skipped = 0
  for (let i = 0; i < order.length && seqs.length < limit; i++) {
    const seq = order[descending ? order.length - 1 - i : i]
    if (seq === undefined || marks[seq] !== 1) continue
    if (skipped < offset) skipped++
    else seqs.push(seq)
  }
  return seqs
}
