import { describe, expect, test } from 'bun:test'
import { copyFileSync, existsSync, renameSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import {
  isDatedAhead,
  listBackups,
  type Maker,
} from '../../../src/platform/backup/backups-folder.ts'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { filledShop, now } from './filled-shop.ts'

const dayMs = 24 * 60 * 60 * 1000
const yearMs = 365 * dayMs

describe('the nightly backups', () => {
  test('that were made last are kept, seven of them, and all that were made by hand', async () => {
    using shop = await filledShop()
    for (let n = 0; n < 3; n++) await make(shop.dir, 'command', now + n)
    for (let n = 0; n < 9; n++) await make(shop.dir, 'nightly', now + n * dayMs)
    expect(nightlies(shop.dir).map(({ madeAt }) => (madeAt - now) / dayMs)).toEqual([
      8, 7, 6, 5, 4, 3, 2,
    ])
    expect(listBackups(shop.dir)).toHaveLength(10)
  })

  test.each([
    ['by ten years', 10 * yearMs],
    ['by a month', 31 * dayMs],
    ['by an hour', dayMs / 24],
  ])('after a clock that ran ahead %s for seven nights are the new ones', async (_, ahead) => {
    using shop = await filledShop()
    for (let n = 0; n < 7; n++) await make(shop.dir, 'nightly', now + ahead + n * dayMs)
    const made = [await make(shop.dir, 'nightly', now), await make(shop.dir, 'nightly', now + 1)]
    expect(made.map(({ file }) => existsSync(file))).toEqual([true, true])
    const kept = nightlies(shop.dir)
    expect(kept.slice(0, 2).map(({ name }) => name)).toEqual(
      made.map(({ name }) => name).toReversed(),
    )
    expect(kept.map(({ number }) => number)).toEqual([9, 8, 7, 6, 5, 4, 3])
    expect(kept.filter((backup) => isDatedAhead(backup, now))).toHaveLength(5)
  })

  test('are not pushed out by one that was cut off', async () => {
    using shop = await filledShop()
    for (let n = 0; n < 7; n++) await make(shop.dir, 'nightly', now + n * dayMs)
    const [last] = nightlies(shop.dir)
    truncateSync(last?.file ?? '', 5000)
    await make(shop.dir, 'nightly', now + 7 * dayMs)
    expect(nightlies(shop.dir).map(({ number }) => number)).toEqual([8, 7, 6, 5, 4, 3, 2, 1])
  })

  test('that are complete are not pushed out by those that are not', async () => {
    using shop = await filledShop()
    for (let n = 0; n < 8; n++) await make(shop.dir, 'nightly', now + n * dayMs)
    const [document] = [
      ...new Bun.Glob('*/*').scanSync({ cwd: shop.dir.documents, absolute: true }),
    ]
    await Bun.write(document ?? '', 'damaged')
    for (let n = 8; n < 17; n++) await make(shop.dir, 'nightly', now + n * dayMs)
    const numbers = (isComplete: boolean) =>
      nightlies(shop.dir)
        .filter((backup) => backup.isComplete === isComplete)
        .map(({ number }) => number)
    expect(numbers(true)).toEqual([8, 7, 6, 5, 4, 3, 2])
    expect(numbers(false)).toEqual([17, 16, 15, 14, 13, 12, 11])
  })

  test('of a version that did not count them come before all that are counted', async () => {
    using shop = await filledShop()
    const made = await make(shop.dir, 'nightly', now)
    for (const year of ['2025', '2036']) {
      copyFileSync(made.file, join(shop.dir.backups, `daybook-${year}-01-01T03-00-00Z-nightly.tar`))
    }
    renameSync(made.file, join(shop.dir.backups, 'daybook-2026-01-01T03-00-00Z-nightly.tar'))
    const { name } = await make(shop.dir, 'nightly', now)
    expect(nightlies(shop.dir).map((backup) => backup.name.slice(8, 12))).toEqual([
      name.slice(8, 12),
      '2036',
      '2026',
      '2025',
    ])
  })
})

test('backups of one second have names of their own, in their order', async () => {
  using shop = await filledShop()
  const made = [await make(shop.dir, 'command', now), await make(shop.dir, 'command', now)]
  expect(listBackups(shop.dir).map(({ name }) => name)).toEqual(
    made.map(({ name }) => name).toReversed(),
  )
})

test('a backup that goes while the folder is listed is left out', async () => {
  using shop = await filledShop()
  const { name } = await make(shop.dir, 'command', now)
  // Its name is found, and then nothing by it.
  const going = join(shop.dir.backups, name.replace('.1.', '.2.'))
  symlinkSync(join(shop.dir.backups, 'gone'), going)
  expect(listBackups(shop.dir).map((backup) => backup.name)).toEqual([name])
})

function make(dir: DataDir, madeBy: Maker, at: number) {
  return createBackup({ dir, organisation: 'Acme Stores', madeBy, now: at })
}

function nightlies(dir: DataDir) {
  return listBackups(dir).filter(({ madeBy }) => madeBy === 'nightly')
}
