import { bytesAPixel, type Picture } from './picture.ts'
import { findShapes } from './ocr/shapes.ts'
import { around, type Rectangle } from './rectangle.ts'

/** A page is looked at in squares of so many pixels: 3 mm at 200 dpi. */
const cellSide = 24

/** How much lighter than its darkest the lightest pixel of a cell with print is, of 255. */
const contrastMin = 60

/** The part of a code that is dark: text is half as dark. */
const darkMin = 0.3
const darkMax = 0.7

/** How often light and dark change along a row and down a column of a cell: of text seldom both. */
const changesMin = 2.5

/** Sides of a code, in cells: 9 mm at least. It is about as wide as high, and most of its cells are dense. */
const sideMin = 3
const ratioMax = 1.5
const filledMin = 0.6

/** Squares of a picture that change from light to dark as densely as a QR code of many modules, in its pixels. */
export function denseAreas(picture: Picture): Rectangle[] {
  const [columns, rows] = [picture.width, picture.height].map((side) => Math.floor(side / cellSide))
  if (columns === undefined || rows === undefined) return []
  const isDense = Uint8Array.from({ length: columns * rows }, (_, cell) =>
    isDenseCell(picture, (cell % columns) * cellSide, Math.floor(cell / columns) * cellSide)
      ? 1
      : 0,
  )
  return findShapes(isDense, columns)
    .map(({ edge, pixels }) => ({
      pixels,
      ...around(edge.map(({ x, y }) => ({ left: x, right: x, top: y, bottom: y }))),
    }))
    .filter(isSquare)
    .map(({ left, top, right, bottom }) => ({
      left: left * cellSide,
      top: top * cellSide,
      right: right * cellSide,
      bottom: bottom * cellSide,
    }))
}

function isSquare({ left, top, right, bottom, pixels }: Rectangle & { pixels: number }): boolean {
  const [width, height] = [right - left, bottom - top]
  const [shorter, longer] = [Math.min(width, height), Math.max(width, height)]
  return shorter >= sideMin && longer <= ratioMax * shorter && pixels >= filledMin * width * height
}

function isDenseCell({ width, pixels }: Picture, left: number, top: number): boolean {
  // How light a pixel is, by its green.
  const lightAt = (x: number, y: number) =>
    pixels[((top + y) * width + left + x) * bytesAPixel + 1] ?? 0
  let [darkest, lightest] = [255, 0]
  for (let at = 0; at < cellSide * cellSide; at += 5) {
    const light = lightAt(at % cellSide, Math.floor(at / cellSide))
    if (light < darkest) darkest = light
    if (light > lightest) lightest = light
  }
  if (lightest - darkest < contrastMin) return false
  const middle = (darkest + lightest) / 2
  let [dark, across, down] = [0, 0, 0]
  for (let y = 1; y < cellSide; y++) {
    for (let x = 1; x < cellSide; x++) {
      const isDark = lightAt(x, y) < middle
      if (isDark) dark++
      if (isDark !== lightAt(x - 1, y) < middle) across++
      if (isDark !== lightAt(x, y - 1) < middle) down++
    }
  }
  const share = dark / cellSide ** 2
  return share >= darkMin && share <= darkMax && Math.min(across, down) >= changesMin * cellSide
}
