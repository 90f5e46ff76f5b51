import { join } from 'node:path'
import type { ReaderOptions } from 'zxing-wasm/reader'
import { embeddedDir } from '../embedded.ts'
import { readUnpacked } from '../unpack.ts'
import type { PdfPage } from './pdf-document.ts'
import { drawArea } from './pdf-picture.ts'
import type { Picture } from './picture.ts'
import { around, type Rectangle } from './rectangle.ts'

/** What papers bear: the signed QR code, payment codes, and barcodes of numbers and goods. */
const options: ReaderOptions = {
  formats: [
    'QRCode',
    'DataMatrix',
    'PDF417',
    'Aztec',
    'Code128',
    'Code39',
    'EAN-13',
    'EAN-8',
    'UPC-A',
    'ITF',
  ],
  // More are a sheet of labels.
  maxNumberOfSymbols: 12,
  textMode: 'Plain',
}

/** White around an area, which a code needs, in points: 4 mm. */
const quiet = 12

/** A signed QR code of 20 mm is read at 200 dpi, one of 12 mm at 300: an area is drawn so finely, within these pixels. */
const areaDpi = 300
const areaPixelsMax = 4_000_000

/** A code that was found, and where on its picture. */
export type FoundCode = { text: string; format: string; at: Rectangle }

export type CodeReader = (picture: Picture) => Promise<FoundCode[]>

export async function openCodeReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasm = readUnpacked(join(embeddedDir('zxing'), 'zxing_reader.wasm'))
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

/** Codes in areas of a page, each once, with their places on the page as it is shown. */
export async function readAreas(
  read: CodeReader,
  page: PdfPage,
  areas: readonly Rectangle[],
): Promise<FoundCode[]> {
  const codes = new Map<string, FoundCode>()
  for (const area of areas) {
    const part = widened(area, page.shown)
    const picture = drawArea(page, part, areaDpi, areaPixelsMax)
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

function moved(at: Rectangle, scale: number, { left, top }: Rectangle): Rectangle {
  return {
    left: left + at.left * scale,
    top: top + at.top * scale,
    right: left + at.right * scale,
    bottom: top + at.bottom * scale,
  }
}
