import type { SortColumn } from './rules.ts'

/**
 * The values for searching and sorting a product. Words are searched in `text`, which is UTF-8: the folded name and
 * the folded description, a line each. No word contains a line break, and neither does a folded text.
 */
export type SearchedProduct = {
  seq: number
  id: string
  text: Uint8Array
  category_id: string
  sale_price: number
  created_at: number
  is_listed: 0 | 1
}

/** Compares two products by their `seq`s. */
type Compare = (a: number, b: number) => number

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

/** The store's first size in bytes, and its growth factor when it is full. */
const bytesAtFirst = 256 * 1024
const growth = 1.5

/** Room beyond the expected size, because texts differ. Unused room costs no memory. */
const reserve = 1.2

const lineBreak = 0x0a

/**
 * Texts in memory as one UTF-8 buffer, each by the `seq` of its product, so that one search covers all of them.
 * (Measured at 100,000 products: three quarters of the memory of as many strings, and a rare word is found in a
 * quarter of the time.) A changed text is written at the end. When more bytes are unused than used, the texts move
 * together.
 */
export class SearchedTexts {
  readonly #expectedTexts: number
  #bytes = Buffer.alloc(bytesAtFirst)
  #end = 0
  #wasted = 0
  /** By place, which is the order in the buffer: the start of each text, and its product. */
  #starts: number[] = []
  #seqs: number[] = []
  /** Reused by every search: new arrays for each search would fill the memory before they are collected. */
  #found = new Uint8Array()
  #marks = new Uint8Array()
  /** By `seq`: the place of its text. Undefined if there is none. */
  readonly #places: (number | undefined)[] = []

  /** `expectedTexts`: the number of texts loaded first, so that the buffer need not grow for them again and again. */
  constructor(expectedTexts: number) {
    this.#expectedTexts = expectedTexts
  }

  has(seq: number): boolean {
    return this.#places[seq] !== undefined
  }

  /** `text` is UTF-8 and ends with a line break. */
  equals(seq: number, text: Uint8Array): boolean {
    const place = this.#places[seq]
    return place !== undefined && this.#textAt(place).equals(text)
  }

  /** `text` as in `equals`. */
  set(seq: number, text: Uint8Array): void {
    this.delete(seq)
    this.#makeRoom(text.length)
    this.#bytes.set(text, this.#end)
    this.#places[seq] = this.#seqs.length
    this.#seqs.push(seq)
    this.#starts.push(this.#end)
    this.#end += text.length
  }

  delete(seq: number): void {
    const place = this.#places[seq]
    if (place === undefined) return
    this.#wasted += this.#endOf(place) - this.#startOf(place)
    this.#places[seq] = undefined
  }

  /** Marks, by `seq`, the texts that have every word. The next call reuses the array. */
  match(words: readonly string[]): Uint8Array {
    const found = zeroed(this.#found, this.#seqs.length)
    words.forEach((word, wordsBefore) => this.#countIn(found, Buffer.from(word), wordsBefore))
    const marks = zeroed(this.#marks, this.#places.length)
    this.#found = found
    this.#marks = marks
    this.#seqs.forEach((seq, place) => {
      if (found[place] === words.length && this.#places[seq] === place) marks[seq] = 1
    })
    return marks
  }

  /** Compares the first lines of two texts by code points, like SQLite. */
  compareFirstLines(a: number, b: number): number {
    const [start, end] = this.#firstLineOf(a)
    const [otherStart, otherEnd] = this.#firstLineOf(b)
    return this.#bytes.compare(this.#bytes, otherStart, otherEnd, start, end)
  }

  /** Counts a word, by place, in texts that contain all words before it. */
  #countIn(found: Uint8Array, word: Buffer, wordsBefore: number): void {
    const bytes = this.#bytes.subarray(0, this.#end)
    let place = 0
    for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, this.#endOf(place))) {
      while (this.#endOf(place) <= at) place++
      if (found[place] === wordsBefore) found[place] = wordsBefore + 1
    }
  }

  #firstLineOf(seq: number): [start: number, end: number] {
    const start = this.#startOf(this.#places[seq] ?? 0)
    return [start, this.#bytes.indexOf(lineBreak, start)]
  }

  #textAt(place: number): Buffer {
    return this.#bytes.subarray(this.#startOf(place), this.#endOf(place))
  }

  #startOf(place: number): number {
    return this.#starts[place] ?? this.#end
  }

  #endOf(place: number): number {
    return this.#startOf(place + 1)
  }

  #makeRoom(bytes: number): void {
    if (this.#wasted > this.#end / 2) this.#moveUp()
    if (this.#end + bytes <= this.#bytes.length) return
    const expected = (this.#end / this.#starts.length) * this.#expectedTexts
    const larger = Buffer.alloc(
      Math.ceil(Math.max((this.#end + bytes) * growth, expected * reserve)),
    )
    this.#bytes.copy(larger, 0, 0, this.#end)
    this.#bytes = larger
  }

  /** Closes the gaps that deleted texts left. */
  #moveUp(): void {
    const [starts, seqs]: [number[], number[]] = [[], []]
    let end = 0
    this.#seqs.forEach((seq, place) => {
      if (this.#places[seq] !== place) return
      this.#bytes.copyWithin(end, this.#startOf(place), this.#endOf(place))
      this.#places[seq] = seqs.length
      starts.push(end)
      seqs.push(seq)
      end += this.#endOf(place) - this.#startOf(place)
    })
    this.#starts = starts
    this.#seqs = seqs
    this.#end = end
    this.#wasted = 0
  }
}

function zeroed(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  return bytes.length === length ? bytes.fill(0) : new Uint8Array(length)
}
