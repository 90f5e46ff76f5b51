import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPlace, type Place } from '../../../src/platform/offsite/place.ts'
import {
  bookFolder,
  firstWithBook,
  isReplaced,
  lastTransaction,
  listClaims,
  makeClaim,
  readBeat,
  writeBeat,
} from '../../../src/platform/replica/claims.ts'
import { fakeS3, type FakeS3 } from '../../support/fake-s3.ts'
import { codeOf, noon, refusalOf } from '../../support/temporary-database.ts'

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

const manner = { waits: false, stopAfterSeconds: null }

const places: Record<string, () => Place> = {
  'a folder': () => openPlace({ kind: 'folder', path: stick }, ''),
  S3: () => {
    const address = { kind: 's3', bucket: 'shop', prefix: 'main', endpoint: s3.url } as const
    return openPlace({ ...address, accessKeyId: 'id' }, 'secret')
  },
}

for (const [name, open] of Object.entries(places)) {
  describe(`claims in ${name}`, () => {
    test('are won by one of many who claim at once', async () => {
      const place = open()
      const holders = ['a', 'b', 'c', 'd', 'e']
      const won = await Promise.all(
        holders.map((holder) => makeClaim(place, { epoch: 1, holder, manner, now: noon })),
      )
      expect(won.filter(Boolean)).toHaveLength(1)
      const [claim, ...others] = await listClaims(place)
      expect(others).toEqual([])
      expect(won[holders.indexOf(claim?.holder ?? '')]).toBe(true)
    })

    test('replace the one before, and the last comes first', async () => {
      const place = open()
      for (const epoch of [1, 2, 3]) {
        await makeClaim(place, { epoch, holder: `h${epoch}`, manner, now: noon })
      }
      expect((await listClaims(place)).map(({ epoch }) => epoch)).toEqual([3, 2, 1])
      const replaced = [2, 3].map((epoch) => isReplaced(place, { epoch, holder: `h${epoch}` }))
      expect(await Promise.all(replaced)).toEqual([true, false])
    })

    test('say nothing where the own one is not found, as of a drive that is not mounted', async () => {
      const place = open()
      const own = { epoch: 1, holder: 'a' }
      expect(await codeOf(isReplaced(place, own))).toBe('unavailable')
      await makeClaim(place, { ...own, holder: 'another shop', manner, now: noon })
      expect(await codeOf(isReplaced(place, own))).toBe('unavailable')
    })

    test('know how far the book is', async () => {
      const place = open()
      expect(await readBeat(place)).toBeUndefined()
      const beat = { epoch: 1, txid: 7, at: noon }
      await writeBeat(place, beat)
      expect(await readBeat(place)).toEqual(beat)
      expect(await lastTransaction(place, 1)).toBe(0)
      const bytes = new Uint8Array([1])
      for (const file of [
        '0/0000000000000001-000000000000000a',
        '1/0000000000000001-0000000000000009',
      ])
        await place.write(`${bookFolder(1)}/ltx/${file}.ltx`, bytes)
      expect(await lastTransaction(place, 1)).toBe(10)
    })

    test('of one who broke before its first copy are passed over', async () => {
      const place = open()
      for (const epoch of [1, 2]) await makeClaim(place, { epoch, holder: 'a', manner, now: noon })
      expect(await firstWithBook(place, await listClaims(place))).toBeUndefined()
      const file = `${bookFolder(1)}/ltx/0/0000000000000001-0000000000000001.ltx`
      await place.write(file, new Uint8Array([1]))
      expect(await firstWithBook(place, await listClaims(place))).toMatchObject({ epoch: 1 })
    })
  })
}

test('a claim that lost leaves nothing behind in a folder', async () => {
  const place = openPlace({ kind: 'folder', path: stick }, '')
  await makeClaim(place, { epoch: 1, holder: 'a', manner, now: noon })
  await makeClaim(place, { epoch: 1, holder: 'b', manner, now: noon })
  expect(readdirSync(join(stick, 'claims'))).toEqual(['00000001.json'])
})

test('a claim that was damaged is said to be', async () => {
  const place = openPlace({ kind: 'folder', path: stick }, '')
  await makeClaim(place, { epoch: 1, holder: 'a', manner, now: noon })
  writeFileSync(join(stick, 'claims/00000001.json'), '{')
  expect((await refusalOf(listClaims(place))).message).toContain('damaged')
})
