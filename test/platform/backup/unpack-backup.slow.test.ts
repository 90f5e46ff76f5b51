import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { unpackBackup, verifyBackup } from '../../../src/platform/backup/unpack-backup.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { filledShop, now, partsOf, seal, temporaryDir, type Part } from './filled-shop.ts'

describe('a backup that was changed after it was written is refused', () => {
  test('wherever a byte is flipped', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    const whole = readFileSync(file)
    const parts = await partsOf(file)
    const places = flipPlaces(whole.byteLength, parts)
    for (const place of places) {
      const changed = Buffer.from(whole)
      changed[place] = (changed[place] ?? 0) ^ 0x01
      writeFileSync(file, changed)
      expect(`${place}: ${await verdict(shop.dir, file)}`).toStartWith(
        `${place}: This is not a whole`,
      )
    }
    writeFileSync(file, whole)
    expect(await verdict(shop.dir, file)).toBe('whole')
  })

  test('wherever it is cut off, and when something is added', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    const whole = readFileSync(file)
    for (const bytes of [
      0,
      1,
      512,
      2048,
      5000,
      whole.length - 2048,
      whole.length - 512,
      whole.length - 1,
    ]) {
      writeFileSync(file, whole)
      truncateSync(file, bytes)
      expect(`${bytes}: ${await verdict(shop.dir, file)}`).toStartWith(
        `${bytes}: This is not a whole`,
      )
    }
    writeFileSync(file, Buffer.concat([whole, Buffer.alloc(512)]))
    expect(await verdict(shop.dir, file)).toStartWith('This is not a whole')
  })

  test('a file that is no backup, and one that is not there', async () => {
    using shop = await filledShop()
    const file = join(shop.dir.backups, 'notes.txt')
    writeFileSync(file, 'notes '.repeat(1000))
    expect(await verdict(shop.dir, file)).toStartWith('This is not a whole')
    expect(await verdict(shop.dir, `${file}.gone`)).toBe(`There is no file ${file}.gone.`)
    expect(await verdict(shop.dir, shop.dir.backups)).toBe(`There is no file ${shop.dir.backups}.`)
  })
})

describe('a backup with a right seal around wrong contents is refused', () => {
  test.each<[string, (parts: Part[]) => Part[], string]>([
    [
      'a document is missing',
      (parts) => parts.filter(({ name }) => !name.startsWith('documents')),
      'is missing from it',
    ],
    [
      'the book is missing',
      (parts) => parts.filter(({ name }) => name !== 'daybook.db'),
      'is missing from it',
    ],
    ['the manifest is missing', (parts) => parts.slice(1), 'does not begin with a manifest'],
    [
      'a file is added',
      (parts) => [...parts, part('documents/ab/x')],
      '"documents/ab/x" does not belong in it',
    ],
    [
      'a name climbs out',
      (parts) => [...parts, part('../escaped')],
      '"../escaped" does not belong in it',
    ],
    [
      'a name is absolute',
      (parts) => [...parts, part('/tmp/escaped')],
      '"/tmp/escaped" does not belong in it',
    ],
    ['a file comes twice', (parts) => [...parts, ...parts.slice(2, 3)], 'does not belong in it'],
    [
      'a document has other bytes',
      (parts) => swap(parts, (name) => name.startsWith('documents'), flipFirst),
      'was changed',
    ],
    [
      'the book has other bytes',
      (parts) => swap(parts, (name) => name === 'daybook.db', flipFirst),
      'was changed',
    ],
    [
      'the manifest is no JSON',
      (parts) => [part('manifest.json'), ...parts.slice(1)],
      'is not JSON',
    ],
    [
      'the manifest climbs out',
      (parts) => editManifest(parts, '"documents/', '"../../x/'),
      'manifest cannot be read',
    ],
    [
      'the manifest calls a file missing that is in it',
      (parts) => sayMissing(parts, parts[2]?.name ?? ''),
      'that it is missing from it',
    ],
    [
      'the manifest calls the book missing',
      (parts) => sayMissing(parts, 'daybook.db'),
      '"daybook.db" that it is missing from it',
    ],
    [
      'the manifest counts other rows',
      (parts) => editManifest(parts, '"names":1', '"names":2'),
      'other numbers of rows',
    ],
    [
      'the manifest says another schema',
      (parts) => editManifest(parts, '"schema":', '"schema":-'),
      'another schema',
    ],
  ])('%s', async (_, change, reason) => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    await seal(file, change(await partsOf(file)))
    expect(await verdict(shop.dir, file)).toContain(reason)
    expect(existsSync(join(shop.dir.backups, 'work.part'))).toBe(false)
  })

  test('the book is not one of Daybook, is damaged, or needs a file that is not there', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    const parts = await partsOf(file)
    const withDatabase = async (sql: string) => {
      const database = join(shop.dir.root, 'changed.db')
      writeFileSync(database, parts.find(({ name }) => name === 'daybook.db')?.bytes ?? '')
      using db = new Database(database)
      db.run(sql)
      db.close(true)
      await seal(file, replaceDatabase(parts, readFileSync(database)))
      return await verdict(shop.dir, file)
    }
    expect(await withDatabase('PRAGMA application_id = 7')).toContain('not a Daybook database')
    expect(
      await withDatabase("UPDATE files SET hash = 'ab' || substr(hash, 3) WHERE kind = 'images'"),
    ).toContain('which its book needs, is missing')
    expect(await withDatabase("UPDATE files SET state = 'deleting'")).toContain(
      'its book knows nothing of',
    )
    await seal(file, replaceDatabase(parts, Buffer.alloc(8192, 'no database ')))
    expect(await verdict(shop.dir, file)).toContain('its book cannot be read')
  })
})

