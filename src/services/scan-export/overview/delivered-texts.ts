import { type Conn, query } from '../../../platform/db/connection.ts'

/** The delivered texts of a read connection. */
export const deliveredTextsOf = query((conn) => new DeliveredTexts(conn))

/** `seq` is the `rowid` of the scan. */
export const deliveredTextsTable = 'temp.delivered_texts'

/**
 * What was delivered of each document, in an in-memory table of the read connection: 24 MB for 9,000 documents. The first search for a text
 * fills it. Beside the raw document each text fills a page of its own: 20,000 documents took 35 ms to read through, and take 5 from here. In
 * a table of the database, each acknowledgement would write two pages more.
 */
class DeliveredTexts {
  readonly #conn: Conn
  /** The last change that the table shows. Below all changes before the table is filled. */
  #shown = -1

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /** Brings the table up to the state of the database that the connection sees. */
  bringUp(): void {
    const conn = this.#conn
    const last = lastChange(conn).get()?.seq ?? 0
    // Changes only rise, except when a backup replaced the database.
    if (last < this.#shown || this.#shown < 0) {
      createTable(conn)
      empty(conn).run()
      takeInAll(conn).run()
    } else if (last > this.#shown) {
      leaveOutSince(conn).run(this.#shown)
      takeInSince(conn).run(this.#shown)
    }
    this.#shown = last
  }
}

const createTable = query(({ $client }) => {
  $client.run(
    `CREATE TEMP TABLE delivered_texts (seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, data TEXT NOT NULL)`,
  )
})

const empty = query((conn) => conn.$client.query(`DELETE FROM ${deliveredTextsTable}`))

const take = `REPLACE INTO ${deliveredTextsTable} SELECT rowid, id, synced_data FROM scans WHERE synced_data IS NOT NULL`

const changed = `(SELECT id FROM changes WHERE seq > ? AND kind = 'document')`

const takeInAll = query((conn) => conn.$client.query(take))

const takeInSince = query((conn) =>
  conn.$client.query<undefined, [seq: number]>(`${take} AND id IN ${changed}`),
)

/** Documents that were put back or deleted are not taken in again. */
const leaveOutSince = query((conn) =>
  conn.$client.query<undefined, [seq: number]>(
    `DELETE FROM ${deliveredTextsTable} WHERE id IN ${changed}`,
  ),
)

const lastChange = query((conn) =>
  conn.$client.query<{ seq: number | null }, []>('SELECT max(seq) AS seq FROM changes'),
)
