import { type Conn, query } from '../../../platform/db/connection.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import { forSortColumns, sortKeys, type PageInput, type SortColumn } from './rules.ts'
import { type Marked, SearchedTexts } from './searched-texts.ts'
import { products as productsTable } from '../tables.ts'

/** Counts the listed products of a category or of all. `version` is the catalogue's, as `conn` sees it. */
export type CountListed = (conn: Conn, version: number, categoryId: string | undefined) => number

type SearchInput = PageInput & { words: readonly string[] }

/** The products that one step of loading reads: a millisecond. */
const seqsPerStep = 1_000

/** How long the steps run before other requests get a turn, in milliseconds. */
const defaultSliceMs = 8

/**
 * The texts of all listed products in memory, and their order by the sort keys that searches asked for. A substring
 * search in 100,000 products takes a few milliseconds. SQLite needs ten times that (LIKE), or writes every row fifty
 * times slower (FTS). The first search loads the texts: a shop that nobody searches keeps none. Each search first takes
 * in the changes since the search before.
 */
export class SearchIndex {
  readonly #count: CountListed
  readonly #sliceMs: number
  #version = Number.POSITIVE_INFINITY
  #texts = new SearchedTexts(0)
  /** The `seq`s of the listed products by each sort key. Left out once a change may have moved a product. */
  #orders: Partial<Record<SortColumn, Uint32Array>> = {}
  /** By `seq`, for the products in the order by price. */
  #prices: Float64Array = new Float64Array()
  #loading: Promise<void> | undefined
  #isStopped = false

  /** `count` counts the listed products of a catalogue version. With `sliceMs` 0, other requests get a turn after each step. */
  constructor(count: CountListed, { sliceMs = defaultSliceMs }: { sliceMs?: number } = {}) {
    this.#count = count
    this.#sliceMs = sliceMs
  }

