import { describe, expect, test } from 'bun:test'
import type { JsonValue } from '../../../../src/platform/json/json.ts'
import { dataUrl, gif, jpeg, png, pngThatSays, webp } from '../../../support/pictures.ts'
import { pictureShelf } from './picture-shelf.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shelf = untilEnd(pictureShelf())

const picture = png(6, 4, 10)
const reference = `${Bun.SHA256.hash(picture, 'hex')}.png`
const base64 = picture.toBase64()

/** The reference that one entry of `images` comes to, or its only warning. */
async function entry(value: JsonValue): Promise<string | undefined> {
  const { input, warnings } = await shelf.prepare({ images: [value] })
  if (input.kind !== 'list') return warnings[0]
  expect(warnings).toEqual([])
  return input.images[0]?.image
}

describe('an entry of images', () => {
  test.each([
    ['a data URL', dataUrl(picture)],
    ['a data URL with parameters', `data:image/png;name=a.png;base64,${base64}`],
    ['a data URL in capitals', `DATA:IMAGE/PNG;BASE64,${base64}`],
    ['a data URL of no type', `data:;base64,${base64}`],
    ['an object with base64', { base64, content_type: 'image/png' }],
    ['an object with data', { data: base64, content_type: 'image/png' }],
    ['an object with a data URL in it', { base64: dataUrl(picture) }],
    ['an object with a data URL as url', { url: dataUrl(picture) }],
    ['base64 in lines', { base64: base64.replaceAll(/.{20}/g, '$&\r\n'), content_type: 'x/y' }],
    ['base64 without padding', { base64: base64.replaceAll('=', ''), content_type: 'image/png' }],
    ['nulls beside it', { base64: null, data: base64, content_type: 'image/png', url: null }],
  ])('is an inline image: %s', async (_form, value) => {
    expect(await entry(value)).toBe(reference)
  })

  test('is judged by its bytes, whatever type it says', async () => {
    for (const [bytes, extension] of [
      [jpeg(5, 5), 'jpg'],
      [webp(5, 5), 'webp'],
      [gif(5, 5), 'gif'],
    ] as const) {
      expect(await entry(dataUrl(bytes, 'image/png'))).toEndWith(`.${extension}`)
      expect(await entry({ base64: bytes.toBase64(), content_type: 'text/html' })).toEndWith(
        `.${extension}`,
      )
    }
  })

  test('is a link when it is a public https URL, which is never fetched', async () => {
    const url = 'https://cdn.example.com/a.jpg?w=100'
    expect(await entry(url)).toBe(url)
    expect(await entry({ url })).toBe(url)
    expect(await entry('https://cdn.example.com/a b.jpg')).toBe('https://cdn.example.com/a%20b.jpg')
  })

  test.each<[string, JsonValue, string]>([
    ['raw base64 alone', base64, 'Raw base64 needs an object'],
    ['raw base64 without a type', { base64 }, 'raw base64 needs content_type'],
    ['raw base64 with a blank type', { base64, content_type: ' ' }, 'needs content_type'],
    ['a data URL without a comma', `data:image/png;base64${base64}`, 'has no comma'],
    ['a data URL of text', 'data:image/png,%89PNG', 'must be base64'],
    ['what is no base64', dataUrl(picture).replace('iVBO', 'iV*O'), 'not valid base64'],
    ['the alphabet of URLs', { base64: '_-_-', content_type: 'image/png' }, 'not valid base64'],
    ['an empty data URL', 'data:image/png;base64,', 'is empty'],
    ['an empty string', '', 'must be a data URL'],
    ['HTML called PNG', dataUrl(new TextEncoder().encode('<html>')), 'seems to be a web page'],
    [
      'SVG with script',
      dataUrl(new TextEncoder().encode('<svg><script/></svg>'), 'image/svg+xml'),
      'seems to be an SVG image',
    ],
    ['60,000 × 60,000 pixels', dataUrl(pngThatSays(60_000, 60_000)), '40 megapixels'],
    ['a truncated JPEG', dataUrl(jpeg(90, 90).slice(0, -9), 'image/jpeg'), 'cut off'],
    ['more than 5 MiB', dataUrl(new Uint8Array(5 * 1024 * 1024 + 1)), '5 MiB'],
    ['an http URL', 'http://cdn.example.com/a.jpg', 'must begin with https://'],
    ['another scheme', 'javascript:alert(1)', 'must begin with https://'],
    ['a file', { url: 'file:///etc/passwd' }, 'must begin with https://'],
    ['a URL with a password', 'https://a:b@example.com/a.jpg', 'user name or a password'],
    ['a URL that is none', 'https://', 'must begin with https://'],
    ['a long URL', `https://example.com/${'a'.repeat(2_030)}`, 'at most 2048 characters'],
    ['a path that climbs out', '/images/../daybook.db', 'there is no image'],
    ['a path of nothing stored', `/images/${'0'.repeat(64)}.png`, 'there is no image'],
    ['a number', 5, 'must be a data URL'],
    ['null', null, 'must be a data URL'],
    ['an empty object', {}, 'one of base64, data and url is needed'],
    ['an object of a number', { url: 5 }, 'url must be a string'],
  ])('is a warning that names it and why: %s', async (_what, value, why) => {
    const record = { images: [dataUrl(picture), value] }
    const { input, warnings } = await shelf.prepare(record)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toStartWith('images[1]: ')
    expect(warnings[0]).toContain(why)
    expect(input).toMatchObject({ kind: 'list', images: [{ image: reference }] })
  })

  test('keeps its alt text and sort order; those of a wrong type are warnings', async () => {
    const url = 'https://cdn.example.com/a.jpg'
    const good = await shelf.prepare({ images: [{ url, alt: 'Front', sort_order: -3 }] })
    expect(good).toMatchObject({
      input: { images: [{ alt: 'Front', sortOrder: -3 }] },
      warnings: [],
    })
    for (const fault of [{ alt: 5 }, { alt: 'a'.repeat(1_001) }, { sort_order: '1' }]) {
      const { input, warnings } = await shelf.prepare({ images: [{ url, ...fault }] })
      expect(input).toMatchObject({ images: [{ image: url, alt: undefined }] })
      expect(warnings).toEqual([expect.stringMatching(/^images\[0\]: (alt|sort_order) must be /)])
    }
    expect((await shelf.prepare({ images: [{ url, sort_order: 1.5 }] })).warnings).toHaveLength(1)
  })

  test('says what of it nobody reads', async () => {
    const value = { base64, content_type: 'image/png', url: 'https://example.com/a', title: 'x' }
    expect((await shelf.prepare({ images: [value] })).warnings).toEqual([
      'images[0]: ignored: url, title.',
    ])
  })
})

