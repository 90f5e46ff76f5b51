import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { imageBytesMax, judgeImage } from '../../../src/platform/files/images.ts'
import { gif, jpeg, pictureKinds, png, pngThatSays, webp } from '../../support/pictures.ts'
import { zipOf } from '../../support/zip.ts'

const signatures = ['ffd8ff', '89504e470d0a1a0a', '474946383961', '524946460000000057454250']

describe('an image judged by its bytes', () => {
  test.each(pictureKinds)('is a %s whatever its size', (extension, picture) => {
    for (const [width, height] of [
      [1, 1],
      [7, 5],
      [100, 33],
      [640, 480],
    ] as const) {
      expect(judgeImage(picture(width, height, 40))).toEqual({ extension })
    }
  })

  test('is what other programs write, too', async () => {
    const image = new Bun.Image(png(64, 48, 90))
    expect(judgeImage(await image.png().bytes())).toEqual({ extension: 'png' })
    expect(judgeImage(await image.jpeg().bytes())).toEqual({ extension: 'jpg' })
    expect(judgeImage(await image.webp().bytes())).toEqual({ extension: 'webp' })
    expect(judgeImage(await image.webp({ lossless: true }).bytes())).toEqual({
      extension: 'webp',
    })
  })

  test('is refused when it is called PNG and is a web page', () => {
    expect(reasonOf('<!DOCTYPE html><script>alert(1)</script>')).toBe(
      'is not a JPEG, PNG, WebP or GIF image: it seems to be a web page',
    )
  })

  test('is refused when it is SVG, with script or without', () => {
    for (const svg of [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '\ufeff<?xml version="1.0"?>\n<!-- <html> is not it -->\n<SVG/>',
    ]) {
      expect(judgeImage(bytesOf(svg))).toHaveProperty('reason')
    }
    expect(reasonOf('<?xml version="1.0"?><svg onload="alert(1)"/>')).toEndWith(
      'it seems to be an SVG image',
    )
  })

  test.each([
    ['a PDF document', '%PDF-1.7\n'],
    ['a BMP image. Save it as JPEG or PNG', 'BM\x01\x01\x01\x01\0\0\0\0'],
    [
      'a HEIC photo. On the iPhone choose Settings, Camera, Formats, Most Compatible, or share the photo as JPEG',
      '\0\0\0\x18ftypheic',
    ],
    ['an AVIF image. Save it as JPEG or PNG', '\0\0\0\x18ftypavif'],
    ['a TIFF image', 'II*\0'],
    ['an icon. Save it as JPEG or PNG', '\0\0\x01\0'],
    ['a ZIP archive', 'PK\x03\x04'],
    ['text', 'Not an image'],
  ])('is refused when it is %s, and the reason says so', (kind, text) => {
    expect(reasonOf(text)).toEndWith(`it seems to be ${kind}`)
  })

  test('is refused when it is nothing known, or nothing', () => {
    expect(reasonOf('\0\x01\x02\x03')).toEndWith('GIF image')
    expect(reasonOf('')).toBe('is empty')
  })
})

describe('the size of an image', () => {
  test('a PNG of 60,000 × 60,000 pixels is refused from its header', () => {
    const bomb = pngThatSays(60_000, 60_000)
    expect(bomb.length).toBeLessThan(100)
    const reason = 'has 60,000 × 60,000 pixels, more than the 40 megapixels that are allowed'
    expect(judgeImage(bomb)).toEqual({ reason })
    expect(judgeImage(bomb.slice(0, 40))).toEqual({ reason })
  })

  test('40 megapixels are allowed and one row more is not, in every kind', () => {
    for (const [allowed, tooLarge] of [
      [pngThatSays(8000, 5000), pngThatSays(8000, 5001)],
      [jpeg(8000, 5000), jpeg(8000, 5001)],
      [webp(8000, 5000), webp(8000, 5001)],
    ] as const) {
      expect(judgeImage(allowed)).toHaveProperty('extension')
      expect(judgeImage(tooLarge)).toHaveProperty('reason')
    }
    expect(judgeImage(gifThatSays(8000, 5000))).toEqual({ extension: 'gif' })
    expect(judgeImage(gifThatSays(8000, 5001))).toHaveProperty('reason')
  })

  test('no pixels are none', () => {
    expect(judgeImage(pngThatSays(0, 5))).toEqual({
      reason: 'is a PNG image without a pixel',
    })
    expect(judgeImage(pngThatSays(5, 0))).toHaveProperty('reason')
  })

  test('5 MiB are allowed and a byte more is not', () => {
    const padded = new Uint8Array(imageBytesMax)
    padded.set(png(2, 2))
    expect(judgeImage(padded)).toEqual({ extension: 'png' })
    const longer = new Uint8Array(imageBytesMax + 1)
    longer.set(png(2, 2))
    expect(judgeImage(longer)).toEqual({
      reason: 'has 5,242,881 bytes, more than the 5 MiB that are allowed',
    })
  })
})

