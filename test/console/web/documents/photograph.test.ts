import { describe, expect, test } from 'bun:test'
import {
  findPaper,
  type Corner,
} from '../../../../src/console/pages/documents/photograph/photograph.tsx'
import { photosPdf } from '../../../../src/platform/pictures/photos-pdf.ts'
import { openPdf } from '../../../../src/platform/pictures/pdf.ts'
import { jpeg } from '../../../support/pictures.ts'

const width = 120
const height = 90

/** A picture in which these four-cornered things (in pixels, clockwise) are bright, with noise and lines of print. */
function picture(...bright: readonly Corner[][]): ImageData {
  const data = new Uint8ClampedArray(4 * width * height).fill(255)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const isBright = bright.some((corners) => isInside(corners, { x, y }))
    const isPrint = y % 6 === 0 && x % 7 < 4
    const light = (isBright ? (isPrint ? 150 : 225) : 80) + ((x * 7 + y * 13) % 20)
    data.fill(light, 4 * at, 4 * at + 3)
  }
  return { data, width, height, colorSpace: 'srgb' }
}

function isInside(corners: readonly Corner[], { x, y }: Corner): boolean {
  return corners.every((from, at) => {
    const to = corners[(at + 1) % corners.length] ?? from
    return (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) >= 0
  })
}

const askew = [
  { x: 30, y: 8 },
  { x: 92, y: 14 },
  { x: 86, y: 82 },
  { x: 24, y: 76 },
]
const pane = [
  { x: 105, y: 0 },
  { x: 119, y: 0 },
  { x: 119, y: 20 },
  { x: 105, y: 20 },
]

describe('the guess at the edges of a paper', () => {
  test.each([
    ['that lies askew', [askew]],
    ['beside a bright window', [pane, askew]],
  ])('finds one %s, clockwise from the upper left', (_, bright) => {
    const found = findPaper(picture(...bright)) ?? []
    expect(found).toHaveLength(4)
    for (const [at, { x, y }] of found.entries()) {
      expect(Math.abs(x * width - (askew[at]?.x ?? 0))).toBeLessThan(4)
      expect(Math.abs(y * height - (askew[at]?.y ?? 0))).toBeLessThan(4)
    }
  })

  test('says nothing where none stands out', () => {
    expect(findPaper(picture())).toBeUndefined()
    expect(findPaper(picture(pane))).toBeUndefined()
  })
})

test('photos become the pages of one PDF, byte for byte', async () => {
  const photos = [
    { jpeg: jpeg(600, 800), width: 600, height: 800 },
    { jpeg: jpeg(800, 400, 1), width: 800, height: 400 },
  ]
  const bytes = new Uint8Array(await photosPdf(photos).arrayBuffer())
  for (const photo of photos) expect(Buffer.from(bytes).includes(photo.jpeg)).toBe(true)
  const document = await openPdf(bytes)
  const sizes = [0, 1].map((page) => document.getPage(page).getOriginalSize())
  expect(document.getPageCount()).toBe(2)
  expect(sizes.map((size) => size.originalHeight)).toEqual([793, 298])
  expect(document.getPage(0).getObjectCount()).toBe(1)
})
