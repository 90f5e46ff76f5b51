import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import {
  closeConnection,
  openForReading,
  openForWriting,
  type Conn,
} from '../../../src/platform/db/connection.ts'
import { type Command, WriteQueue } from '../../../src/platform/db/write-queue.ts'
import { temporaryDir } from '../../support/temporary-database.ts'

export const notes = sqliteTable('notes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  note: text('note').notNull(),
})

/** A write queue on a database of one table, in a directory of its own. */
export type Notebook = {
  file: string
  conn: Conn
  queue: WriteQueue
  /** What a reader sees, in the order in which it was written. */
  written(): string[]
} & AsyncDisposable

export function notebook(): Notebook {
  const temporary = temporaryDir()
  const file = temporary.dir.database
  const conn = openForWriting(file, { synchronous: 'FULL', busyTimeoutMs: 0 })
  conn.$client.run('CREATE TABLE notes (id INTEGER PRIMARY KEY AUTOINCREMENT, note TEXT NOT NULL)')
  const reader = openForReading(file)
  // A busy machine may take its 10 ms for one act.
  const queue = new WriteQueue(conn, { groupMs: 10_000, busyLimitMs: 10_000 })
  return {
    file,
    conn,
    queue,
    written() {
      const rows = reader.select().from(notes).orderBy(notes.id).all()
      return rows.map(({ note }) => note)
    },
    async [Symbol.asyncDispose]() {
      await queue.idle()
      closeConnection(reader)
      closeConnection(conn)
      temporary[Symbol.dispose]()
    },
  }
}

export function writes(note: string): Command<void> {
  return (to) => {
    to.insert(notes).values({ note }).run()
  }
}