test('unpacking writes nothing outside its folder', async () => {
  using shop = await filledShop()
  const file = await backupOf(shop.dir)
  const folder = join(shop.dir.root, 'inside', 'unpacked')
  const escapes = ['../escaped', 'documents/../../escaped', join(shop.dir.root, 'escaped')]
  for (const name of escapes) {
    await seal(file, [...(await partsOf(await backupOf(shop.dir))), part(name)])
    const unpacking = unpackBackup(file, folder, 'everything')
    expect(await unpacking.then(() => 'whole', String)).toContain('does not belong')
    expect(readdirSync(dirname(folder))).toEqual(['unpacked'])
    expect(existsSync(join(shop.dir.root, 'escaped'))).toBe(false)
    await Bun.$`rm -r ${folder}`
  }
})

test('a backup is checked without a data directory, and makes none', async () => {
  using shop = await filledShop()
  using elsewhere = temporaryDir()
  expect(await verdict(elsewhere.dir, await backupOf(shop.dir))).toBe('whole')
  expect(existsSync(elsewhere.dir.root)).toBe(false)
})

async function backupOf(dir: DataDir): Promise<string> {
  return (await createBackup({ dir, organisation: 'Acme Stores', madeBy: 'command', now })).file
}

async function verdict(dir: DataDir, file: string): Promise<string> {
  return await verifyBackup(dir, file).then(
    () => 'whole',
    (error: unknown) => (error instanceof Error ? error.message : 'not an error'),
  )
}

/** In every header, body and padding, in the seal and in the end; and spread over the whole. */
function flipPlaces(length: number, parts: readonly Part[]): number[] {
  const places = [length - 1, length - 1025, length - 1500, length - 2047]
  let start = 0
  for (const { bytes } of parts) {
    const padded = Math.ceil(bytes.byteLength / 512) * 512
    // The name, the end of the checksum, what no reader looks at, the first byte and the padding's last.
    places.push(start, start + 155, start + 511, start + 512, start + 512 + padded - 1)
    start += 512 + padded
  }
  for (let place = 0; place < length; place += 9973) places.push(place)
  return places
}

function part(name: string): Part {
  return { name, bytes: new TextEncoder().encode('x') }
}

function swap(
  parts: Part[],
  which: (name: string) => boolean,
  change: (bytes: Uint8Array) => Uint8Array,
) {
  return parts.map(({ name, bytes }) => ({ name, bytes: which(name) ? change(bytes) : bytes }))
}

function flipFirst(bytes: Uint8Array): Uint8Array {
  const changed = Uint8Array.from(bytes)
  changed[0] = (changed[0] ?? 0) ^ 0x01
  return changed
}

function editManifest(parts: Part[], from: string, to: string): Part[] {
  return swap(
    parts,
    (name) => name === 'manifest.json',
    (bytes) => Buffer.from(Buffer.from(bytes).toString().replace(from, to)),
  )
}

function sayMissing(parts: Part[], path: string): Part[] {
  const missing = JSON.stringify({ path, state: 'missing', title: null })
  return editManifest(parts, '"missing":[', `"missing":[${missing}`)
}

/** With a manifest that fits the new bytes. */
function replaceDatabase(parts: Part[], database: Buffer): Part[] {
  return parts.map(({ name, bytes }) => {
    if (name === 'daybook.db') return { name, bytes: database }
    if (name !== 'manifest.json') return { name, bytes }
    const manifest = JSON.parse(Buffer.from(bytes).toString())
    manifest.files[0].bytes = database.byteLength
    manifest.files[0].sha256 = Bun.SHA256.hash(database, 'hex')
    return { name, bytes: Buffer.from(JSON.stringify(manifest)) }
  })
}
