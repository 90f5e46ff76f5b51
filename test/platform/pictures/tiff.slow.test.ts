import { describe, expect, test } from 'bun:test'
import { openPdf } from '../../../src/platform/pictures/pdf.ts'
import { BadTiff, tiffPagePdf, tiffPages } from '../../../src/platform/pictures/tiff.ts'
import { seededRandom } from '../../../scripts/demo/random.ts'
import { mutantOf } from '../../../scripts/fuzz/mutants.ts'
import { jpeg } from '../../support/pictures.ts'
import {
  type Bitmap,
  bitsOf,
  deflated,
  fax1,
  fax3,
  fax4,
  lzw,
  packBits,
  reversedBits,
  stripOf,
  tagsOf,
  tiffFile,
  type TiffSheet,
} from '../../support/tiff.ts'

const [whiteIsZero, blackIsZero, rgb, palette] = [0, 1, 2, 3]

/** Print of all kinds: single pixels, long runs, and rows that are like the row above. */
const print: Bitmap = {
  width: 150,
  height: 40,
  isBlack(x, y) {
    if (y % 10 === 9) return y > 20
    if (y % 10 === 5) return x > 60 && x < 140
    return (x * 7 + Math.floor(y / 3) * 5) % 13 < 4 + (x % 3)
  },
}

/** Grey of many shades, and the same as the reds of a picture whose greens and blues are others. */
const shades = Uint8Array.from({ length: 60 * 50 }, (_, at) => (at * at + (at >> 4)) % 251)
const colours = Uint8Array.from({ length: 60 * 50 * 3 }, (_, at) => (at * 5 + (at >> 3)) % 253)
const size = { width: 60, height: 50 }

type Drawn = { width: number; height: number; pixels: Uint8Array }

/** A page, a pixel for each point. */
async function drawn(file: Uint8Array, page = 0, colorSpace: 'Gray' | 'BGRA' = 'Gray') {
  const found = tiffPages(file)[page]
  if (found === undefined) throw new Error('There is no such page.')
  const document = await openPdf(await tiffPagePdf(file, found))
  const { width, height, data } = await document.getPage(0).render({ scale: 1, colorSpace })
  document.destroy()
  return { width, height, pixels: data } satisfies Drawn
}

/** What is drawn of a bitmap, from the upper left. */
function greyOf({ width, height, isBlack }: Bitmap): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, at) =>
    isBlack(at % width, Math.floor(at / width)) ? 0 : 255,
  )
}

const bits = bitsOf(print)
const page = (compression: number, piece: Uint8Array, more: TiffSheet['tags'] = {}) => ({
  tags: tagsOf(print, compression, whiteIsZero, more),
  pieces: [piece],
})

const ofOneBit: [how: string, sheet: TiffSheet][] = [
  ['is not compressed', page(1, bits)],
  ['is a fax of group 3 without ends of lines', page(2, fax1(print))],
  ['is a fax of group 3', page(3, fax3(print))],
  ['is a fax of group 3 in both dimensions', page(3, fax3(print, true), { 292: [1] })],
  ['is a fax of group 4', page(4, fax4(print))],
  ['is a fax whose bits go the other way', page(4, reversedBits(fax4(print)), { 266: [2] })],
  ['is packed by LZW', page(5, lzw(bits))],
  ['is packed by PackBits', page(32_773, packBits(bits))],
  ['is packed by Deflate', page(8, deflated(bits))],
  ['is packed by Deflate under its old number', page(32_946, deflated(bits))],
]

describe('a page of one bit a pixel', () => {
  test.each(ofOneBit)('that %s is drawn as it was, in both byte orders', async (_how, sheet) => {
    for (const isLittle of [true, false]) {
      const { width, height, pixels } = await drawn(tiffFile([sheet], { isLittle }))
      expect([width, height]).toEqual([print.width, print.height])
      expect(Buffer.compare(pixels, greyOf(print))).toBe(0)
    }
  })

  test.each([
    ['not compressed', 1, bitsOf],
    ['faxed', 4, fax4],
  ] as const)('and black is zero: it is white on black, %s', async (_how, compression, packed) => {
    const sheet = page(compression, packed(print), { 262: [blackIsZero] })
    const { pixels } = await drawn(tiffFile([sheet]))
    expect(
      Buffer.compare(
        pixels,
        greyOf(print).map((grey) => 255 - grey),
      ),
    ).toBe(0)
  })

  test.each([
    ['a fax of group 4', 4, fax4],
    ['a fax of group 3', 3, fax3],
    ['LZW', 5, (strip: Bitmap) => lzw(bitsOf(strip))],
  ] as const)('in strips is one picture: %s', async (_how, compression, packed) => {
    const rows = 12
    const strips = [0, 12, 24, 36].map((from) =>
      packed(stripOf(print, from, Math.min(rows, print.height - from))),
    )
    const tags = tagsOf(print, compression, whiteIsZero, { 278: [rows] })
    const { pixels } = await drawn(tiffFile([{ tags, pieces: strips }]))
    expect(Buffer.compare(pixels, greyOf(print))).toBe(0)
  })
})

