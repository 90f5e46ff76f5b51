import type { Conn } from '../../../platform/db/connection.ts'
import {
  countListed,
  listSearched,
  listSearchedSince,
  listSeqs,
  type SearchedProduct,
} from './product-queries.ts'
import { sortKeys, type Sort, type SortColumn } from './rules.ts'

/**
 * A listed product. Words are looked for in `text`, name and description: none can run over the line break between the
 * two. (Measured: a text that SQLite puts together is searched in twice the time. Its rows lie between other columns in
 * memory, while texts put together here come to lie side by side at the first search.)
 */
type Entry = Omit<SearchedProduct, 'foldedDescription' | 'isListed'> & { text: string }

type SearchWish = {
  words: readonly string[]
  categoryId: string | undefined
  sort: Sort
  limit: number
  offset: number
}

/**
 * The texts of all listed products in memory, each sort key's order beside them. A substring search takes a few
 * milliseconds for 100,000 products; SQLite needs ten times that (LIKE), or writes every row fifty times slower (FTS).
 * It is loaded by the first search; each later one first takes in what changed since.
 */
export class SearchIndex {
  #version = Number.POSITIVE_INFINITY
  #entries = new Map<number, Entry>()
  #orders: Record<SortColumn, readonly Entry[]> = { createdAt: [], salePrice: [], foldedName: [] }

  /** `seq`s of a page of what has every word, and how many there are in all. `version` is the catalogue's, as `conn` sees it. */
  find(conn: Conn, version: number, wish: SearchWish): { seqs: number[]; total: number } {
    if (wish.words.length === 0) return { seqs: [], total: 0 }
    this.#bringUpTo(conn, version)
    const { by, descending } = sortKeys[wish.sort]
    const order = this.#orders[by]
    const { offset, limit } = wish
    const seqs: number[] = []
    let total = 0
    for (let i = 0; i < order.length; i++) {
      const entry = order[descending ? order.length - 1 - i : i]
      if (entry === undefined || !isWanted(entry, wish)) continue
      if (total >= offset && seqs.length < limit) seqs.push(entry.seq)
      total++
    }
    return { seqs, total }
  }

  #bringUpTo(conn: Conn, version: number): void {
    if (version === this.#version) return
    // Versions only rise, except where a backup took the book's place.
    if (version > this.#version)
      this.#takeIn(listSearchedSince(conn).all({ version: this.#version }))
    // A product that was deleted has no row to say so.
    if (version < this.#version || countListed(conn).get()?.n !== this.#entries.size)
      this.#load(conn)
    this.#version = version
  }

  #load(conn: Conn): void {
    const rows = listSearched(conn).all()
    this.#entries = new Map(rows.map((row) => [row.seq, entryOf(row)]))
    const inOrder = (sort: Sort) =>
      listSeqs(conn, { sort, categoryId: undefined, limit: -1, offset: 0 })
        .map((seq) => this.#entries.get(seq))
        .filter((entry) => entry !== undefined)
    this.#orders = {
      createdAt: inOrder('oldest'),
      salePrice: inOrder('price_asc'),
      foldedName: inOrder('name_asc'),
    }
  }

  /** Merges into the orders what changed, rather than sort them anew: searches stay fast while products stream in. */
  #takeIn(rows: readonly SearchedProduct[]): void {
    const gone = new Set<Entry>()
    const added: Entry[] = []
    for (const row of rows) {
      const known = this.#entries.get(row.seq)
      const entry = row.isListed ? entryOf(row) : undefined
      // Most changes are of the stock.
      if (Bun.deepEquals(known, entry)) continue
      if (known !== undefined) gone.add(known)
      if (entry === undefined) this.#entries.delete(row.seq)
      else {
        this.#entries.set(row.seq, entry)
        added.push(entry)
      }
    }
    if (gone.size + added.length === 0) return
    this.#orders = {
      createdAt: merged(this.#orders.createdAt, gone, added, compareBy('createdAt')),
      salePrice: merged(this.#orders.salePrice, gone, added, compareBy('salePrice')),
      foldedName: merged(this.#orders.foldedName, gone, added, compareBy('foldedName')),
    }
  }
}

function entryOf(row: SearchedProduct): Entry {
  const { seq, id, foldedName, foldedDescription, categoryId, salePrice, createdAt } = row
  const text = `${foldedName}\n${foldedDescription}`
  return { seq, id, text, foldedName, categoryId, salePrice, createdAt }
}

function isWanted({ text, categoryId }: Entry, wish: SearchWish): boolean {
  if (wish.categoryId !== undefined && categoryId !== wish.categoryId) return false
  for (const word of wish.words) if (!text.includes(word)) return false
  return true
}

type Compare = (a: Entry, b: Entry) => number

/** `order` without what is gone, with what was added at its place. */
function merged(
  order: readonly Entry[],
  gone: ReadonlySet<Entry>,
  added: readonly Entry[],
  compare: Compare,
): Entry[] {
  const staying = gone.size === 0 ? order : order.filter((entry) => !gone.has(entry))
  const pieces: Entry[][] = []
  let from = 0
  for (const entry of added.toSorted(compare)) {
    const place = placeOf(entry, staying, compare)
    pieces.push(staying.slice(from, place), [entry])
    from = place
  }
  return [...pieces, staying.slice(from)].flat()
}

/** How many of `order` come before an entry. */
function placeOf(entry: Entry, order: readonly Entry[], compare: Compare): number {
  let [low, high] = [0, order.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    const other = order[middle]
    if (other !== undefined && compare(other, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareBy(column: SortColumn): Compare {
  if (column === 'foldedName') {
    return (a, b) => compareText(a.foldedName, b.foldedName) || compareText(a.id, b.id)
  }
  return (a, b) => a[column] - b[column] || compareText(a.id, b.id)
}

/** By code points, as SQLite compares: JavaScript's `<` puts emoji before a few rare letters. */
function compareText(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let i = 0; i < shorter; i++) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(i)
    if (left !== right) return rankOf(left) - rankOf(right)
  }
  return a.length - b.length
}

/** Surrogates stand for code points above all others. */
function rankOf(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
