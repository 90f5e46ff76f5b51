import type { Database as Before } from 'bun:sqlite'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { type Database, openServedDatabase } from '../../src/platform/db/database.ts'
import { emptyDatabase } from '../../src/platform/db/migrate.ts'
import { noon, temporaryDir } from './temporary-database.ts'

/** Opens a book that had so many `migrations`, as an update does: `fill` writes into it before, `look` sees it after. */
export async function updatedBook(
  migrations: number,
  fill: (before: Before) => void,
  look: (book: Database) => unknown,
): Promise<void> {
  using temporary = temporaryDir()
  const migrationsFolder = join(import.meta.dir, '../../drizzle/book')
  const schema = readMigrationFiles({ migrationsFolder })[migrations - 1]?.folderMillis
  using before = emptyDatabase(schema ?? 0)
  if (before === undefined) throw new Error('There is no such schema.')
  fill(before)
  await Bun.write(temporary.dir.database, before.serialize())
  const database = openServedDatabase(temporary.dir, noon)
  try {
    await look(database)
  } finally {
    await database.close()
  }
}