  /** Undefined if loaded, else a promise for the end of loading. Loads in slices, so that other requests go on. */
  load(conn: Conn): Promise<void> | undefined {
    if (this.isLoaded) return undefined
    this.#loading ??= walkInTurns(this.#steps(conn), this.#sliceMs).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Stops loading, because the database is about to close. */
  stop(): void {
    this.#isStopped = true
  }

  get isLoaded(): boolean {
    return Number.isFinite(this.#version)
  }

  /**
   * The `seq`s of a page of the products that have every word, and their total number. Without words, all products
   * match. `version` is the catalogue's, as `conn` sees it. Loads at once if not yet loaded.
   */
  find(conn: Conn, version: number, input: SearchInput): { seqs: number[]; total: number } {
    this.#bringUpTo(conn, version)
    const { by, descending } = sortKeys[input.sort]
    const { words, categoryId, offset, limit } = input
    const found = this.#texts.match(words)
    const { marks, total } =
      categoryId === undefined ? found : inCategory(conn, found.marks, categoryId)
    if (offset >= total) return { seqs: [], total }
    return { seqs: pageOf(this.#orderBy(conn, by), marks, { descending, offset, limit }), total }
  }

  #bringUpTo(conn: Conn, version: number): void {
    if (version === this.#version) return
    // Versions only rise, except when a backup replaced the database.
    if (version > this.#version) {
      this.#takeIn(listSearchedSince(conn).all(this.#version))
      this.#version = version
      // A deleted product leaves no row, so the counts are compared.
      const count = this.#count(conn, version, undefined)
      if (count === this.#texts.size) return
      this.#orders = {}
      // One scan of an index. Reading all products again would keep other requests waiting.
      this.#texts.keepOnly(this.#orderBy(conn, 'createdAt'))
      if (count === this.#texts.size) return
    }
    // Loads at once, however large the shop is, because another database replaced this one.
    for (const _ of this.#steps(conn));
  }

  /**
   * Reads all products again. The database may change between steps. Products that changed after the first step are
   * left out, and the next search takes them in.
   */
  *#steps(conn: Conn): Generator<undefined, void> {
    const version = catalogueVersion(conn)
    const texts = new SearchedTexts(this.#count(conn, version, undefined))
    const last = lastSeq(conn).get()?.seq ?? 0
    for (let seq = 0; seq < last; seq += seqsPerStep) {
      if (this.#isStopped) return
      const read = readTexts(conn).get(seq, seq + seqsPerStep)
      if (read?.text) texts.add(numbersOf(read.seqs), read.text)
      yield
    }
    for (const { seq } of listSearchedSince(conn).all(version)) texts.delete(seq)
    this.#texts = texts
    this.#orders = {}
    this.#version = version
  }

  #takeIn(rows: readonly ChangedProduct[]): void {
    for (const { seq, text, sale_price: price, is_listed: isListed } of rows) {
      const was = this.#texts.has(seq)
      const is = isListed === 1
      if (is && was && price !== this.#prices[seq]) delete this.#orders.salePrice
      // Most changes concern only the stock.
      if (is === was && (!is || this.#texts.equals(seq, text))) continue
      if (is === was) delete this.#orders.foldedName
      else this.#orders = {}
      this.#texts.delete(seq)
      if (is) this.#texts.add([seq], text)
    }
  }

  #orderBy(conn: Conn, column: SortColumn): Uint32Array {
    return (this.#orders[column] ??= this.#readOrder(conn, column))
  }

  #readOrder(conn: Conn, column: SortColumn): Uint32Array {
    const read = readOrder[column](conn).get()
    const order = Uint32Array.from(numbersOf(read?.seqs ?? ''))
    if (column === 'salePrice') this.#prices = pricesOf(order, numbersOf(read?.prices ?? ''))
    return order
  }
}

type Page = { descending: boolean; offset: number; limit: number }

/** A page of the marked products, in an order or its reverse. */
function pageOf(
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

/** The marks of the products that belong to a category. */
function inCategory(conn: Conn, marks: Uint8Array, categoryId: string): Marked {
  const chosen = new Uint8Array(marks.length)
  let total = 0
  for (const { seq } of listSeqsOfCategory(conn).all(categoryId)) {
    if (marks[seq] !== 1) continue
    chosen[seq] = 1
    total++
  }
  return { marks: chosen, total }
}

/** By `seq`. `prices` are in the order of `seqs`. */
function pricesOf(seqs: Uint32Array, prices: readonly number[]): Float64Array {
  const bySeq = new Float64Array(seqs.reduce((last, seq) => Math.max(last, seq), 0) + 1)
  prices.forEach((price, at) => (bySeq[seqs[at] ?? 0] = price))
  return bySeq
}

/** SQLite writes the list without brackets. */
function numbersOf(list: string): number[] {
  const numbers: number[] = JSON.parse(`[${list}]`)
  return numbers
}

/** Folded texts contain neither tabs nor line breaks. */
const text = 'folded_name || char(9) || folded_description'

/** The products between two `seq`s: their `seq`s, and their texts in the same order. Null if none is listed. */
const readTexts = query((conn) =>
  conn.$client.query<{ seqs: string; text: Uint8Array | null }, [after: number, upTo: number]>(
    `SELECT group_concat(seq) AS seqs, CAST(group_concat(${text}, char(10)) || char(10) AS BLOB) AS text
     FROM products NOT INDEXED WHERE seq > ? AND seq <= ? AND is_listed`,
  ),
)

type ChangedProduct = { seq: number; text: Uint8Array; sale_price: number; is_listed: 0 | 1 }

/** Every product that changed after a version of the catalogue, listed or not. */
const listSearchedSince = query((conn) =>
  conn.$client.query<ChangedProduct, [version: number]>(
    `SELECT seq, CAST(${text} || char(10) AS BLOB) AS text, sale_price, is_listed FROM products WHERE version > ?`,
  ),
)

const lastSeq = query((conn) =>
  conn.$client.query<{ seq: number | null }, []>('SELECT max(seq) AS seq FROM products'),
)

/**
 * The `seq`s of all listed products in an order, from an index alone: 15 ms for 100,000. As rows they take 10 ms more. The order by price
 * has the prices beside them: read by themselves, SQLite took them from the wide rows, in 260 ms.
 */
export const readOrder = forSortColumns((column) =>
  query((conn) =>
    conn.$client.query<{ seqs: string | null; prices: string | null }, []>(
      `SELECT group_concat(seq) AS seqs, ${column === 'salePrice' ? 'group_concat(sale_price)' : 'NULL'} AS prices
       FROM (SELECT seq, ${productsTable[column].name} FROM products WHERE is_listed = 1
         ORDER BY ${productsTable[column].name}, id)`,
    ),
  ),
)

const listSeqsOfCategory = query((conn) =>
  conn.$client.query<{ seq: number }, [categoryId: string]>(
    'SELECT seq FROM products WHERE category_id = ? AND is_listed = 1',
  ),
)
