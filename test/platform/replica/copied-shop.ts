import { Database } from 'bun:sqlite'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { applicationId } from '../../../src/platform/db/connection.ts'
import { emptyDatabase, newestSchema } from '../../../src/platform/db/migrate.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { becomeStandby } from '../../../src/platform/replica/roles.ts'
import { openStandby } from '../../../src/platform/replica/standby.ts'
import { systemClock } from '../../../src/platform/time.ts'
import { fakePlace } from '../../support/fake-place.ts'
import { temporaryDir } from '../../support/temporary-database.ts'
import { filledShop } from '../backup/filled-shop.ts'

/* A place of continuous copies that somebody else may write to, and a data directory that trusts it no further than it must. */

const evil = 'what a hostile place brings'
const evilHash = Bun.SHA256.hash(evil, 'hex')
export const newest = newestSchema('book')

export const row =
  (kind: string, hash = evilHash) =>
  (book: Database) =>
    void book.run('INSERT INTO files (kind, hash, bytes, state) VALUES (?, ?, ?, ?)', [
      kind,
      hash,
      evil.length,
      'stored',
    ])

export const sql = (text: string) => (book: Database) => void book.run(text)

/** What a book may have that no Daybook makes, and how its refusal ends. */
export const hostile: Record<string, [change: (book: Database) => void, says: string]> = {
  'a file above the data': [row('../evil'), '"../evil" as files.kind, which is not'],
  'a file far above the data': [row('../../evil'), 'as files.kind, which is not'],
  'a file of the system': [row('/tmp/evil'), '"/tmp/evil" as files.kind, which is not'],
  'a file of Windows': [row('C:\\evil'), 'as files.kind, which is not'],
  'a file above, as Windows writes it': [row('..\\..\\evil'), 'as files.kind, which is not'],
  'a file behind a zero': [row('documents\0/../../evil'), 'as files.kind, which is not'],
  'a file whose hash leads out': [row('documents', '../../../evil'), 'as files.hash, which is not'],
  'a trigger': [
    sql('CREATE TRIGGER evil AFTER INSERT ON sessions BEGIN DELETE FROM users; END'),
    'has the trigger "evil"',
  ],
  'a view': [sql('CREATE VIEW evil AS SELECT 1'), 'has the view "evil"'],
  'a virtual table': [sql('CREATE VIRTUAL TABLE evil USING fts5(a)'), 'has the table "evil'],
  'a generated column': [
    sql('ALTER TABLE names ADD COLUMN evil TEXT AS (hex(zeroblob(1000000))) VIRTUAL'),
    'has another table "names"',
  ],
  'a default of its own': [
    sql("ALTER TABLE names ADD COLUMN evil TEXT DEFAULT ('x')"),
    'has another table "names"',
  ],
  'a check of its own': [
    sql('ALTER TABLE names ADD COLUMN evil TEXT CHECK (length(hex(zeroblob(9000000))) > 0)'),
    'has another table "names"',
  ],
  'an index on an expression': [
    sql('CREATE INDEX evil ON names (hex(name))'),
    'has the index "evil"',
  ],
  'another program’s mark': [sql('PRAGMA application_id = 1'), 'is not a Daybook database'],
  'a view in the place of its history': [
    (book) => {
      book.run('ALTER TABLE __drizzle_migrations RENAME TO evil')
      book.run('CREATE VIEW __drizzle_migrations AS SELECT * FROM evil')
    },
    'has a schema that no Daybook makes',
  ],
  'a schema of a newer Daybook': [
    (book) =>
      void book.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', ?)", [
        newest + 1,
      ]),
    'written by a newer Daybook',
  ],
}

/** A shop whose book lies in a place, and an empty data directory beside it. */
export async function copiedShop() {
  const shop = await filledShop()
  const good = join(shop.dir.root, 'good.db')
  using book = new Database(shop.dir.database)
  book.run('VACUUM INTO ?', [good])
  const place = fakePlace(good)
  const folder = temporaryDir()
  await place.claim()
  const { dir } = folder
  const open = () =>
    openStandby({
      dir,
      clock: systemClock,
      log: silentLog,
      program: place.program,
      lagMaxSeconds: 0,
    })
  return {
    dir,
    place,
    good,
    older: () => olderBook(good, join(shop.dir.root, 'older.db')),
    open,
    async follow() {
      await becomeStandby(dir, place.address, '')
      return await open()
    },
    [Symbol.dispose]() {
      for (const used of [shop, place, folder]) used[Symbol.dispose]()
    },
  }
}

/** The file stands wherever a hostile row may send a careless reader of the place for it. */
export function offerEvil(root: string): void {
  const below = `${evilHash.slice(0, 2)}/${evilHash}`
  for (const name of [`files/../evil/${below}`, `files/../../evil/${below}`]) {
    const file = join(root, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, evil)
  }
}

/** Where the file was written, in and around a data directory. */
export const writtenAround = (root: string) =>
  [join(root, '..'), root, join(root, '../..'), '/tmp']
    .flatMap((around) => readdirSync(around).map((name) => join(around, name)))
    .filter((file) => basename(file) === 'evil')

/** As the first one of the version before the last migration has it. */
function olderBook(good: string, file: string): string {
  using own = new Database(good)
  const [before] = own
    .query<{ at: number }, [number]>(
      'SELECT created_at AS at FROM __drizzle_migrations WHERE created_at < ? ORDER BY at DESC',
    )
    .all(newest)
  using older = emptyDatabase(before?.at ?? 0) ?? new Database()
  older.run(`PRAGMA application_id = ${applicationId}`)
  older.run('VACUUM INTO ?', [file])
  return file
}
