import { expect, test } from 'bun:test'
import { bytesAPixel, type Picture } from '../../../src/reader/pages/picture.ts'
import { eraseStamps } from '../../../src/reader/pages/ocr/stamps.ts'

type Colour = readonly [red: number, green: number, blue: number]

const black: Colour = [20, 20, 20]
const greyInk: Colour = [150, 150, 150]
const blueInk: Colour = [110, 140, 200]

/** Where the stamp's strokes are 9 pixels wide, and print crosses them in lines of 3 pixels. */
const stroke = { x: 404, y: 810 }
const crossing = { x: 404, y: 821 }

/** A blank page as one is drawn at 200 dpi. */
function page(): Picture {
  const [width, height] = [1652, 2336]
  return { width, height, pixels: new Uint8Array(width * height * bytesAPixel).fill(255) }
}

function draw({ width, pixels }: Picture, at: number[], ink: Colour): void {
  const [left = 0, top = 0, right = 0, bottom = 0] = at
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) pixels.set(ink, (y * width + x) * bytesAPixel)
  }
}

function stamp(picture: Picture, ink: Colour): void {
  for (let x = 400; x < 700; x += 21) draw(picture, [x, 800, x + 9, 900], ink)
}

function print(picture: Picture): void {
  for (let y = 820; y < 900; y += 30) draw(picture, [300, y, 800, y + 3], black)
}

function lightAt({ width, pixels }: Picture, { x, y }: { x: number; y: number }): number {
  return pixels[(y * width + x) * bytesAPixel] ?? 0
}

test.each([
  ['grey', greyInk],
  ['blue', blueInk],
] as const)('a %s stamp becomes paper, and the print under it stays', (_, ink) => {
  const picture = page()
  stamp(picture, ink)
  print(picture)
  eraseStamps(picture)
  expect(lightAt(picture, stroke)).toBeGreaterThan(230)
  expect(lightAt(picture, crossing)).toBeLessThan(60)
})

test('what is as wide and as light as a stamp stays where no print lies under it', () => {
  const picture = page()
  stamp(picture, greyInk)
  const before = picture.pixels.slice()
  eraseStamps(picture)
  expect(picture.pixels).toEqual(before)
})

test('black print that is as wide as a stamp stays', () => {
  const picture = page()
  stamp(picture, black)
  print(picture)
  const before = picture.pixels.slice()
  eraseStamps(picture)
  expect(picture.pixels).toEqual(before)
})

test('the bar of a heading with light letters stays', () => {
  const picture = page()
  draw(picture, [100, 800, 1500, 860], greyInk)
  print(picture)
  draw(picture, [300, 810, 900, 813], [255, 255, 255])
  const before = picture.pixels.slice()
  eraseStamps(picture)
  expect(picture.pixels).toEqual(before)
})