const reds = (picture: Uint8Array) => picture.filter((_, at) => at % 4 === 0)

describe('a page of more bits a pixel', () => {
  const grey = tagsOf(size, 1, blackIsZero, { 258: [8] })

  test('is grey', async () => {
    const { pixels } = await drawn(tiffFile([{ tags: grey, pieces: [shades] }]))
    expect(Buffer.compare(pixels, shades)).toBe(0)
  })

  test.each([
    ['Deflate', 8, deflated],
    ['LZW', 5, lzw],
  ] as const)('may say only what differs from the pixel before: %s', async (_how, number, pack) => {
    const differences = shades.map((shade, at) =>
      at % 60 === 0 ? shade : shade - (shades[at - 1] ?? 0),
    )
    const tags = { ...grey, 259: [number], 317: [2] }
    const { pixels } = await drawn(tiffFile([{ tags, pieces: [pack(differences)] }]))
    expect(Buffer.compare(pixels, shades)).toBe(0)
  })

  test('has colours', async () => {
    const tags = tagsOf(size, 5, rgb, { 258: [8, 8, 8], 277: [3] })
    const { pixels } = await drawn(tiffFile([{ tags, pieces: [lzw(colours)] }]), 0, 'BGRA')
    const opaque = pixels.filter((_, at) => at % 4 !== 3)
    expect(Buffer.compare(opaque, colours)).toBe(0)
  })

  test('has colours of a palette', async () => {
    const tags = tagsOf(size, 1, palette, {
      258: [8],
      320: Array.from({ length: 768 }, (_, at) => (at < 256 ? (255 - at) * 257 : 0)),
    })
    const { pixels } = await drawn(tiffFile([{ tags, pieces: [shades] }]), 0, 'BGRA')
    expect(
      Buffer.compare(
        reds(pixels),
        shades.map((shade) => 255 - shade),
      ),
    ).toBe(0)
  })

  test('is in tiles, which may reach beyond the page', async () => {
    const tile = (left: number, top: number) =>
      Uint8Array.from({ length: 32 * 32 }, (_, at) => {
        const [x, y] = [left + (at % 32), top + Math.floor(at / 32)]
        return x < 60 && y < 50 ? (shades[y * 60 + x] ?? 0) : 99
      })
    const pieces = [tile(0, 0), tile(32, 0), tile(0, 32), tile(32, 32)]
    const tags = { ...grey, 322: [32], 323: [32] }
    const { pixels } = await drawn(tiffFile([{ tags, pieces, isTiled: true }]))
    expect(Buffer.compare(pixels, shades)).toBe(0)
  })
})

/** A JPEG's tables, and the same JPEG without them. */
function withoutTables(whole: Uint8Array): { tables: number[]; rest: Uint8Array } {
  const tables = [0xff, 0xd8]
  const rest = [0xff, 0xd8]
  let at = 2
  while (whole[at + 1] !== 0xda) {
    const end = at + 2 + (whole[at + 2] ?? 0) * 256 + (whole[at + 3] ?? 0)
    const isTable = [0xdb, 0xc4].includes(whole[at + 1] ?? 0)
    ;(isTable ? tables : rest).push(...whole.subarray(at, end))
    at = end
  }
  return {
    tables: [...tables, 0xff, 0xd9],
    rest: Uint8Array.from([...rest, ...whole.subarray(at)]),
  }
}

describe('a page with a JPEG', () => {
  const { tables, rest } = withoutTables(jpeg(60, 50))
  const [asNow, asBefore] = [7, 6].map((compression) =>
    tagsOf(size, compression, blackIsZero, { 258: [8] }),
  )
  const ways: [how: string, sheet: TiffSheet][] = [
    ['a whole JPEG', { tags: { ...asNow }, pieces: [jpeg(60, 50)] }],
    ['its tables beside it', { tags: { ...asNow, 347: tables }, pieces: [rest] }],
    ['the way of before 1995', { tags: { ...asBefore, 513: [8] }, pieces: [jpeg(60, 50)] }],
  ]

  test.each(ways)('is shown: %s', async (_how, sheet) => {
    const { width, height, pixels } = await drawn(tiffFile([sheet]))
    expect([width, height]).toEqual([60, 50])
    expect(new Set(pixels)).toEqual(new Set([128]))
  })
})