describe('images', () => {
  test('are at most 20: how many were left out is a warning', async () => {
    const images = Array.from({ length: 23 }, (_, n) => `https://example.com/${n}.jpg`)
    const { input, warnings } = await shelf.prepare({ images })
    expect(input.kind === 'list' && input.images.map(({ image }) => image)).toEqual(
      images.slice(0, 20),
    )
    expect(warnings).toEqual(['images: 3 images were left out: a product has at most 20.'])
    expect((await shelf.prepare({ images: images.slice(0, 21) })).warnings).toEqual([
      'images: 1 image was left out: a product has at most 20.',
    ])
    expect((await shelf.prepare({ images: images.slice(0, 20) })).warnings).toEqual([])
  })

  test('with the same bytes twice have them once', async () => {
    const images = [dataUrl(picture), dataUrl(png(6, 4, 11)), { base64: dataUrl(picture) }]
    const { input, warnings } = await shelf.prepare({ images })
    expect(input.kind === 'list' && input.images).toHaveLength(2)
    expect(warnings).toEqual(['images[2]: the same image came before; it counts once.'])
  })

  test('of which none can be used leave the product as it is', async () => {
    const { input, warnings } = await shelf.prepare({ images: ['nonsense', 5] })
    expect(input).toEqual({ kind: 'keep' })
    expect(warnings).toHaveLength(3)
    expect(warnings[2]).toContain('keeps the images that it has')
  })

  test('that are no list count as not given', async () => {
    for (const images of [null, 'x', {}]) {
      const { input, warnings } = await shelf.prepare({ images })
      expect(input).toEqual({ kind: 'keep' })
      expect(warnings).toEqual(['images must be a list: it counts as not given.'])
    }
  })
})

