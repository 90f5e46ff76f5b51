import { Database } from 'bun:sqlite'
import { textOf } from '../../../src/platform/json/json.ts'
import { type Doc } from './docs.ts'

/**
 * Where the documents of a site are. Each commit is one transaction, on the disk before it returns, so that what was
 * answered outlives the process. What is worked on is in memory; the file is read when it is opened.
 */
export type Store = {
  find(doctype: string, name: string): Doc | undefined
  all(doctype: string): Doc[]
  /** Puts it in, or in the place of the one of its name. */
  commit(doctype: string, doc: Doc): void
  remove(doctype: string, name: string): void
  /** Everything anew, as after a restored backup. */
  replace(kept: Kept[]): void
  snapshot(): Kept[]
  /** `yyyy-mm-dd hh:mm:ss.ffffff`, later than any that was given before. */
  stamp(): string
  close(): void
}

export type Kept = { doctype: string; doc: Doc }

type Row = { doctype: string; name: string; body: string }

const microsInMilli = 1_000
const stampDigits = 6

export function openStore(file: string, sample: () => Kept[]): Store {
  const database = new Database(file, { create: true, strict: true })
  database.run('PRAGMA journal_mode = WAL')
  database.run('PRAGMA synchronous = FULL')
  database.run(
    'CREATE TABLE IF NOT EXISTS document (doctype TEXT, name TEXT, body TEXT, PRIMARY KEY (doctype, name)) STRICT',
  )
  const put = database.query<undefined, Row>(
    'INSERT OR REPLACE INTO document VALUES ($doctype, $name, $body)',
  )
  const drop = database.query<undefined, { doctype: string; name: string }>(
    'DELETE FROM document WHERE doctype = $doctype AND name = $name',
  )
  const docs = new Map<string, Map<string, Doc>>()
  let last = 0
  const hold = ({ doctype, doc }: Kept) => {
    const of = docs.get(doctype) ?? new Map<string, Doc>()
    docs.set(doctype, of.set(keyOf(textOf(doc, 'name')), doc))
  }
  const store: Store = {
    find: (doctype, name) => docs.get(doctype)?.get(keyOf(name)),
    all: (doctype) => [...(docs.get(doctype)?.values() ?? [])],
    commit(doctype, doc) {
      put.run({ doctype, name: keyOf(textOf(doc, 'name')), body: JSON.stringify(doc) })
      hold({ doctype, doc })
    },
    remove(doctype, name) {
      drop.run({ doctype, name: keyOf(name) })
      docs.get(doctype)?.delete(keyOf(name))
    },
    replace(kept) {
      docs.clear()
      database.transaction(() => {
        database.run('DELETE FROM document')
        for (const { doctype, doc } of kept) store.commit(doctype, doc)
      })()
    },
    snapshot: () =>
      [...docs].flatMap(([doctype, of]) =>
        [...of.values()].map((doc) => ({ doctype, doc: structuredClone(doc) })),
      ),
    stamp() {
      last = Math.max(last + 1, Date.now() * microsInMilli)
      const micros = String(last % 1_000_000).padStart(stampDigits, '0')
      const [day = '', time = ''] = new Date(last / microsInMilli).toISOString().split('T')
      return `${day} ${time.slice(0, 'hh:mm:ss'.length)}.${micros}`
    },
    close: () => database.close(true),
  }
  const rows = database.query<Row, []>('SELECT * FROM document').all()
  if (rows.length === 0) store.replace(sample())
  for (const { doctype, body } of rows) hold({ doctype, doc: JSON.parse(body) })
  return store
}

/** Names are one to MariaDB whatever their case. */
function keyOf(name: string): string {
  return name.toLowerCase()
}
