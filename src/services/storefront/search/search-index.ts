import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { nextTurn } from '../../../platform/turns.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import {
  findPlace,
  firstPlace,
  listListedSeqs,
  listSearched,
  listSearchedSince,
  listSeqsBehind,
  type SearchedProduct,
} from './queries.ts'
import { sortKeys, type PageInput, type SortColumn } from './rules.ts'
import { merged, pageOf, SearchedProducts, sliceOf } from './searched-products.ts'

/** Counts the listed products, of a category or of all. `version` is the catalogue's, as `conn` sees it. */
export type CountListed = (conn: Conn, version: number, categoryId: string | undefined) => number

type SearchInput = PageInput & { words: readonly string[] }

type Orders = Record<SortColumn, Uint32Array>

/** Products, and places in an order, that one step of loading reads: a millisecond or two. */
const rowsPerStep = 1_000
const placesPerStep = 5_000

/** How long steps go on before requests come in between, in milliseconds. */
const defaultSliceMs = 8

/**
 * The texts of all listed products in memory, each sort key's order beside them. A substring search takes a few
 * milliseconds for 100,000 products; SQLite needs ten times that (LIKE), or writes every row fifty times slower (FTS).
 * Each search first takes in what changed since the one before.
 */
export class SearchIndex {
  readonly #count: CountListed
  readonly #sliceMs: number
  #version = Number.POSITIVE_INFINITY
  #products = new SearchedProducts(0)
  #orders: Orders = {
    createdAt: new Uint32Array(),
    salePrice: new Uint32Array(),
    foldedName: new Uint32Array(),
  }
  #loading: Promise<void> | undefined
  #isStopped = false

  /** `count` counts the listed products for a version of the catalogue. `sliceMs` of 0: a turn for each step. */
  constructor(count: CountListed, { sliceMs = defaultSliceMs }: { sliceMs?: number } = {}) {
    this.#count = count
    this.#sliceMs = sliceMs
  }

  /** Undefined when it is loaded, else when it will be. Loads in slices, so that other requests go on. */
  load(conn: Conn): Promise<void> | undefined {
    if (this.isLoaded) return undefined
    this.#loading ??= this.#loadInSlices(conn).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Loads no further: the database is about to close. */
  stop(): void {
    this.#isStopped = true
  }

  get isLoaded(): boolean {
    return Number.isFinite(this.#version)
  }

  /**
   * `seq`s of a page of what has every word, and how many there are in all; no words find everything. `version` is the
   * catalogue's, as `conn` sees it. Loads in one go when it is not loaded.
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
    // Versions only rise, except where a backup took the database's place.
    if (version > this.#version) {
      this.#takeIn(listSearchedSince(conn).all(this.#version))
      this.#version = version
      // A product that was deleted has no row to say so.
      const count = this.#count(conn, version, undefined)
      if (count === this.#products.size) return
      this.#leaveOutDeleted(conn)
      if (count === this.#products.size) return
    }
    // In one go, however large the shop is: this is for a database that another one took the place of.
    for (const _ of this.#steps(conn));
  }

  /**
   * Reads all products anew. Between two steps the database may change: what is read is exact for the products that stay as
   * they were at the first step, and the others are left out, for the next search to take in.
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
    const isKept = (seq: number) => products.has(seq)
    this.#products = products
    this.#orders = {
      createdAt: orders.createdAt.filter(isKept),
      salePrice: orders.salePrice.filter(isKept),
      foldedName: orders.foldedName.filter(isKept),
    }
    this.#version = version
  }

  /** One look at an index, where reading all products anew would keep everybody waiting. */
  #leaveOutDeleted(conn: Conn): void {
    const listed = new Set(listListedSeqs(conn).values().flat())
    const isThere = (seq: number) => listed.has(seq)
    for (const seq of this.#orders.createdAt) if (!isThere(seq)) this.#products.delete(seq)
    this.#orders = {
      createdAt: this.#orders.createdAt.filter(isThere),
      salePrice: this.#orders.salePrice.filter(isThere),
      foldedName: this.#orders.foldedName.filter(isThere),
    }
  }

  /** Merges into the orders what changed, rather than sort them anew: searches stay fast while products stream in. */
  #takeIn(rows: readonly SearchedProduct[]): void {
    const products = this.#products
    const gone = new Set<number>()
    const added: number[] = []
    for (const row of rows) {
      const change = products.put(row)
      // Most changes are of the stock.
      if (change === undefined) continue
      if (change.was) gone.add(row.seq)
      if (change.is) added.push(row.seq)
    }
    if (gone.size + added.length === 0) return
    const mergedBy = (column: SortColumn) =>
      merged(this.#orders[column], gone, added, products.compareBy(column))
    this.#orders = {
      createdAt: mergedBy('createdAt'),
      salePrice: mergedBy('salePrice'),
      foldedName: mergedBy('foldedName'),
    }
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

/** Takes steps for a while; true when there are no more. */
function runSlice(steps: Generator<undefined, void>, sliceMs: number): boolean {
  const end = performance.now() + sliceMs
  do {
    if (steps.next().done === true) return true
  } while (performance.now() < end)
  return false
}
