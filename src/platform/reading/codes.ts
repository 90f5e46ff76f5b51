import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { ReaderOptions } from 'zxing-wasm/reader'
import { embeddedDir } from '../embedded.ts'
import { readUnpacked } from '../unpack.ts'
import { denseAreas } from './dense-areas.ts'
import type { PdfPage } from './pdf-document.ts'
import { drawArea } from './pdf-picture.ts'
import type { Picture } from './picture.ts'
import { around, type Rectangle } from './rectangle.ts'

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
