import { query, type Conn } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import { nameListsVersion } from '../../../names/queries.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findRuleVersion } from '../rules-in-force.ts'
import { listHeads } from './listed-rows.ts'
import { headReader, type ShownHead } from './shown-head.ts'

/** Scans that one step takes in: a few milliseconds. */
const scansPerStep = 200

/** More scans than these are taken in in turns, so that other requests go on. */
const takenInMax = 400

/** How long steps go on before requests come in between, in milliseconds. */
const sliceMs = 8

/** Digits of a number within a text are compared as one number up to so many. */
const digitsMax = 15

/** What lists of a reading connection are sorted by. */
export const scanOrderOf = query((conn) => new ScanOrder(conn))

/**
 * The seller, number, day and amount of every scan, as lists show them, in a narrow table of the reading connection's own,
 * in memory. They stand in JSON, go through rules and name lists, and change with these: kept beside the scans they would
 * make every write dearer, and reading the JSON of 20,000 takes a second. Each sorted list first takes in what changed.
 */
class ScanOrder {
  readonly #conn: Conn
  /** Of the name lists and the rules that it was made with. */
  #version = ''
  /** The last row of what waits that was taken in: whatever changes a scan that waits gives it a new one. */
  #lastWaiting = 0
  #loading: Promise<void> | undefined

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /** Undefined when little is missing, else when it is there. */
  load(deps: ScanExportDeps): Promise<void> | undefined {
    this.#beginAfresh()
    const missing = countMissing(this.#conn).get(takenInMax + 1)?.n ?? 0
    if (missing <= takenInMax) return undefined
    this.#loading ??= walkInTurns(this.#fill(deps), sliceMs).finally(() => {
      this.#loading = undefined
    })
    return this.#loading
  }

  /** Makes the table show the state of the database that the connection sees. */
  bringUp(deps: ScanExportDeps): void {
    const conn = this.#conn
    this.#beginAfresh()
    const changed = listChanged(conn).all(this.#lastWaiting)
    this.#takeIn(
      deps,
      changed.map(({ id }) => id),
    )
    this.#lastWaiting = lastWaiting(conn).get()?.seq ?? 0
    if (hasRemoved(conn).get()?.has === 1) leaveOutRemoved(conn).run()
  }

  /** Other name lists or other rules make other sellers and numbers. */
  #beginAfresh(): void {
    const conn = this.#conn
    const version = `${nameListsVersion(conn)}/${findRuleVersion(conn)}`
    if (version === this.#version) return
    this.#version = version
    createTable(conn)
    emptyTable(conn).run()
    this.#lastWaiting = lastWaiting(conn).get()?.seq ?? 0
  }

  *#fill(deps: ScanExportDeps): Generator<undefined, void> {
    const version = this.#version
    let last = 0
    for (;;) {
      const some = listNext(this.#conn).all(last, scansPerStep)
      // Who comes behind a change of names or rules has begun afresh already.
      if (some.length === 0 || version !== this.#version) return
      this.#takeIn(
        deps,
        some.map(({ id }) => id),
      )
      last = some.at(-1)?.seq ?? last
      yield
    }
  }

  #takeIn(deps: ScanExportDeps, ids: readonly string[]): void {
    const headOf = headReader(deps)
    for (const kept of listHeads(this.#conn).all({ ids: JSON.stringify(ids) })) {
      const { seller, number, day, total } = sortedBy(headOf(kept))
      takeIn(this.#conn).run(kept.id, seller, number, day, total)
    }
  }
}

/** A bank statement is found by its bank, its account and its last day. */
function sortedBy({ seller, account, invoiceNo, invoiceDate, total }: ShownHead) {
  const day = invoiceDate ?? account?.to ?? account?.from ?? ''
  return {
    seller: foldedOrNull(seller ?? account?.bank),
    number: foldedOrNull(invoiceNo ?? account?.number)?.replaceAll(/\d+/g, padded) ?? null,
    day: /^\d{4}-\d\d-\d\d$/.test(day) ? day : null,
    total: total === null ? null : Math.round(total * 100),
  }
}

function foldedOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : foldText(text)
}

/** INV-9 comes before INV-10. */
function padded(digits: string): string {
  return digits.padStart(digitsMax, '0')
}

const createTable = query(({ $client }) =>
  $client.run(
    'CREATE TEMP TABLE IF NOT EXISTS scan_order (id TEXT PRIMARY KEY, seller, number, day, total) WITHOUT ROWID',
  ),
)

const emptyTable = query((conn) => conn.$client.query('DELETE FROM temp.scan_order'))

const takeIn = query((conn) =>
  conn.$client.query<
    undefined,
    [
      id: string,
      seller: string | null,
      number: string | null,
      day: string | null,
      total: number | null,
    ]
  >('REPLACE INTO temp.scan_order VALUES (?, ?, ?, ?, ?)'),
)

const countMissing = query((conn) =>
  conn.$client.query<{ n: number }, [limit: number]>(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM scans WHERE id NOT IN (SELECT id FROM temp.scan_order) LIMIT ?)`,
  ),
)

/** Those that are new, that wait anew, and that failed and were typed in: these change without waiting. */
const listChanged = query((conn) =>
  conn.$client.query<{ id: string }, [lastWaiting: number]>(
    `SELECT scan_id AS id FROM waiting_scans WHERE seq > ?
     UNION SELECT id FROM scans WHERE id NOT IN (SELECT id FROM temp.scan_order)
     UNION SELECT id FROM scans WHERE status = 'failed' AND correction IS NOT NULL`,
  ),
)

const listNext = query((conn) =>
  conn.$client.query<{ seq: number; id: string }, [seq: number, limit: number]>(
    'SELECT rowid AS seq, id FROM scans WHERE rowid > ? ORDER BY rowid LIMIT ?',
  ),
)

const lastWaiting = query((conn) =>
  conn.$client.query<{ seq: number | null }, []>('SELECT max(seq) AS seq FROM waiting_scans'),
)

const hasRemoved = query((conn) =>
  conn.$client.query<{ has: 0 | 1 }, []>(
    'SELECT (SELECT count(*) FROM scans) <> (SELECT count(*) FROM temp.scan_order) AS has',
  ),
)

const leaveOutRemoved = query((conn) =>
  conn.$client.query('DELETE FROM temp.scan_order WHERE id NOT IN (SELECT id FROM scans)'),
)
