import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ReaderOptions } from 'zxing-wasm/reader'
import { embeddedDir } from '../../platform/embedded.ts'
import { readUnpacked } from '../../platform/unpack.ts'
import type { PdfPage } from './pdf-document.ts'
import { drawArea } from './pdf-picture.ts'
import { type Picture, bytesAPixel } from './picture.ts'
import { around, type Rectangle } from './rectangle.ts'
import { findShapes } from './ocr/shapes.ts'

/**
 * What says something of a bill: the signed code of an e-invoice, and payment codes. Barcodes repeat numbers that are printed beside
 * them, and looking for them takes three times as long as all else.
 */
const options: ReaderOptions = {
  formats: ['QRCode'],
  // More are a sheet of labels.
  maxNumberOfSymbols: 12,
  textMode: 'Plain',
  // No paper bears light codes on dark ground, and looking for them takes a third of the time.
  tryInvert: false,
}

/** White around an area, which a code needs, in points: 4 mm. */
const quiet = 12

/** A signed QR code of 20 mm is read at 200 dpi, one of 12 mm at 300: an area is drawn so finely, within these pixels. */
const areaDpi = 300
const areaPixelsMax = 4_000_000

/** A scan's own pixels are all there at so many dots, and with more of them between its modules a code is found more often. */
const scanDpi = 400

/** A code that was found, and where on its picture. */
export type FoundCode = { text: string; format: string; at: Rectangle }

export type CodeReader = (picture: Picture) => Promise<FoundCode[]>

export async function openCodeReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const folder = embeddedDir('zxing')
  // In the executable the name has a hash, as the console asks for it by that.
  const [name = ''] = readdirSync(folder).filter((file) => /^zxing_reader\b.*\.wasm/.test(file))
  const wasm = readUnpacked(join(folder, name))
  prepareZXingModule({ overrides: { wasmBinary: wasm.buffer } })
  return async ({ width, height, pixels }) => {
    const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
    const found = await readBarcodes({ width, height, data, colorSpace: 'srgb' }, options)
    return found
      .filter(({ isValid }) => isValid)
      .map(({ text, format, position }) => ({
        text,
        format,
        at: around(
          Object.values(position).map(({ x, y }) => ({ left: x, top: y, right: x, bottom: y })),
        ),
      }))
  }
}

/**
 * Codes on the picture of a page, in its pixels. A square that looks like a code and was not read is looked at once more, drawn
 * more finely.
 */
export async function readScan(
  read: CodeReader,
  page: PdfPage,
  picture: Picture,
): Promise<FoundCode[]> {
  const found = await read(picture)
  const missed = denseAreas(picture).filter((area) => !found.some(({ at }) => meets(at, area)))
  const scale = page.shown.width / picture.width
  const areas = missed.map((area) => moved(area, scale, corner))
  const again = await readAreas(read, page, areas, scanDpi)
  return [...found, ...again.map((code) => ({ ...code, at: moved(code.at, 1 / scale, corner) }))]
}

const corner = { left: 0, top: 0 }

function meets(one: Rectangle, other: Rectangle): boolean {
  const isBeside = one.right < other.left || other.right < one.left
  return !isBeside && one.bottom >= other.top && other.bottom >= one.top
}

/** Codes in areas of a page, each once, with their places on the page as it is shown. */
export async function readAreas(
  read: CodeReader,
  page: PdfPage,
  areas: readonly Rectangle[],
  dpi: number = areaDpi,
): Promise<FoundCode[]> {
  const codes = new Map<string, FoundCode>()
  for (const area of areas) {
    const part = widened(area, page.shown)
    const picture = drawArea(page, part, dpi, areaPixelsMax)
    const points = (part.right - part.left) / picture.width
    for (const { text, format, at } of await read(picture)) {
      codes.set(`${format} ${text}`, { text, format, at: moved(at, points, part) })
    }
  }
  return [...codes.values()]
}

function widened(area: Rectangle, { width, height }: { width: number; height: number }): Rectangle {
  return {
    left: Math.max(0, area.left - quiet),
    top: Math.max(0, area.top - quiet),
    right: Math.min(width, area.right + quiet),
    bottom: Math.min(height, area.bottom + quiet),
  }
}

function moved(
  at: Rectangle,
  scale: number,
  { left, top }: Pick<Rectangle, 'left' | 'top'>,
): Rectangle {
  return {
    left: left + at.left * scale,
    top: top + at.top * scale,
    right: left + at.right * scale,
    bottom: top + at.bottom * scale,
  }
}

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
function denseAreas(picture: Picture): Rectangle[] {
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
