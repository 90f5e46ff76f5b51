import { query, type Conn } from '../../../platform/db/connection.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import { catalogueVersion } from '../catalogue-version.ts'

/** The number of products that one step takes in: two milliseconds. */
const seqsPerStep = 1_000

/** More changed products than this are taken in step by step. This many take 10 ms at once. */
const takenInMax = 5_000

/** How long the steps run before other requests get a turn, in milliseconds. */
const sliceMs = 8

/** The overview of a read connection. */
export const overviewOf = query((conn) => new ProductOverview(conn))

/** The overview's table: columns of `products`, and columns about their variants that the list needs. */
export const overviewTable = 'temp.overview'

/** The columns that lists are sorted by. */
export type SortedColumn = 'seq' | 'folded_name' | 'sale_price' | 'stock_quantity' | 'updated_at'

/**
 * All products of the shop, listed or not, in a narrow in-memory table of the read connection: 25 MB for 100,000.
 * SQLite filters and sorts it within 15 ms, and finds a page of all products by an index of the table. The wide rows
 * would take 40 to 110 ms, and an index that covers as much makes every stock update take half as long again. Each
 * list first takes in the changes since the list before.
 */
class ProductOverview {
  readonly #conn: Conn
  /** The catalogue version that the table shows. Below all versions before the table is filled. */
  #version = -1
  #loading: Promise<void> | undefined
  #isStopped = false
  /** The key, and the name, which takes longest to sort. */
  readonly #indexed = new Set<SortedColumn>(['seq', 'folded_name'])

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /** Undefined if the table is nearly up to date, else a promise for when it is. Works in slices, so that other requests go on. */
  load(): Promise<void> | undefined {
    if (this.#isNear()) return undefined
    this.#loading ??= walkInTurns(this.#fill(), sliceMs).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Fills the table in the background. A list that needs the table tries again after a failure, and reports it. */
  begin(): void {
    this.load()?.catch(() => {
      this.#version = -1
    })
  }

  /** Stops filling, because the database is about to close. */
  stop(): void {
    this.#isStopped = true
  }

  /** Brings the table up to the state of the database that the connection sees. */
  bringUp(): void {
    const conn = this.#conn
    const version = catalogueVersion(conn)
    if (version === this.#version) return
    // Versions only rise, except when a backup replaced the database.
    if (version < this.#version || this.#version < 0) {
      this.#version = -1
      for (const _ of this.#fill());
    }
    takeInSince(conn).run(this.#version)
    this.#version = version
    if (hasDeleted(conn).get()?.has === 1) leaveOutDeleted(conn).run()
  }

  /** Gives the filled table the index of a column when a list first needs it: 50 ms and 1.4 MB for 100,000 products. */
  requireIndex(column: SortedColumn): void {
    if (this.#indexed.has(column)) return
    this.#conn.$client.run(`CREATE INDEX temp.overview_${column} ON overview (${column})`)
    this.#indexed.add(column)
  }

  #isNear(): boolean {
    if (this.#version < 0) return false
    return (countSince(this.#conn).get(this.#version, takenInMax + 1)?.n ?? 0) <= takenInMax
  }

  /** The next list takes in changes made meanwhile. */
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
 * `has_stock`: the product or a variant has stock. `has_prices`: a price was given for the product and each variant.
 * `codes` has one code on each line. It does not use concat_ws, because the SQLite of macOS may be too old for it.
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
  // Ordered by name and age. With the codes, a search reads this index alone, which takes two thirds of the time of the table.
  $client.run('CREATE INDEX IF NOT EXISTS temp.overview_name ON overview (folded_name, seq, codes)')
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

/** A deleted product leaves no row, so the counts are compared. */
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

/** The number of products changed after a version, counted up to `limit`. */
const countSince = query((conn) =>
  conn.$client.query<{ n: number }, [version: number, limit: number]>(
    'SELECT count(*) AS n FROM (SELECT 1 FROM products WHERE version > ? LIMIT ? + 0)',
  ),
)
