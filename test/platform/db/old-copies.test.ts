import { expect, test } from 'bun:test'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { preMigrationCopy, removeOldCopies } from '../../../src/platform/db/migrate.ts'
import { dayMs, noon, temporaryDir } from '../../support/temporary-database.ts'

test('copies made before an update go after 30 days, backups stay', async () => {
  using temporary = temporaryDir()
  const { backups } = temporary.dir
  const old = preMigrationCopy(backups, noon - 31 * dayMs)
  const young = preMigrationCopy(backups, noon - 29 * dayMs)
  const backup = join(backups, 'daybook-2026-01-01T03-00-00Z.tar')
  for (const [file, days] of [
    [old, 31],
    [young, 29],
    [backup, 300],
  ] as const) {
    writeFileSync(file, 'x')
    const written = (noon - days * dayMs) / 1000
    utimesSync(file, written, written)
  }
  await removeOldCopies(backups, noon)
  expect(
    readdirSync(backups)
      .map((name) => join(backups, name))
      .toSorted(),
  ).toEqual([young, backup].toSorted())
})

test('two copies of the same moment do not overwrite each other', () => {
  using temporary = temporaryDir()
  const { backups } = temporary.dir
  const first = preMigrationCopy(backups, noon)
  writeFileSync(first, 'x')
  expect(preMigrationCopy(backups, noon)).not.toBe(first)
})