describe('the paper', () => {
  /** One black corner: the upper left as stored. */
  const corner: Bitmap = { width: 40, height: 24, isBlack: (x, y) => x < 8 && y < 8 }
  const cornerSheet = (more: TiffSheet['tags']) => ({
    tags: tagsOf(corner, 4, whiteIsZero, more),
    pieces: [fax4(corner)],
  })

  test.each([
    [1, 'left', 'top'],
    [2, 'right', 'top'],
    [3, 'right', 'bottom'],
    [4, 'left', 'bottom'],
    [5, 'left', 'top'],
    [6, 'right', 'top'],
    [7, 'right', 'bottom'],
    [8, 'left', 'bottom'],
  ] as const)('is upright by orientation %d', async (orientation, side, end) => {
    const { width, height, pixels } = await drawn(tiffFile([cornerSheet({ 274: [orientation] })]))
    expect([width, height]).toEqual(orientation > 4 ? [24, 40] : [40, 24])
    const [x, y] = [side === 'left' ? 2 : width - 3, end === 'top' ? 2 : height - 3]
    expect(pixels[y * width + x]).toBe(0)
    expect(pixels.filter((grey) => grey === 0)).toHaveLength(64)
  })

  test.each([
    ['a fax in low resolution', { 282: [204], 283: [102] }, [40 / 204, 24 / 102]],
    ['dots a centimetre', { 282: [100], 283: [100], 296: [3] }, [40 / 254, 24 / 254]],
    ['no resolution: A4', { 282: [1], 283: [1] }, [595 / 72, (595 * 24) / 40 / 72]],
  ] as const)('is as large as its resolution says: %s', (_what, tags, [across, down]) => {
    const [found] = tiffPages(tiffFile([cornerSheet(tags)]))
    expect(found?.width).toBeCloseTo(across * 72)
    expect(found?.height).toBeCloseTo(down * 72)
  })

  test('has several pages, without the small copies of them', async () => {
    const copy = cornerSheet({ 254: [1] })
    const file = tiffFile([page(4, fax4(print)), copy, cornerSheet({}), copy])
    expect(tiffPages(file)).toHaveLength(2)
    expect((await drawn(file, 1)).width).toBe(40)
  })
})

describe('a TIFF that', () => {
  const good = page(1, bits)
  const broken: [what: string, problem: BadTiff['problem'], file: () => Uint8Array][] = [
    ['ends behind its first bytes', 'broken', () => tiffFile([good]).subarray(0, 6)],
    ['is cut off', 'broken', () => tiffFile([good]).subarray(0, 300)],
    ['has no page', 'broken', () => tiffFile([])],
    ['has a strip beyond its end', 'broken', () => tiffFile([page(4, bits, { 279: [1e9] })])],
    ['has less than it says', 'broken', () => tiffFile([page(1, bits.subarray(9))])],
    ['has no palette', 'broken', () => tiffFile([page(1, bits, { 262: [palette] })])],
    ['has no pixel', 'broken', () => tiffFile([page(1, bits, { 256: [0] })])],
    [
      'has more pixels than memory',
      'too many pixels',
      () => tiffFile([page(4, bits, { 256: [2 ** 31], 257: [2 ** 31] })]),
    ],
    [
      'has endless strips',
      'rare TIFF',
      () => tiffFile([page(4, bits, { 257: [50_000], 278: [1] })]),
    ],
    [
      'has tiles without a row',
      'rare TIFF',
      () => tiffFile([page(4, bits, { 322: [8], 323: [0] })]),
    ],
    ['is packed in another way', 'rare TIFF', () => tiffFile([page(34_712, bits)])],
    [
      'has colours in planes',
      'rare TIFF',
      () => tiffFile([page(1, bits, { 262: [rgb], 277: [3], 284: [2] })]),
    ],
    ['has a JPEG that is none', 'rare TIFF', () => tiffFile([page(7, bits)])],
  ]

  test.each(broken)('%s is refused as %s', async (_what, problem, file) => {
    expect(await problemOf(file())).toBe(problem)
  })

  test('leads back to its first page has an end', () => {
    const file = tiffFile([good])
    const first = new DataView(file.buffer).getUint32(4, true)
    expect(tiffPages(tiffFile([good], { next: first }))).toHaveLength(1)
  })

  test('went wrong by chance is drawn or refused', async () => {
    const files = [tiffFile([page(4, fax4(print)), page(5, lzw(bits))]), tiffFile([good])]
    for (let number = 0; number < 600; number++) {
      const file = files[number % 2] ?? new Uint8Array()
      const problem = await problemOf(Uint8Array.from(mutantOf(file, file, seededRandom(number))))
      expect([undefined, 'broken', 'rare TIFF', 'too many pixels']).toContain(problem)
    }
  })
})

/** Undefined: each page became a PDF. */
async function problemOf(file: Uint8Array): Promise<BadTiff['problem'] | undefined> {
  try {
    for (const found of tiffPages(file)) await tiffPagePdf(file, found)
    return undefined
  } catch (error) {
    if (error instanceof BadTiff) return error.problem
    throw error
  }
}
