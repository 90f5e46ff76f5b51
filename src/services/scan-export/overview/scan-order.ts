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
 * The seller, number, day and amount of every scan, as lists show them, and what it is called, in a narrow table of the reading connection's own,
 * in memory. They stand in JSON, go through rules and name lists, and change with these: kept beside the scans they would
 * make every write dearer, and reading the JSON of 20,000 takes a second. Each sorted list first takes in what changed.
 */
class ScanOrder {
  readonly #conn: Conn
  /** Of the name lists and the rules that it was made with. */
  #version = ''
  /** The last row of what waits that was taken in: whatever changes a scan that waits gives it a new one. */
  #lastWaiting = 0
  /** The rows that there were when it was up to date last. */
  #rows = ''
  #loading: Promise<void> | undefined

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /** Undefined when little is missing, else when it is there. */
  load(deps: ScanExportDeps): Promise<void> | undefined {
    this.#beginAfresh()
    if (this.#rows === rowsOf(this.#conn)) return undefined
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
    const rows = rowsOf(conn)
    const list = rows === this.#rows ? listWaitsAnew : listChanged
    const changed = list(conn).all(this.#lastWaiting)
    this.#takeIn(
      deps,
      changed.map(({ id }) => id),
    )
    this.#lastWaiting = lastWaiting(conn).get()?.seq ?? 0
    if (rows !== this.#rows) leaveOutRemoved(conn).run()
    this.#rows = rows
  }

  /** Other name lists or other rules make other sellers and numbers. */
  #beginAfresh(): void {
    const conn = this.#conn
    const version = `${nameListsVersion(conn)}/${findRuleVersion(conn)}`
    if (version === this.#version) return
    this.#version = version
    createTable(conn)
    emptyTable(conn).run()
    this.#rows = ''
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
      const head = headOf(kept)
      const { seller, number, day, total } = sortedBy(head)
      const { seq, id, userId, filename } = kept
      const called = foldText([head.seller, head.invoiceNo, filename].join(' '))
      takeIn(this.#conn).run(seq, id, seller, number, day, total, userId, called)
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
    'CREATE TEMP TABLE IF NOT EXISTS scan_order (seq INTEGER PRIMARY KEY, id, seller, number, day, total, user_id, called)',
  ),
)

const emptyTable = query((conn) => conn.$client.query('DELETE FROM temp.scan_order'))

const takeIn = query((conn) =>
  conn.$client.query<
    undefined,
    [
      seq: number,
      id: string,
      seller: string | null,
      number: string | null,
      day: string | null,
      total: number | null,
      userId: string,
      /** Its seller, number and file, folded: what one is asked for by. */
      called: string,
    ]
  >('REPLACE INTO temp.scan_order VALUES (?, ?, ?, ?, ?, ?, ?, ?)'),
)

/** The newest scans, of a user or of all, that are called something like a folded text; the order must be up to date. */
export const listCalled = query((conn) =>
  conn.$client.query<{ id: string }, [text: string, userId: string | null, limit: number]>(
    `SELECT id FROM temp.scan_order
     WHERE instr(called, ?1) > 0 AND (?2 IS NULL OR user_id = ?2) ORDER BY seq DESC LIMIT ?3`,
  ),
)

/** A row may have been another scan's: its number is given again once the newest is removed. */
const isMissing = `NOT EXISTS (
  SELECT 1 FROM temp.scan_order AS sorted WHERE sorted.seq = scans.rowid AND sorted.id = scans.id)`

const countMissing = query((conn) =>
  conn.$client.query<{ n: number }, [limit: number]>(
    `SELECT count(*) AS n FROM (
       SELECT 1 FROM scans WHERE ${isMissing} LIMIT ?)`,
  ),
)

const waitsAnew = 'SELECT scan_id AS id FROM waiting_scans WHERE seq > ?'

const listWaitsAnew = query((conn) =>
  conn.$client.query<{ id: string }, [lastWaiting: number]>(waitsAnew),
)

/** Those that are new as well. */
const listChanged = query((conn) =>
  conn.$client.query<{ id: string }, [lastWaiting: number]>(
    `${waitsAnew} UNION SELECT id FROM scans WHERE ${isMissing}`,
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

/**
 * Changes with every scan that comes or goes: the newest row is of another scan then, or there are fewer. Looking for each
 * of 20,000 takes ten times as long.
 */
function rowsOf(conn: Conn): string {
  const { n, newest } = newestRow(conn).get() ?? { n: 0, newest: null }
  return `${n}/${newest}`
}

const newestRow = query((conn) =>
  conn.$client.query<{ n: number; newest: string | null }, []>(
    `SELECT (SELECT count(*) FROM scans) AS n,
       (SELECT id FROM scans WHERE rowid = (SELECT max(rowid) FROM scans)) AS newest`,
  ),
)

const leaveOutRemoved = query((conn) =>
  conn.$client.query('DELETE FROM temp.scan_order WHERE seq NOT IN (SELECT rowid FROM scans)'),
)
