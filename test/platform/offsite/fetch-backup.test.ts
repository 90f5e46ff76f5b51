import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { copyBackup, fetchBackup, findSnapshot } from '../../../src/platform/offsite/copies.ts'
import { openPlace } from '../../../src/platform/offsite/place.ts'
import { newRecoveryText, recoveryKey } from '../../../src/platform/offsite/recovery-key.ts'
import { markPlace } from '../../../src/platform/offsite/snapshots.ts'
import { codeOf, temporaryDir } from '../../support/temporary-database.ts'
import { filledShop, now } from '../backup/filled-shop.ts'

test('a piece that whoever fetches a copy could not open stays', async () => {
  using shop = await filledShop()
  using stick = temporaryDir()
  const place = openPlace({ kind: 'folder', path: stick.dir.root }, '')
  const key = await recoveryKey(newRecoveryText())
  await markPlace(place, key, 'one')
  const backup = await createBackup({ dir: shop.dir, organisation: 'x', madeBy: 'command', now })
  const about = { number: 1, madeAt: now, bytes: 0, madeBy: 'command' as const, isComplete: true }
  const name = await copyBackup({ place, key, writer: 'one' }, { ...backup, ...about }, [])
  const before = (await place.list('pieces')).toSorted()
  const misread = {
    ...place,
    read: async (file: string, bytesMax: number) =>
      (await place.read(file, bytesMax))?.slice(0, file.startsWith('pieces/') ? -1 : undefined),
  }
  expect(await findSnapshot(place, key)).toBe(name.name)
  const fetched = fetchBackup(misread, key, name.name, join(shop.dir.root, 'fetched.tar'))
  expect(await codeOf(fetched)).toBe('invalid_request')
  expect((await place.list('pieces')).toSorted()).toEqual(before)
})
