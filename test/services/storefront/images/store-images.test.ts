import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { imageUrl } from '../../../../src/services/storefront/images/store-images.ts'
import { dataUrl, png } from '../../../support/pictures.ts'
import { pictureShelf, type PictureShelf } from './picture-shelf.ts'

const [a, b, c] = [png(5, 4, 1), png(5, 4, 2), png(5, 4, 3)]
const [refA, refB, refC] = [referenceOf(a), referenceOf(b), referenceOf(c)]
const link = 'https://cdn.example.com/a.jpg'
const unchanged = { uploaded: 0, changed: false, warnings: [] }

function referenceOf(bytes: Uint8Array): string {
  return `${Bun.SHA256.hash(bytes, 'hex')}.png`
}

/** What `GET products/{slug}` answers of a product's images. */
function answered(shelf: PictureShelf, seq: number): JsonObject {
  const origin = 'http://192.168.1.20:3292'
  const rows = shelf.rows(seq)
  return {
    image_url: imageUrl(rows[0]?.image ?? null, origin),
    images: rows.map(({ image, alt, sortOrder }) => ({
      url: imageUrl(image, origin),
      alt,
      sort_order: sortOrder,
    })),
  }
}

describe('a list of images', () => {
  test('replaces the list of the product, and counts the inline ones that are new', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const first = await shelf.put(seq, { images: [dataUrl(a), link, dataUrl(b)] })
    expect(first).toEqual({ uploaded: 2, changed: true, first: refA, warnings: [] })
    expect(shelf.images(seq)).toEqual([refA, link, refB])
    const second = await shelf.put(seq, { images: [dataUrl(b), dataUrl(c)] })
    expect(second).toEqual({ uploaded: 1, changed: true, first: refB, warnings: [] })
    expect(shelf.images(seq)).toEqual([refB, refC])
    expect(await shelf.put(seq, { images: [] })).toMatchObject({ changed: true, first: null })
    expect(shelf.images(seq)).toEqual([])
  })

  test('sent again changes nothing and counts nothing', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const record = { images: [{ base64: dataUrl(a), alt: 'Front', sort_order: 7 }, link] }
    await shelf.put(seq, record)
    const rows = shelf.rows(seq)
    expect(await shelf.put(seq, record)).toMatchObject({ uploaded: 0, changed: false })
    expect(shelf.rows(seq)).toEqual(rows)
  })

  test('sent again heals the file of one whose bytes are damaged on the disk', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, { images: [dataUrl(a)] })
    const file = shelf.deps.store.path('images', Bun.SHA256.hash(a, 'hex'))
    await Bun.write(file, 'damaged')
    await shelf.put(seq, { images: [dataUrl(a)] })
    expect(await Bun.file(file).bytes()).toEqual(a)
  })

  test('is in the order of sort_order; a missing one is the place in the list', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const images = [dataUrl(a), { base64: dataUrl(b), sort_order: -1 }, dataUrl(c), link]
    await shelf.put(seq, { images })
    expect(shelf.rows(seq)).toEqual([
      { image: refB, alt: '', sortOrder: -1 },
      { image: refA, alt: '', sortOrder: 0 },
      { image: refC, alt: '', sortOrder: 2 },
      { image: link, alt: '', sortOrder: 3 },
    ])
  })

  test('with one sort order for all stays in the order that it was sent in', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const send = (...all: Uint8Array[]) =>
      shelf.put(seq, { images: all.map((one) => ({ base64: dataUrl(one), sort_order: 1 })) })
    await send(a, b, c)
    expect(shelf.images(seq)).toEqual([refA, refB, refC])
    expect(await send(c, a, b)).toMatchObject({ changed: true, first: refC })
    expect(shelf.images(seq)).toEqual([refC, refA, refB])
  })

  test('that does not speak of an alt text leaves it as it is', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, { images: [{ base64: dataUrl(a), alt: 'Front' }] })
    expect(await shelf.put(seq, { images: [dataUrl(a)] })).toMatchObject({ changed: false })
    await shelf.put(seq, { images: [{ base64: dataUrl(a), alt: '' }] })
    expect(shelf.rows(seq)).toMatchObject([{ alt: '' }])
  })
})

