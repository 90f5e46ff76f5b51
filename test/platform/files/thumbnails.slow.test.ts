import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { storeOf } from '../../../src/app.ts'
import { linkFile, markDeleting, deleteMarked } from '../../../src/platform/files/file-rows.ts'
import type { FileStore } from '../../../src/platform/files/store.ts'
import { srcsetOf } from '../../../src/platform/files/thumbnail-names.ts'
import { thumbnailsOf, type Thumbnails } from '../../../src/platform/files/thumbnails.ts'
import type { ProcessLimits } from '../../../src/platform/limited-process.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { shrinkProcess } from '../../../src/platform/files/shrink-process.ts'
import { pngOf } from '../../../src/platform/pictures/png.ts'
import { photo } from '../../support/photos.ts'
import { gif, png } from '../../support/pictures.ts'
import { temporaryDatabase, type TemporaryDatabase } from '../../support/temporary-database.ts'

/** To draw it takes longer than most of these tests. */
const aPhoto = await photo(1)

let temporary: TemporaryDatabase
let store: FileStore
let thumbnails: Thumbnails

beforeEach(() => {
  temporary = temporaryDatabase()
  store = storeOf(temporary.dir)
  thumbnails = thumbnailsOf(store, temporary.dir.thumbnails, silentLog)
})

afterEach(async () => {
  await thumbnails.stop()
  await temporary[Symbol.asyncDispose]()
})

async function put(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const file = await store.put('images', bytes)
  await temporary.database.write((conn) => linkFile(conn, store, 'images', file))
  return file.hash
}