describe('an image that is not whole', () => {
  test.each(pictureKinds)('is refused wherever a %s was cut', (_extension, picture) => {
    const whole = picture(20, 20, 7)
    for (let length = 0; length < whole.length; length++) {
      const judged = judgeImage(whole.slice(0, length))
      expect([length, 'reason' in judged]).toEqual([length, true])
    }
  })

  test('says that it is cut off', async () => {
    const photo = await new Bun.Image(png(64, 48, 90)).jpeg().bytes()
    expect(judgeImage(photo.slice(0, -2))).toEqual({
      reason: 'is a JPEG image that is cut off or damaged',
    })
  })

  test('is refused when a PNG was changed on its way', () => {
    const whole = png(20, 20, 7)
    fc.assert(
      fc.property(
        fc.integer({ min: 8, max: whole.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        (at, flip) => {
          const changed = whole.slice()
          changed[at] = (changed[at] ?? 0) ^ flip
          expect(judgeImage(changed)).toHaveProperty('reason')
        },
      ),
    )
  })
})

describe('what stands behind an image', () => {
  test.each(pictureKinds)('does not matter behind a %s', (extension, picture) => {
    for (const junk of ['\0\0\0\0', 'SEFT and other things that phones write']) {
      expect(judgeImage(joined(picture(9, 9), bytesOf(junk)))).toEqual({ extension })
    }
  })

  test('is refused when it makes something else of it', () => {
    for (const [hidden, kind] of [
      [zipOf(['run.class']), 'a ZIP archive'],
      [bytesOf('\n<script>alert(1)</script>'), 'a web page'],
      [bytesOf('%PDF-1.7'), 'a PDF document'],
    ] as const) {
      const reason = `is a GIF image with ${kind} behind it`
      expect(judgeImage(joined(gif(9, 9), hidden))).toEqual({ reason })
    }
  })
})

test('no bytes make it fail', () => {
  const wild = fc.uint8Array({ maxLength: 300 })
  fc.assert(
    fc.property(fc.constantFrom('', ...signatures), wild, (signature, rest) => {
      const bytes = joined(Uint8Array.fromHex(signature), rest)
      const judged = judgeImage(bytes)
      expect('reason' in judged ? typeof judged.reason : judged.extension).toBeString()
    }),
    { numRuns: 2_000 },
  )
})

test('nor does an image with a few bytes changed', () => {
  const change = fc.tuple(fc.nat({ max: 199 }), fc.nat({ max: 255 }))
  const wholes = pictureKinds.map(([, picture]) => picture(12, 12, 3))
  fc.assert(
    fc.property(
      fc.constantFrom(...wholes),
      fc.array(change, { minLength: 1, maxLength: 6 }),
      (whole, changes) => {
        const changed = whole.slice()
        for (const [at, value] of changes) changed[at % changed.length] = value
        const judged = judgeImage(changed)
        expect('reason' in judged || 'extension' in judged).toBe(true)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('what is hard to read is read once, and not again for each of its bytes', () => {
  const mib = 1024 * 1024
  for (const text of ['<!---->', ' ', '<!--', '<?xml ', '\xff', ';']) {
    const many = bytesOf(text.repeat(mib / text.length))
    // Otherwise the test's time is up.
    expect(judgeImage(many)).toHaveProperty('reason')
    expect(judgeImage(joined(jpeg(9, 9).slice(0, -2), many))).toHaveProperty('reason')
  }
})

function gifThatSays(width: number, height: number) {
  const bytes = gif(4, 4)
  const view = new DataView(bytes.buffer)
  view.setUint16(6, width, true)
  view.setUint16(8, height, true)
  return bytes
}

function reasonOf(text: string): string {
  const judged = judgeImage(bytesOf(text))
  return 'reason' in judged ? judged.reason : `is a ${judged.extension}`
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}
