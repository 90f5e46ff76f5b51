import { snapshot, type Conn, query } from '../../../platform/db/connection.ts'
import { nextTurn } from '../../../platform/turns.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import { forSortColumns, sortKeys, type PageInput, type SortColumn } from './rules.ts'
import {
  merged,
  pageOf,
  type SearchedProduct,
  SearchedProducts,
  sliceOf,
} from './searched-products.ts'
import { products as productsTable } from '../tables.ts'

/** Counts the listed products of a category or of all. `version` is the catalogue's, as `conn` sees it. */
export type CountListed = (conn: Conn, version: number, categoryId: string | undefined) => number

type SearchInput = PageInput & { words: readonly string[] }

type Orders = Record<SortColumn, Uint32Array>

/** The products, and the places in an order, that one step of loading reads: a millisecond or two. */
const rowsPerStep = 1_000
const placesPerStep = 5_000

/** How long the steps run before other requests get a turn, in milliseconds. */
const defaultSliceMs = 8

/**
 * The texts of all listed products in memory, and their order by each sort key. A substring search in 100,000 products
 * takes a few milliseconds. SQLite needs ten times that (LIKE), or writes every row fifty times slower (FTS). Each
 * search first takes in the changes since the search before.
 */
export class SearchIndex {
  readonly #count: CountListed
  readonly #sliceMs: number
  #version = Number.POSITIVE_INFINITY
  #products = new SearchedProducts(0)
  #orders: Orders = forSortColumns(() => new Uint32Array())
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
    this.#loading ??= this.#loadInSlices(conn).finally(() => {
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
    const page = { descending, offset, limit }
    const order = this.#orders[by]
    if (words.length === 0 && categoryId === undefined) {
      return { seqs: sliceOf(order, page), total: order.length }
    }
    const { marks, total } = this.#products.match(words, categoryId)
    return { seqs: offset < total ? pageOf(order, marks, page) : [], total }
  }

  async #loadInSlices(conn: Conn): Promise<void> {
    const steps = this.#steps(conn)
    for (;;) {
      await nextTurn()
      if (this.#isStopped) return
      if (snapshot(conn, () => runSlice(steps, this.#sliceMs))) return
    }
  }

  #bringUpTo(conn: Conn, version: number): void {
    if (version === this.#version) return
    // Versions only rise, except when a backup replaced the database.
    if (version > this.#version) {
      this.#takeIn(listSearchedSince(conn).all(this.#version))
      this.#version = version
      // A deleted product leaves no row, so the counts are compared.
      const count = this.#count(conn, version, undefined)
      if (count === this.#products.size) return
      this.#leaveOutDeleted(conn)
      if (count === this.#products.size) return
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
    const products = new SearchedProducts(this.#count(conn, version, undefined))
    yield* readProducts(conn, products)
    const orders = {
      createdAt: yield* readOrder(conn, 'createdAt'),
      salePrice: yield* readOrder(conn, 'salePrice'),
      foldedName: yield* readOrder(conn, 'foldedName'),
    }
    for (const { seq } of listSearchedSince(conn).all(version)) products.delete(seq)
    this.#products = products
    this.#orders = forSortColumns((by) => orders[by].filter((seq) => products.has(seq)))
    this.#version = version
  }

  /** One scan of an index. Reading all products again would keep other requests waiting. */
  #leaveOutDeleted(conn: Conn): void {
    const listed = new Set(listListedSeqs(conn).values().flat())
    const orders = this.#orders
    for (const seq of orders.createdAt) if (!listed.has(seq)) this.#products.delete(seq)
    this.#orders = forSortColumns((by) => orders[by].filter((seq) => listed.has(seq)))
  }

  /** Merges changes into the orders instead of sorting them again, so that searches stay fast while products arrive. */
  #takeIn(rows: readonly SearchedProduct[]): void {
    const products = this.#products
    const gone = new Set<number>()
    const added: number[] = []
    for (const row of rows) {
      const change = products.put(row)
      // Most changes concern only the stock.
      if (change === undefined) continue
      if (change.was) gone.add(row.seq)
      if (change.is) added.push(row.seq)
    }
    if (gone.size + added.length === 0) return
    const orders = this.#orders
    this.#orders = forSortColumns((by) => merged(orders[by], gone, added, products.compareBy(by)))
  }
}

function* readProducts(conn: Conn, products: SearchedProducts): Generator<undefined, void> {
  let last = 0
  for (;;) {
    const rows = listSearched(conn).all(last, rowsPerStep)
    for (const row of rows) products.put(row)
    last = rows.at(-1)?.seq ?? last
    if (rows.length < rowsPerStep) return
    yield
  }
}

function* readOrder(conn: Conn, column: SortColumn): Generator<undefined, Uint32Array> {
  const order: number[] = []
  let place = firstPlace
  for (;;) {
    const step = listSeqsBehind[column](conn).all(place.key, place.id, placesPerStep)
    for (const { seq } of step) order.push(seq)
    place = findPlace[column](conn).get(order.at(-1) ?? 0) ?? place
    if (step.length < placesPerStep) return Uint32Array.from(order)
    yield
  }
}

/** Runs steps for a limited time. True when there are no more. */
function runSlice(steps: Generator<undefined, void>, sliceMs: number): boolean {
  const end = performance.now() + sliceMs
  do {
    if (steps.next().done === true) return true
  } while (performance.now() < end)
  return false
}

/** The place of a product in a sort order. */
type Place = { key: string | number; id: string }

/** Before every place: SQLite sorts numbers before text, and no key is negative. */
const firstPlace: Place = { key: -1, id: '' }

const searchedColumns =
  'seq, id, CAST(folded_name || char(10) || folded_description || char(10) AS BLOB) AS text, category_id, sale_price, created_at, is_listed'

/** Products after a `seq`, in the order of their `seq`s, listed or not. */
const listSearched = query((conn) =>
  conn.$client.query<SearchedProduct, [seq: number, limit: number]>(
    `SELECT ${searchedColumns} FROM products WHERE seq > ? ORDER BY seq LIMIT ? + 0`,
  ),
)

/** Every product that changed after a version of the catalogue, listed or not. */
const listSearchedSince = query((conn) =>
  conn.$client.query<SearchedProduct, [version: number]>(
    `SELECT ${searchedColumns} FROM products WHERE version > ?`,
  ),
)

/** The `seq`s of all listed products. */
const listListedSeqs = query((conn) =>
  conn.$client.query<{ seq: number }, []>('SELECT seq FROM products WHERE is_listed = 1'),
)

/** The `seq`s of listed products after a place in a sort order, from an index alone. */
export const listSeqsBehind = bySortColumn((column) =>
  query((conn) =>
    conn.$client.query<{ seq: number }, [key: string | number, id: string, limit: number]>(
      `SELECT seq FROM products WHERE is_listed = 1 AND (${column}, id) > (?, ?) ORDER BY ${column}, id LIMIT ? + 0`,
    ),
  ),
)

const findPlace = bySortColumn((column) =>
  query((conn) =>
    conn.$client.query<Place, [seq: number]>(
      `SELECT ${column} AS key, id FROM products WHERE seq = ?`,
    ),
  ),
)

function bySortColumn<Q>(build: (column: string) => Q): Record<SortColumn, Q> {
  return forSortColumns((column) => build(productsTable[column].name))
}