const copies = () =>
  existsSync(temporary.dir.thumbnails)
    ? readdirSync(temporary.dir.thumbnails, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
        .toSorted()
    : []

const bringUp = () => thumbnails.bringUp(temporary.database, new AbortController().signal)

describe('a smaller copy of a photo', () => {
  test('is a WebP of its width, made when it is asked for', async () => {
    const hash = await put(aPhoto)
    const file = await thumbnails.find({ hash, width: 240 })
    const copy = await Bun.file(file ?? '').bytes()
    expect(await new Bun.Image(copy).metadata()).toEqual({
      width: 240,
      height: 320,
      format: 'webp',
    })
    expect(copies()).toEqual([`${hash}-240.webp`])
  })

  test('is made once, however many ask', async () => {
    const hash = await put(aPhoto)
    const asked = await Promise.all([1, 2, 3].map(() => thumbnails.find({ hash, width: 640 })))
    expect(new Set(asked).size).toBe(1)
    expect(copies()).toHaveLength(1)
  })

  test('is never larger than the photo', async () => {
    const hash = await put(aPhoto)
    const file = await thumbnails.find({ hash, width: 1280 })
    expect((await new Bun.Image(await Bun.file(file ?? '').bytes()).metadata()).width).toBe(900)
  })

  test('goes with the photo', async () => {
    const hash = await put(aPhoto)
    await thumbnails.find({ hash, width: 240 })
    await temporary.database.write((conn) => markDeleting(conn, 'images', hash))
    await temporary.database.write((conn) => deleteMarked(conn, store))
    expect(copies()).toEqual([])
  })
})

describe('the image itself serves', () => {
  test('where it is small already', async () => {
    const hash = await put(png(20, 20))
    expect(await thumbnails.find({ hash, width: 240 })).toBeUndefined()
    expect(copies()).toEqual([])
  })

  test('where a copy would not be smaller, which is found out once', async () => {
    const hash = await put(new Uint8Array([...gif(2, 2), ...new Uint8Array(7_000)].toReversed()))
    expect(await thumbnails.find({ hash, width: 240 })).toBeUndefined()
    expect(copies()).toEqual([`${hash}-240.webp`])
    expect(await thumbnails.find({ hash, width: 240 })).toBeUndefined()
  })

  test('where it is not there, and nothing is left behind', async () => {
    expect(await thumbnails.find({ hash: '0'.repeat(64), width: 240 })).toBeUndefined()
    expect(copies()).toEqual([])
  })
})

/** Longer than any test takes, in milliseconds. */
const neverMs = 600_000

/** Takes some 0.3 s of the processor to be unpacked, and few bytes. */
function largePng(colour: number): Uint8Array<ArrayBuffer> {
  const side = 4000
  const pixels = new Uint8Array(4 * side * side).fill(colour)
  return new Uint8Array(pngOf({ width: side, height: side }, pixels))
}

function shrinkingWithin(limits: ProcessLimits): Thumbnails {
  return thumbnailsOf(store, temporary.dir.thumbnails, silentLog, shrinkProcess(limits))
}

describe('an image that the process which shrinks it does not come to an end with', () => {
  test('serves itself when it takes too much work, and is not tried again; the next one has its turn', async () => {
    const [first, second] = [await put(largePng(1)), await put(largePng(2))]
    const impatient = shrinkingWithin({ processorMs: 1, clockMs: neverMs })
    expect(await impatient.find({ hash: first, width: 240 })).toBeUndefined()
    expect(await impatient.find({ hash: second, width: 240 })).toBeUndefined()
    expect(copies()).toEqual([first, second].map((hash) => `${hash}-240.webp`).toSorted())
    expect(await thumbnails.find({ hash: first, width: 240 })).toBeUndefined()
    expect(await thumbnails.find({ hash: second, width: 640 })).toContain(second)
    await impatient.stop()
  })

  test('has its copy later when only the computer was too busy', async () => {
    const hash = await put(aPhoto)
    const impatient = shrinkingWithin({ processorMs: neverMs, clockMs: 1 })
    expect(await impatient.find({ hash, width: 240 })).toBeUndefined()
    expect(copies()).toEqual([])
    expect(await thumbnails.find({ hash, width: 240 })).toContain(hash)
    await impatient.stop()
  })

  test('has its copy after the next start when Daybook stops meanwhile', async () => {
    const hash = await put(aPhoto)
    const stopped = shrinkingWithin({ processorMs: neverMs, clockMs: neverMs })
    const asked = stopped.find({ hash, width: 240 })
    await stopped.stop()
    expect(await asked).toBeUndefined()
    expect(copies()).toEqual([])
    expect(await thumbnails.find({ hash, width: 240 })).toContain(hash)
  })
})

describe('the nightly work', () => {
  test('makes the copies of images that came before there were any', async () => {
    const hash = await put(await photo(2))
    await bringUp()
    expect(copies()).toEqual([240, 640, 1280].map((width) => `${hash}-${width}.webp`).toSorted())
  })

  test('takes away what belongs to no image, and what was never finished', async () => {
    const hash = await put(await photo(2))
    await thumbnails.find({ hash, width: 240 })
    const folder = join(temporary.dir.thumbnails, '00')
    await mkdir(folder, { recursive: true })
    writeFileSync(join(folder, `${'0'.repeat(64)}-240.webp`), 'x')
    writeFileSync(join(folder, `${'0'.repeat(64)}-240.webp.1b.part`), 'x')
    await bringUp()
    expect(copies().filter((name) => name.startsWith('0'.repeat(64)))).toEqual([])
    expect(copies()).toContain(`${hash}-240.webp`)
  })
})

test('what comes in gets its copies without being asked for, and nothing more after the end', async () => {
  const [first, second] = [await put(await photo(3)), await put(await photo(4))]
  thumbnails.later(first)
  await thumbnails.find({ hash: first, width: 1280 })
  await thumbnails.stop()
  thumbnails.later(second)
  expect(copies().some((name) => name.startsWith(first))).toBe(true)
  expect(copies().some((name) => name.startsWith(second))).toBe(false)
})

test('the sizes are offered to a browser by their widths', () => {
  const hash = 'ab'.repeat(32)
  expect(srcsetOf(`http://shop/images/${hash}.png`)).toBe(
    `http://shop/images/${hash}-240.webp 240w, http://shop/images/${hash}-640.webp 640w, http://shop/images/${hash}-1280.webp 1280w`,
  )
})