describe('image_base64 and image_url', () => {
  test('set the first image', async () => {
    const first = { kind: 'first', image: { image: reference } }
    for (const record of [
      { image_base64: dataUrl(picture) },
      { image_base64: base64, image_content_type: 'image/png' },
    ]) {
      expect(await shelf.prepare(record)).toMatchObject({ input: first, warnings: [] })
    }
    for (const image of ['https://example.com/a.jpg', 'http://example.com/a.jpg']) {
      const linked = { kind: 'first', image: { image, inline: undefined } }
      expect(await shelf.prepare({ image_url: image })).toMatchObject({
        input: linked,
        warnings: [],
      })
    }
  })

  test('that are bad are a warning, and nothing changes', async () => {
    for (const [record, why] of [
      [{ image_base64: base64 }, 'image_base64: raw base64 needs image_content_type'],
      [{ image_base64: base64, image_content_type: 5 }, 'needs image_content_type'],
      [{ image_base64: 5 }, 'image_base64: it must be a string'],
      [{ image_base64: null }, 'image_base64 is null'],
      [{ image_url: '' }, 'image_url: it must be an http or https URL, or null'],
      [{ image_url: 5 }, 'image_url: it must be an http or https URL'],
      [{ image_url: dataUrl(picture) }, 'sent as image_base64'],
      [{ image_url: 'ftp://example.com/a.jpg' }, 'https:// or http://'],
    ] as const) {
      const { input, warnings } = await shelf.prepare(record)
      expect([record, input]).toEqual([record, { kind: 'keep' }])
      expect(warnings).toEqual([expect.stringContaining(why)])
    }
  })

  test('clear the images: null, or the URL of the placeholder', async () => {
    for (const url of [null, 'http://127.0.0.1:3292/images/placeholder.png']) {
      const prepared = await shelf.prepare({ image_url: url })
      expect(prepared).toEqual({ input: { kind: 'first', image: null }, warnings: [] })
    }
  })

  test('that both come: the image that is sent, and the link when it is bad', async () => {
    const url = 'https://example.com/a.jpg'
    const both = await shelf.prepare({ image_base64: dataUrl(picture), image_url: url })
    expect(both.input).toMatchObject({ image: { image: reference } })
    expect(both.warnings).toEqual(['image_url: ignored, since image_base64 came too.'])
    const bad = await shelf.prepare({ image_base64: 'x', image_url: url })
    expect(bad.input).toMatchObject({ image: { image: url } })
    expect(bad.warnings).toHaveLength(1)
  })
})

describe('what is prepared', () => {
  test('is on the disk, and in a dry run is not', async () => {
    const { store } = shelf.deps
    const tried = png(9, 9, 200)
    const hash = Bun.SHA256.hash(tried, 'hex')
    const dry = await shelf.prepare({ image_base64: dataUrl(tried) }, true)
    expect(store.has('images', hash)).toBe(false)
    const real = await shelf.prepare({ image_base64: dataUrl(tried) })
    expect(store.has('images', hash)).toBe(true)
    expect(real).toEqual(dry)
  })

  test('is nothing for a record that does not speak of images', async () => {
    const nothing = { input: { kind: 'keep' } as const, warnings: [] }
    expect(await shelf.prepare({ sku: 'A-1', image_content_type: 'image/png' })).toEqual(nothing)
  })
})
