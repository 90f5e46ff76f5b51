import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlace, type Place } from '../../../src/platform/offsite/place.ts'
import { bookFolder } from '../../../src/platform/replica/claims.ts'
import { removeOldBooks } from '../../../src/platform/replica/file-copies.ts'
import { fakeS3, type FakeS3 } from '../../support/fake-s3.ts'
import { dayMs, noon } from '../../support/temporary-database.ts'

let stick: string
let s3: FakeS3

beforeEach(() => {
  stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
  s3 = fakeS3()
})

afterEach(() => {
  s3.stop()
  rmSync(stick, { recursive: true, force: true })
})

const places: Record<string, () => Place> = {
  'a folder': () => openPlace({ kind: 'folder', path: stick }, ''),
  S3: () => {
    const address = { kind: 's3', bucket: 'shop', prefix: 'main', endpoint: s3.url } as const
    return openPlace({ ...address, accessKeyId: 'id' }, 'secret')
  },
}

/** As Litestream leaves it. */
async function writeBook(place: Place, epoch: number): Promise<void> {
  const bytes = new Uint8Array([1])
  for (const level of [0, 9]) {
    const name = `ltx/${level}/0000000000000001-0000000000000001.ltx`
    await place.write(`${bookFolder(epoch)}/${name}`, bytes)
  }
}

async function booksIn(place: Place): Promise<string[]> {
  const names = await place.list('book')
  return [...new Set(names.map((name) => name.slice(0, bookFolder(1).length)))].toSorted()
}

for (const [name, open] of Object.entries(places)) {
  describe(`books in ${name}`, () => {
    test('of those who were replaced go once no moment of theirs is kept, and the own one stays', async () => {
      const place = open()
      for (const epoch of [1, 2, 3]) await writeBook(place, epoch)
      await removeOldBooks(place, 3, noon)
      await removeOldBooks(place, 3, noon + 7 * dayMs)
      expect(await booksIn(place)).toEqual([1, 2, 3].map(bookFolder))
      await removeOldBooks(place, 3, noon + 8 * dayMs)
      expect(await booksIn(place)).toEqual([bookFolder(3)])
    })

    test('stay while that of the one who took over is not there, and one that was promoted later', async () => {
      const place = open()
      await writeBook(place, 1)
      await removeOldBooks(place, 2, noon)
      await removeOldBooks(place, 2, noon + 30 * dayMs)
      await writeBook(place, 3)
      await writeBook(place, 2)
      await removeOldBooks(place, 2, noon + 31 * dayMs)
      await removeOldBooks(place, 2, noon + 39 * dayMs)
      expect(await booksIn(place)).toEqual([2, 3].map(bookFolder))
    })
  })
}

test('no empty folder of an old book is left on a disk', async () => {
  const place = openPlace({ kind: 'folder', path: stick }, '')
  for (const epoch of [1, 2]) await writeBook(place, epoch)
  await removeOldBooks(place, 2, noon)
  await removeOldBooks(place, 2, noon + 8 * dayMs)
  expect(readdirSync(join(stick, 'book'))).toEqual(['00000002'])
})
