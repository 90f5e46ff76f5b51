import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ReaderOptions } from 'zxing-wasm/reader'
import { embeddedDir, readUnpacked } from '../../platform/embedded.ts'
import { drawArea, type PdfPage } from './pdf-document.ts'
import { type Picture, bytesAPixel } from './picture.ts'
import { around, type Rectangle } from './rectangle.ts'
import { findShapes } from './ocr/shapes.ts'

/**
 * Only QR codes say something about a bill: the signed code of an e-invoice, and payment codes. A barcode repeats the
 * number printed beside it, and a search for barcodes takes three times as long as all other codes.
 */
const options: ReaderOptions = {
  formats: ['QRCode'],
  // A page with more codes is a sheet of labels.
  maxNumberOfSymbols: 12,
  textMode: 'Plain',
  // No paper bears light codes on a dark ground. A search for them takes a third of the time.
  tryInvert: false,
}

/** The white margin that a code needs, in points: 4 mm. */
const quiet = 12

/** Areas are drawn at 300 dpi, up to this many pixels. A signed QR code of 20 mm can be read at 200 dpi, a code of 12 mm at 300 dpi. */
const areaDpi = 300
const areaPixelsMax = 4_000_000

/** 400 dpi shows every pixel of a scan. More pixels for each module of a code make it easier to find. */
const scanDpi = 400

/** A code, and its place on the picture. */
export type FoundCode = { text: string; format: string; at: Rectangle }

export type CodeReader = (picture: Picture) => Promise<FoundCode[]>

export async function openCodeReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const folder = embeddedDir('zxing')
  // In the executable the file's name contains a hash, because the console requests the file under that name.
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
 * Reads the codes on a page's picture, with places in its pixels. A square that looks like a code but was not read is
 * drawn finer and read once more.
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

/** Reads the codes in areas of a page. Each code is returned once, with its place on the page as shown. */
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

/** The search divides a page into squares of this many pixels: 3 mm at 200 dpi. */
const cellSide = 24

/** A cell with print has at least this difference between its lightest and darkest pixel, of 255. */
const contrastMin = 60

/** The dark share of a code's pixels. Text has half as much. */
const darkMin = 0.3
const darkMax = 0.7

/** How often a cell changes between light and dark along a row and down a column. Text seldom changes this often in both directions. */
const changesMin = 2.5

/** Limits of a code's sides, in cells: at least 9 mm. A code is about as wide as high, and most of its cells are dense. */
const sideMin = 3
const ratioMax = 1.5
const filledMin = 0.6

/** The squares of a picture that change between light and dark as densely as a QR code with many modules, in pixels. */
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
  // The lightness of a pixel, by its green.
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
