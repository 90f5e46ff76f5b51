import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { restoreBackup, restoreUnpacked } from '../../../src/platform/backup/restore-backup.ts'
import { undoRestore, unpackFolder } from '../../../src/platform/backup/restore-journal.ts'
import { unpackBackup } from '../../../src/platform/backup/unpack-backup.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { changeDatabase, filledShop, now } from './filled-shop.ts'

describe('a restore', () => {
  const folders = '[{"path":"/srv/bills"}]'

  test.each([
    ['network.access', '"network"', true],
    ['network.access', ' "network" ', true],
    ['network.access', '"this computer"', false],
    ['network.access', 'null', false],
    ['scan-export.folders', folders, true],
    ['scan-export.folders', '[]', false],
    ['offsite', '{}', true],
    ['images.published', '{}', true],
    ['daily.hour', '4', false],
  ])(
    'switches nothing on that reaches out of the data: %s as %s',
    async (name, value, isPaused) => {
      using shop = await filledShop()
      const file = await backupOf(shop.dir)
      await changeDatabase(file, (database) => setRaw(database, name, value))
      const { paused } = await restoreBackup({ dir: shop.dir, file, now })
      expect(paused.map(String)).toEqual(isPaused ? [name] : [])
      expect(settingsOf(shop.dir)).toEqual([[isPaused ? `paused:${name}` : name, value]])
    },
  )

  test('takes what an attacker paused in the backup for no confirmation of anything', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    await changeDatabase(file, (database) => {
      setRaw(database, 'scan-export.folders', folders)
      setRaw(database, 'paused:scan-export.folders', '[]')
    })
    await restoreBackup({ dir: shop.dir, file, now })
    expect(settingsOf(shop.dir)).toEqual([['paused:scan-export.folders', folders]])
  })

  test('of a backup that this Daybook made a moment ago pauses nothing', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    await changeDatabase(file, (database) => setRaw(database, 'scan-export.folders', folders))
    const { paused } = await restoreBackup({ dir: shop.dir, file, now, isOwn: true })
    expect(paused).toEqual([])
    expect(settingsOf(shop.dir)).toEqual([['scan-export.folders', folders]])
  })

  test('that is taken back leaves on what was on, and paused what was paused', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    using before = new Database(shop.dir.database)
    setRaw(before, 'scan-export.folders', folders)
    setRaw(before, 'paused:offsite', '{}')
    before.close(true)
    const manifest = await unpackBackup(file, unpackFolder(shop.dir), 'everything')
    await restoreUnpacked({ dir: shop.dir, now, manifest })
    expect(settingsOf(shop.dir)).toEqual([])
    expect(await undoRestore(shop.dir)).toBe(true)
    expect(settingsOf(shop.dir)).toEqual([
      ['paused:offsite', '{}'],
      ['scan-export.folders', folders],
    ])
  })
})

async function backupOf(dir: DataDir): Promise<string> {
  return (await createBackup({ dir, organisation: 'A', madeBy: 'command', now })).file
}

function setRaw(database: Database, name: string, value: string): void {
  database.run('INSERT INTO settings (name, value) VALUES (?, ?)', [name, value])
}

/** Name and value of each setting that these tests are about. */
function settingsOf({ database: file }: DataDir): unknown[] {
  using database = new Database(file)
  using rows = database.prepare('SELECT name, value FROM settings ORDER BY name')
  return rows.values()
}