describe('what GET answered', () => {
  test('goes back through bulk without changing anything', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, {
      image_url: 'http://pictures.example.com/old.jpg',
      images: [{ base64: dataUrl(b), alt: 'Back', sort_order: 4 }, link, dataUrl(c)],
    })
    const rows = shelf.rows(seq)
    expect(rows).toHaveLength(4)
    const detail = answered(shelf, seq)
    expect(await shelf.put(seq, detail)).toMatchObject(unchanged)
    const { image_url = null } = detail
    expect(await shelf.put(seq, { image_url })).toMatchObject(unchanged)
    expect(shelf.rows(seq)).toEqual(rows)
  })

  test('of a product without an image, too', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    expect(await shelf.put(seq, answered(shelf, seq))).toEqual({ ...unchanged, first: null })
  })

  test('of another product links the stored image, which is no upload', async () => {
    await using shelf = pictureShelf()
    const [one, other] = [await shelf.addProduct(), await shelf.addProduct()]
    await shelf.put(one, { images: [dataUrl(a)] })
    const stored = await shelf.put(other, { images: [`/images/${refA}`] })
    expect(stored).toEqual({ uploaded: 0, changed: true, first: refA, warnings: [] })
    expect(shelf.images(other)).toEqual([refA])
  })

  test('of another server is a link: here nobody has its bytes', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const url = `https://other.example.com/images/${refA}`
    await shelf.put(seq, { images: [url] })
    expect(shelf.images(seq)).toEqual([url])
  })

  test('is not believed when it says another kind than the bytes', async () => {
    await using shelf = pictureShelf()
    const [one, other] = [await shelf.addProduct(), await shelf.addProduct()]
    await shelf.put(one, { images: [dataUrl(a)] })
    const { warnings } = await shelf.put(other, {
      images: [`/images/${refA.replace('.png', '.gif')}`],
    })
    expect(warnings[0]).toContain('there is no image')
    expect(shelf.images(other)).toEqual([])
  })
})

describe('the first image', () => {
  test('takes the place of the one before; the others stay', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, {
      images: [
        { base64: dataUrl(a), alt: 'Old', sort_order: 5 },
        { url: link, sort_order: 6 },
      ],
    })
    const stored = await shelf.put(seq, { image_base64: dataUrl(b) })
    expect(stored).toEqual({ uploaded: 1, changed: true, first: refB, warnings: [] })
    expect(shelf.rows(seq)).toEqual([
      { image: refB, alt: '', sortOrder: 5 },
      { image: link, alt: '', sortOrder: 6 },
    ])
  })

  test('moves to the front when the product has it already, with its alt text', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    await shelf.put(seq, { images: [dataUrl(a), dataUrl(b), { base64: dataUrl(c), alt: 'Side' }] })
    const stored = await shelf.put(seq, { image_base64: dataUrl(c) })
    expect(stored).toEqual({ uploaded: 0, changed: true, first: refC, warnings: [] })
    expect(shelf.rows(seq)).toEqual([
      { image: refC, alt: 'Side', sortOrder: 0 },
      { image: refA, alt: '', sortOrder: 1 },
      { image: refB, alt: '', sortOrder: 2 },
    ])
    expect(await shelf.put(seq, { image_base64: dataUrl(c) })).toMatchObject(unchanged)
  })

  test('null, and the placeholder, take all images away, and again nothing', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    for (const url of [null, 'http://here/images/placeholder.png']) {
      await shelf.put(seq, { images: [dataUrl(a), link] })
      const cleared = await shelf.put(seq, { image_url: url })
      expect(cleared).toEqual({ uploaded: 0, changed: true, first: null, warnings: [] })
      expect(await shelf.put(seq, { image_url: url })).toEqual({ ...unchanged, first: null })
    }
  })
})

describe('a list and a first image', () => {
  test('are both taken: the one in front of the others', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const record = { images: [dataUrl(a), dataUrl(b)], image_base64: dataUrl(c) }
    expect(await shelf.put(seq, record)).toMatchObject({ uploaded: 3, first: refC })
    expect(shelf.rows(seq).map(({ image, sortOrder }) => [image, sortOrder])).toEqual([
      [refC, 0],
      [refA, 1],
      [refB, 2],
    ])
    expect(await shelf.put(seq, record)).toMatchObject({ uploaded: 0, changed: false })
  })

  test('that is in the list move it to the front and do not double it', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const images = [
      { base64: dataUrl(a), sort_order: 10 },
      { base64: dataUrl(b), sort_order: 20, alt: 'Back' },
    ]
    const record = { images, image_base64: dataUrl(b) }
    expect(await shelf.put(seq, record)).toMatchObject({ uploaded: 2, warnings: [] })
    expect(shelf.rows(seq)).toEqual([
      { image: refB, alt: 'Back', sortOrder: 10 },
      { image: refA, alt: '', sortOrder: 20 },
    ])
    expect(await shelf.put(seq, record)).toMatchObject({ changed: false })
  })

  test('are together at most 20', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const images = Array.from({ length: 20 }, (_, n) => `https://example.com/${n}.jpg`)
    const { warnings, first } = await shelf.put(seq, { images, image_url: link })
    expect(warnings).toEqual(['images: 1 image was left out: a product has at most 20.'])
    expect(first).toBe(link)
    expect(shelf.images(seq)).toEqual([link, ...images.slice(0, 19)])
  })

  test('of null: the list is taken, with a warning', async () => {
    await using shelf = pictureShelf()
    const seq = await shelf.addProduct()
    const { warnings } = await shelf.put(seq, { images: [dataUrl(a)], image_url: null })
    expect(shelf.images(seq)).toEqual([refA])
    expect(warnings).toEqual([
      'image_url says that there is no image, but images came too: image_url was ignored.',
    ])
  })
})
