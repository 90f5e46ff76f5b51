import { describe, expect, test } from 'bun:test'
import { photo } from '../../../support/photos.ts'
import { dataUrl } from '../../../support/pictures.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

/** What a web shop's first page may weigh, answer and pictures together, in bytes. */
const listBytesMax = 200_000

const products = 20

const shop = untilEnd(await openShop())
const photographed = await Promise.all(
  Array.from({ length: products }, async (_, n) => {
    const image = dataUrl(await photo(n), 'image/jpeg')
    return { sku: `PHOTO-${n}`, name: `Photo ${n}`, mrp: 10, images: [image] }
  }),
)
await shop.store('POST', '/api/public/v1/products/bulk', { body: { products: photographed } })

type Listed = { image_url: string; image_srcset: string }

async function list(): Promise<{ text: string; data: Listed[] }> {
  const { text } = await shop.store('GET', '/api/public/v1/products')
  const answer: { data: Listed[] } = JSON.parse(text)
  return { text, data: answer.data }
}

/** The address that a browser takes for a card of so many pixels. */
function chosen(srcset: string, width: number): string {
  return (
    srcset
      .split(', ')
      .find((one) => one.endsWith(` ${width}w`))
      ?.split(' ')[0] ?? ''
  )
}

describe('the smaller copies of an image', () => {
  test('let a web shop show a list of 20 photos in less than 200 kB', async () => {
    const { text, data } = await list()
    expect(data).toHaveLength(products)
    let bytes = text.length
    for (const { image_srcset: srcset } of data) {
      const answer = await fetch(chosen(srcset, 240))
      expect(answer.headers.get('content-type')).toBe('image/webp')
      bytes += (await answer.bytes()).length
    }
    expect(bytes).toBeLessThan(listBytesMax)
  })

  test('are kept for good, while the image itself stays byte for byte what was sent', async () => {
    const { data } = await list()
    const [{ image_url: url, image_srcset: srcset } = { image_url: '', image_srcset: '' }] = data
    const small = await fetch(chosen(srcset, 640))
    expect(small.headers.get('cache-control')).toContain('immutable')
    const etag = small.headers.get('etag') ?? ''
    const again = await fetch(chosen(srcset, 640), { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect(await (await fetch(url)).bytes()).toEqual(await photo(products - 1))
  })

  test('stand at a product and its images, and change nothing when they come back', async () => {
    const { text } = await shop.store('GET', '/api/public/v1/products/photo-1')
    const { data }: { data: Listed & { images: { url: string; srcset: string }[] } } =
      JSON.parse(text)
    expect(data.images[0]?.srcset).toBe(data.image_srcset)
    const { json } = await shop.store('POST', '/api/public/v1/products/bulk', {
      body: { products: [data] },
    })
    expect(json).toMatchObject({ results: [{ status: 'updated', changed: false }] })
    expect(JSON.stringify(json)).not.toContain('srcset')
  })

  test('named as the image mean the image', async () => {
    const { data } = await list()
    const copy = chosen(data[0]?.image_srcset ?? '', 240)
    const product = { sku: 'COPY', name: 'Copy', mrp: 10, image_url: copy }
    await shop.store('POST', '/api/public/v1/products/bulk', { body: { products: [product] } })
    const { text } = await shop.store('GET', '/api/public/v1/products/copy')
    expect(text).toContain(data[0]?.image_url ?? '-')
  })

  test('of what is not stored, or in another size, are not there', async () => {
    const hash = '0'.repeat(64)
    for (const name of [`${hash}-240.webp`, `${hash}-241.webp`, `${hash}-240.png`]) {
      expect([name, (await fetch(`${shop.url}/images/${name}`)).status]).toEqual([name, 404])
    }
  })
})

test('a product without a stored image has none', async () => {
  const product = { sku: 'BARE', name: 'Bare', mrp: 10 }
  await shop.store('POST', '/api/public/v1/products/bulk', { body: { products: [product] } })
  const { json } = await shop.store('GET', '/api/public/v1/products/bare')
  expect(json).toMatchObject({ data: { image_srcset: '', images: [] } })
})
