import { query, type Conn } from '../../../platform/db/connection.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import { catalogueVersion } from '../catalogue-version.ts'

/** Products that one step takes in: two milliseconds. */
const seqsPerStep = 1_000

/** More changed products than this are taken in in steps: as many take 10 ms in one go. */
const takenInMax = 5_000

/** How long steps go on before requests come in between, in milliseconds. */
const sliceMs = 8

/** The overview of a reading connection. */
export const overviewOf = query((conn) => new ProductOverview(conn))

/** The table that this fills; its columns are those of `products`, and what the list asks of their variants. */
export const overviewTable = 'temp.overview'

/**
 * All products of the shop, listed or not, in a narrow table of the reading connection's own, in memory: 20 MB for
 * 100,000. SQLite sorts and chooses from it within 15 ms for a page near an end, and 60 for one in the middle; of the wide
 * rows it needs 40 to 110, and an index that covers as much makes every count of stock take half as long again.
 * Each list first takes in what changed since the one before.
 */
class ProductOverview {
  readonly #conn: Conn
  /** The catalogue's version that the table shows; below all others before it is filled. */
  #version = -1
  #loading: Promise<void> | undefined
  #isStopped = false

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /** Undefined when it is as good as filled, else when it will be. Works in slices, so that other requests go on. */
  load(): Promise<void> | undefined {
    if (this.#isNear()) return undefined
    this.#loading ??= walkInTurns(this.#fill(), sliceMs).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Fills it no further: the database is about to close. */
  stop(): void {
    this.#isStopped = true
  }

  /** Makes the table show the state of the database that the connection sees. */
  bringUp(): void {
    const conn = this.#conn
    const version = catalogueVersion(conn)
    if (version === this.#version) return
    // Versions only rise, except where a backup took the database's place.
    if (version < this.#version || this.#version < 0) {
      this.#version = -1
      for (const _ of this.#fill());
    }
    takeInSince(conn).run(this.#version)
    this.#version = version
    if (hasDeleted(conn).get()?.has === 1) leaveOutDeleted(conn).run()
  }

  #isNear(): boolean {
    if (this.#version < 0) return false
    return (countSince(this.#conn).get(this.#version, takenInMax + 1)?.n ?? 0) <= takenInMax
  }

  /** What changes meanwhile is taken in by the next list. */
  *#fill(): Generator<undefined, void> {
    const conn = this.#conn
    const version = catalogueVersion(conn)
    createTable(conn)
    if (this.#version < 0) emptyTable(conn).run()
    const last = lastSeq(conn).get()?.seq ?? 0
    for (let seq = 0; seq < last; seq += seqsPerStep) {
      takeIn(conn).run(seq, seq + seqsPerStep, this.#version)
      yield
      if (this.#isStopped) return
    }
    this.#version = version
  }
}

/**
 * `has_stock`: it, or a variant; `has_prices`: it, and each variant, had one given. `codes` are a line each; not by concat_ws, which the
 * SQLite of macOS may be too old for.
 */
const columns = `seq, folded_name, category_id, approval_status, is_active, sale_price, stock_quantity, updated_at,
  image IS NOT NULL AS has_image,
  stock_quantity > 0 OR EXISTS (
    SELECT 1 FROM variants WHERE product_seq = products.seq AND variants.stock_quantity > 0) AS has_stock,
  price_given AND NOT EXISTS (
    SELECT 1 FROM variants WHERE product_seq = products.seq AND NOT variants.price_given) AS has_prices,
  coalesce(sku, '') || char(10) || coalesce(barcode, '') || char(10) || coalesce(
    (SELECT group_concat(sku, char(10)) FROM variants WHERE product_seq = products.seq), '') AS codes`

const createTable = query(({ $client }) => {
  $client.run(`CREATE TEMP TABLE IF NOT EXISTS overview (
    seq INTEGER PRIMARY KEY, folded_name, category_id, approval_status, is_active, sale_price, stock_quantity, updated_at,
    has_image, has_stock, has_prices, codes)`)
  // Names take longest to sort.
  $client.run('CREATE INDEX IF NOT EXISTS temp.overview_name ON overview (folded_name)')
})

const emptyTable = query((conn) => conn.$client.query(`DELETE FROM ${overviewTable}`))

const takeIn = query((conn) =>
  conn.$client.query<undefined, [after: number, upTo: number, version: number]>(
    `REPLACE INTO ${overviewTable} SELECT ${columns} FROM products WHERE seq > ? AND seq <= ? AND version > ?`,
  ),
)

const takeInSince = query((conn) =>
  conn.$client.query<undefined, [version: number]>(
    `REPLACE INTO ${overviewTable} SELECT ${columns} FROM products INDEXED BY products_version WHERE version > ?`,
  ),
)

/** A product that was deleted has no row to say so. */
const hasDeleted = query((conn) =>
  conn.$client.query<{ has: 0 | 1 }, []>(
    `SELECT (SELECT count(*) FROM products) <> (SELECT count(*) FROM ${overviewTable}) AS has`,
  ),
)

const leaveOutDeleted = query((conn) =>
  conn.$client.query(`DELETE FROM ${overviewTable} WHERE seq NOT IN (SELECT seq FROM products)`),
)

const lastSeq = query((conn) =>
  conn.$client.query<{ seq: number | null }, []>('SELECT max(seq) AS seq FROM products'),
)

/** How many changed behind a version, counted to `limit` at most. */
const countSince = query((conn) =>
  conn.$client.query<{ n: number }, [version: number, limit: number]>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM products WHERE version > ? LIMIT ?)',
  ),
)
