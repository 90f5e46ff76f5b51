import { describe, expect, test } from 'bun:test'
import { utimesSync } from 'node:fs'
import { removeLeftovers } from '../../../../src/platform/files/scrub.ts'
import {
  deleteUnusedImages,
  storeImages,
  type StoredImages,
} from '../../../../src/services/storefront/images/store-images.ts'
import { dataUrl, png } from '../../../support/pictures.ts'
import { errorOf, noon } from '../../../support/temporary-database.ts'
import { pictureShelf, type PictureShelf } from './picture-shelf.ts'

const [a, b] = [png(5, 4, 1), png(5, 4, 2)]
const [hashA, hashB] = [Bun.SHA256.hash(a, 'hex'), Bun.SHA256.hash(b, 'hex')]
const linked = { image_base64: dataUrl(a) }

/** Whether the first picture is there: its bytes, and what its row says. */
function picture({ deps, fileState }: PictureShelf): [boolean, string | undefined] {
  return [deps.store.has('images', hashA), fileState(hashA)]
}

describe('the file of an image', () => {
  test('goes when the last product lets go of it', async () => {
    await using shelf = pictureShelf()
    const [one, other] = [await shelf.addProduct(), await shelf.addProduct()]
    await shelf.put(one, linked)
    expect(await shelf.put(other, linked)).toMatchObject({ uploaded: 1 })
    await shelf.put(one, { image_url: null })
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([true, 'stored'])
    await shelf.put(other, { image_url: null })
    expect(picture(shelf)).toEqual([true, 'deleting'])
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([false, undefined])
  })

  test('goes when a list without it replaces the one with it, and the others stay', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, { images: [dataUrl(a), dataUrl(b)] })
    await shelf.put(seq, { images: [dataUrl(b)] })
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([false, undefined])
    expect(shelf.deps.store.has('images', hashB)).toBe(true)
  })

  test('stays while a category shows it, and goes when that lets go of it', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, linked)
    await shelf.setCategoryImage(`${hashA}.png`)
    await shelf.put(seq, { image_url: null })
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([true, 'stored'])
    await shelf.setCategoryImage(null)
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([false, undefined])
  })

  test('stays when it was linked again between the mark and the deletion', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, linked)
    await shelf.put(seq, { image_url: null })
    expect(picture(shelf)).toEqual([true, 'deleting'])
    await shelf.put(seq, linked)
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([true, 'stored'])
  })

  test('stays when it was linked again by its URL', async () => {
    await using shelf = pictureShelf()
    const [one, other] = [await shelf.addProduct(), await shelf.addProduct()]
    await shelf.put(one, linked)
    await shelf.put(one, { image_url: null })
    await shelf.put(other, { image_url: `/images/${hashA}.png` })
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([true, 'stored'])
  })

  test('is written again when it was deleted between its preparation and the act', async () => {
    await using shelf = pictureShelf()
    const { database, store } = shelf.deps
    const seq = await shelf.addProduct()
    await shelf.put(seq, linked)
    const { input } = await shelf.prepare(linked)
    await shelf.put(seq, { image_url: null })
    await deleteUnusedImages(shelf.deps)
    const late = database.write((conn) => storeImages(conn, store, seq, input, { dryRun: false }))
    expect(await errorOf(late)).toHaveProperty('message', `images ${hashA}`)
    expect(shelf.images(seq)).toEqual([])
    await shelf.put(seq, linked)
    expect(picture(shelf)).toEqual([true, 'stored'])
  })

  test('survives whatever order links and deletions come in', async () => {
    await using shelf = pictureShelf()
    const seqs = await Promise.all(Array.from({ length: 4 }, () => shelf.addProduct()))
    const rounds = Array.from({ length: 60 }, (_, n) => n)
    await Promise.all(
      rounds.map(async (n) => {
        await shelf.put(seqs[n % 4] ?? 0, n % 3 === 0 ? linked : { image_url: null })
        if (n % 2 === 0) await deleteUnusedImages(shelf.deps)
      }),
    )
    await deleteUnusedImages(shelf.deps)
    const used = seqs.some((seq) => shelf.images(seq).length > 0)
    expect(picture(shelf)).toEqual(used ? [true, 'stored'] : [false, undefined])
  })

  test('whose deletion a crash stopped goes with the leftovers', async () => {
    await using shelf = pictureShelf()
    const { database, store } = shelf.deps
    const seq = await shelf.addProduct()
    await shelf.put(seq, { images: [dataUrl(a), dataUrl(b)] })
    await shelf.put(seq, { images: [] })
    // One stopped before its bytes went, the other between its bytes and its row.
    store.remove('images', hashB)
    const { signal } = new AbortController()
    expect(await removeLeftovers({ database, store, before: noon }, signal)).toBe(2)
    expect(picture(shelf)).toEqual([false, undefined])
    expect(shelf.fileState(hashB)).toBeUndefined()
  })

  test('that was prepared for a row and never linked goes with the leftovers', async () => {
    await using shelf = pictureShelf()
    const { database, store } = shelf.deps
    await shelf.prepare(linked)
    utimesSync(store.path('images', hashA), 0, 0)
    const { signal } = new AbortController()
    expect(await removeLeftovers({ database, store, before: noon }, signal)).toBe(1)
    expect(picture(shelf)).toEqual([false, undefined])
  })
})

describe('deleting', () => {
  test('takes all that is marked, however many', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    for (let n = 0; n < 45; n += 15) {
      const pictures = Array.from({ length: 15 }, (_, m) => dataUrl(png(3, 3, 100 + n + m)))
      await shelf.put(seq, { images: pictures })
    }
    await shelf.put(seq, { images: [] })
    await deleteUnusedImages(shelf.deps)
    const left = await Array.fromAsync(shelf.deps.store.list('images'))
    expect(left.flat()).toEqual([])
  })

  test('that a file system refuses leaves the work for the night', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, linked)
    await shelf.put(seq, { image_url: null })
    const store = { ...shelf.deps.store, remove: () => false }
    await deleteUnusedImages({ ...shelf.deps, store })
    expect(picture(shelf)).toEqual([true, 'deleting'])
    await deleteUnusedImages(shelf.deps)
    expect(picture(shelf)).toEqual([false, undefined])
  })
})

test('a dry run, which its caller takes back, stores nothing and answers the same', async () => {
  await using shelf = pictureShelf()
  const { database, store } = shelf.deps
  const seq = await shelf.addProduct()
  const record = { images: [dataUrl(a), 'https://example.com/a.jpg'] }
  const { input } = await shelf.prepare(record, true)
  let tried: StoredImages | undefined
  await errorOf(
    database.write((conn) => {
      tried = storeImages(conn, store, seq, input, { dryRun: true })
      throw new Error('Taken back.')
    }),
  )
  expect(picture(shelf)).toEqual([false, undefined])
  expect(shelf.images(seq)).toEqual([])
  const stored = await shelf.put(seq, record)
  const { uploaded, changed, first } = stored
  expect(tried).toEqual({ uploaded, changed, first })
})
