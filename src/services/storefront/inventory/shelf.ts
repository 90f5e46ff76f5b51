import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { nextTurn } from '../../../platform/next-turn.ts'
import { pageOf } from '../search/orders.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import {
  countAllProducts,
  countChangedSince,
  listAllSeqs,
  listSeqsByName,
  listShelfRows,
  listShelfRowsSince,
} from './shelf-queries.ts'
import { ShelfRows, type ShelfFilter, type ShelfSort } from './shelf-rows.ts'

/** Products that are read in one step: about a millisecond. */
const rowsPerStep = 1_000

/** More changed products than this are read like all others, in slices: as many take 20 ms in one go. */
const takenInMax = 5_000

/** How long steps go on before requests come in between, in milliseconds. */
const sliceMs = 8

type ShelfInput = ShelfFilter & {
  sort: ShelfSort
  descending: boolean
  limit: number
  offset: number
  /** Only of these `seq`s, when they are given. */
  among: Iterable<number> | undefined
}

/**
 * What all products of the shop, listed or not, are sorted and chosen by, in memory: 10 MB for 100,000. Any page behind
 * any condition takes a few milliseconds; SQLite reads every wide row for it (measured: 40 to 110 ms), and an index for
 * each would cost every price and every count of stock that comes in.
 * Each list first takes in what changed since the one before.
 */
export class ProductShelf {
  #version = Number.POSITIVE_INFINITY
  #rows = new ShelfRows()
  #loading: Promise<void> | undefined
  #isStopped = false

  /** Undefined when it is as good as loaded, else when it will be. Loads in slices, so that other requests go on. */
  load(conn: Conn): Promise<void> | undefined {
    if (this.#isNear(conn)) return undefined
    this.#loading ??= this.#loadInSlices(conn).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Loads no further: the database is about to close. */
  stop(): void {
    this.#isStopped = true
  }

  /** `seq`s of a page of what is wished for, and how many there are in all. Loads in one go when it is not loaded. */
  find(conn: Conn, input: ShelfInput): { seqs: number[]; total: number } {
    this.#bringUpTo(conn, catalogueVersion(conn))
    const order = this.#rows.orderBy(input.sort, () => readOrderByName(conn))
    const { marks, total } = this.#rows.match(input)
    return { seqs: input.offset < total ? pageOf(order, marks, input) : [], total }
  }

  #isNear(conn: Conn): boolean {
    if (!Number.isFinite(this.#version)) return false
    const changed = countChangedSince(conn).get(this.#version, takenInMax + 1)?.n ?? 0
    return changed <= takenInMax
  }

  async #loadInSlices(conn: Conn): Promise<void> {
    // What changes from here on is taken in by the first list.
    const version = catalogueVersion(conn)
    const rows = new ShelfRows()
    const steps = readRows(conn, rows)
    for (;;) {
      await nextTurn()
      if (this.#isStopped) return
      if (snapshot(conn, () => takeSteps(steps))) break
    }
    this.#keep(rows, version)
  }

  #keep(rows: ShelfRows, version: number): void {
    this.#rows = rows
    this.#version = version
  }

  #bringUpTo(conn: Conn, version: number): void {
    if (version === this.#version) return
    // Versions only rise, except where a backup took the database's place.
    if (version > this.#version) {
      this.#rows.putAll(listShelfRowsSince(conn).all(this.#version))
      this.#keep(this.#rows, version)
      // A product that was deleted has no row to say so.
      const count = countAllProducts(conn).get()?.n ?? 0
      if (count === this.#rows.size) return
      this.#rows.keepOnly(
        new Set(
          listAllSeqs(conn)
            .all()
            .map(({ seq }) => seq),
        ),
      )
      if (count === this.#rows.size) return
    }
    // In one go, however large the shop is: this is for a database that another one took the place of.
    const rows = new ShelfRows()
    for (const _ of readRows(conn, rows));
    this.#keep(rows, version)
  }
}

/** From an index alone (measured: 30 ms for 100,000). */
function readOrderByName(conn: Conn): Uint32Array {
  return Uint32Array.from(listSeqsByName(conn).all(), ({ seq }) => seq)
}

function* readRows(conn: Conn, rows: ShelfRows): Generator<undefined, void> {
  let last = 0
  for (;;) {
    const step = listShelfRows(conn).all(last, rowsPerStep)
    rows.putAll(step)
    last = step.at(-1)?.seq ?? last
    if (step.length < rowsPerStep) return
    yield
  }
}

/** Takes steps for a while; true when there are no more. */
function takeSteps(steps: Generator<undefined, void>): boolean {
  const end = performance.now() + sliceMs
  do {
    if (steps.next().done === true) return true
  } while (performance.now() < end)
  return false
}
