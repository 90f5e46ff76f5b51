import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { storeOf } from '../../../src/app.ts'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { heldOrOwn, holdImages } from '../../../src/platform/backup/needed-files.ts'
import { verifyBackup } from '../../../src/platform/backup/unpack-backup.ts'
import type { WatchStep } from '../../../src/platform/backup/archive.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import type { FileKind } from '../../../src/platform/files/store.ts'
import { filledShop, now, partsOf, storeFile, temporaryDir, withDatabaseOf } from './filled-shop.ts'

/** A disk in memory, where there is one: a second name on it for a file elsewhere is refused. */
const otherDisk = '/dev/shm'

describe('an image that is replaced while a backup is made', () => {
  test('is in the backup, whose book was copied before', async () => {
    using shop = await filledShop()
    const image = await storeIn(shop.dir, 'images', 'replaced')
    let copies = 0
    const backup = await make(shop.dir, (step) => {
      if (step === 'write' && ++copies === 1) deleteAtOnce(shop.dir, 'images', image)
      return {}
    })
    expect(copies).toBe(1)
    expect(existsSync(image)).toBe(false)
    expect(await namesIn(backup.file)).toContain(basename(image))
    await verifyBackup(shop.dir, backup.file)
  })

  test('does not stop it, however many are', async () => {
    using shop = await filledShop()
    const images: string[] = []
    for (let n = 0; n < 5; n++) images.push(await storeIn(shop.dir, 'images', `image ${n}`))
    const document = await storeIn(shop.dir, 'documents', 'about to go')
    let copies = 0
    // One goes with every copy of the database; the document makes a second one necessary.
    const backup = await make(shop.dir, (step) => {
      const image = images[copies]
      if (step !== 'write' || image === undefined) return {}
      deleteAtOnce(shop.dir, 'images', image)
      if (copies++ === 0) deleteAtOnce(shop.dir, 'documents', document)
      return {}
    })
    expect(copies).toBe(2)
    const names = await namesIn(backup.file)
    expect(images.map((image) => names.includes(basename(image)))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ])
    await verifyBackup(shop.dir, backup.file)
  })

  test.skipIf(!existsSync(otherDisk))('is read where it is on another disk', async () => {
    using shop = await filledShop()
    const backups = mkdtempSync(join(otherDisk, 'daybook-backups-'))
    try {
      rmSync(shop.dir.backups, { recursive: true, force: true })
      symlinkSync(backups, shop.dir.backups)
      const { file } = await make(shop.dir)
      expect((await verifyBackup(shop.dir, file)).rows).toMatchObject({ files: 2 })
    } finally {
      rmSync(backups, { recursive: true })
    }
  })
})

describe('the second names', () => {
  test('are those of images alone, and gone after the backup', async () => {
    using shop = await filledShop()
    const [image, document] = await storeBoth(shop.dir)
    let during: number[] = []
    await make(shop.dir, (step) => {
      if (step === 'write') during = namesOf(image, document)
      return {}
    })
    expect(during).toEqual([2, 1])
    expect(namesOf(image, document)).toEqual([1, 1])
  })

  test('are gone after a backup that failed', async () => {
    using shop = await filledShop()
    const [image, document] = await storeBoth(shop.dir)
    let during: number[] = []
    const making = make(shop.dir, (step) => {
      if (step === 'write') during = namesOf(image)
      throw new Error('enough')
    })
    expect(await making.then(() => 'made', String)).toContain('enough')
    expect(during).toEqual([2])
    expect(namesOf(image, document)).toEqual([1, 1])
  })

  test('that a killed backup left go with the next one', async () => {
    using shop = await filledShop()
    const [image, document] = await storeBoth(shop.dir)
    await killedBackup(shop.dir)
    expect(namesOf(image, document)).toEqual([2, 1])
    const held = heldOrOwn(shop.dir, pathOf(shop.dir, image))
    deleteAtOnce(shop.dir, 'images', image)
    expect(existsSync(held)).toBe(true)
    let during = true
    await make(shop.dir, (step) => {
      if (step === 'write') during = existsSync(held)
      return {}
    })
    expect(during).toBe(false)
  })

  test('are given again to what came since, and to nothing that is no image', async () => {
    using temporary = temporaryDir()
    const { dir } = temporary
    await holdImages(dir)
    mkdirSync(dir.root)
    const store = storeOf(dir)
    const put = async (content: string) => {
      const { hash } = await store.put('images', new TextEncoder().encode(content))
      return store.path('images', hash)
    }
    const early = await put('early')
    await Bun.write(join(dir.images, '.DS_Store'), 'mine')
    await Bun.write(join(dir.images, 'xy', 'notes.txt'), 'mine')
    await holdImages(dir)
    const late = await put('late')
    expect(namesOf(early, late)).toEqual([2, 1])
    await holdImages(dir)
    expect(namesOf(early, late)).toEqual([2, 2])
    for (const [file, content] of [
      [early, 'early'],
      [late, 'late'],
    ] as const) {
      const path = pathOf(dir, file)
      rmSync(file)
      expect(await Bun.file(heldOrOwn(dir, path)).text()).toBe(content)
    }
    expect(namesOf(join(dir.images, '.DS_Store'))).toEqual([1])
  })
})

function make(dir: DataDir, watchStep?: WatchStep) {
  return createBackup({ dir, organisation: 'Acme Stores', madeBy: 'command', now }, watchStep)
}

/** Makes a backup in a process that ends with the kill signal when its archive is begun. */
async function killedBackup(dir: DataDir): Promise<void> {
  const modules = join(import.meta.dir, '../../../src/platform')
  const script = `
    import { createBackup } from ${JSON.stringify(join(modules, 'backup/create-backup.ts'))}
    import { dataDir } from ${JSON.stringify(join(modules, 'disk/data-dir.ts'))}
    const dir = dataDir(process.argv[1])
    await createBackup({ dir, organisation: 'Acme Stores', madeBy: 'command', now: ${now} }, () => {
      process.kill(process.pid, 'SIGKILL')
      return {}
    })`
  await Bun.spawn([process.execPath, '-e', script, dir.root]).exited
}

async function storeBoth(dir: DataDir): Promise<[image: string, document: string]> {
  return [await storeIn(dir, 'images', 'an image'), await storeIn(dir, 'documents', 'a bill')]
}

async function storeIn(dir: DataDir, kind: FileKind, content: string): Promise<string> {
  return await withDatabaseOf(dir, (database) => storeFile(database, dir, kind, content))
}

/** What becomes of a file when the last that refers to it lets go of it. */
function deleteAtOnce(dir: DataDir, kind: FileKind, file: string): void {
  using database = new Database(dir.database)
  database.query('DELETE FROM files WHERE kind = ? AND hash = ?').run(kind, basename(file))
  storeOf(dir).remove(kind, basename(file))
}

/** How many names each file has. */
function namesOf(...files: string[]): number[] {
  return files.map((file) => statSync(file).nlink)
}

function pathOf(dir: DataDir, file: string): string {
  return relative(dir.root, file).replaceAll('\\', '/')
}

async function namesIn(backup: string): Promise<string[]> {
  return (await partsOf(backup)).map(({ name }) => basename(name))
}
