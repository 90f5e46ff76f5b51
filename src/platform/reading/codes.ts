import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader'
import { embeddedDir } from '../embedded.ts'
import type { Picture } from './picture.ts'
import { around, boxOf, turnRectangle, turnSize, type Turn } from './rectangle.ts'
import type { ReadPage } from './words.ts'

type Codes = ReadPage['codes']

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

/** Codes of a picture, with their places on the picture as it lies. */
export type CodeReader = (picture: Picture) => Promise<ReadResult[]>

export async function openCodeReader(): Promise<CodeReader> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const wasm = readFileSync(join(embeddedDir('zxing'), 'zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } })
  return async ({ width, height, pixels }) => {
    const data = new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length)
    return await readBarcodes({ width, height, data, colorSpace: 'srgb' }, options)
  }
}

/** Codes on the page turned upright; `picture` is what they were found on. */
export function placeCodes(found: readonly ReadResult[], picture: Picture, turned: Turn): Codes {
  return found
    .filter(({ isValid }) => isValid)
    .map(({ text, format, position }) => {
      const corners = Object.values(position).map(({ x, y }) => ({
        left: x,
        top: y,
        right: x,
        bottom: y,
      }))
      const at = turnRectangle(around(corners), picture, turned)
      return { text, format, box: boxOf(at, turnSize(picture, turned)) }
    })
}
