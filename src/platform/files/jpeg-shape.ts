import { viewOf, type ImageShape } from './image-shape.ts'

const startOfScan = 0xda
const endOfImage = 0xd9

/** Walks the segments and scans of a JPEG to its end marker (source: ITU-T T.81, annex B). */
export function readJpeg(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  let hasPixels = false
  for (let at = 2; bytes[at] === 0xff;) {
    // Any number of bytes 0xff may stand before a marker.
    while (bytes[at] === 0xff) at++
    const marker = bytes[at] ?? 0
    at++
    if (marker === endOfImage) return hasPixels ? { ...shape, end: at } : shape
    if (standsAlone(marker)) continue
    if (marker === 0 || at + 2 > bytes.length) return shape
    const length = view.getUint16(at)
    if (length < 2 || at + length > bytes.length) return shape
    if (isFrame(marker) && length >= 8) {
      shape.height = Math.max(shape.height, view.getUint16(at + 3))
      shape.width = Math.max(shape.width, view.getUint16(at + 5))
    }
    at += length
    if (marker !== startOfScan) continue
    if (shape.width === 0) return shape
    hasPixels = true
    at = endOfScan(bytes, at)
  }
  return shape
}

/** The place of the next marker. In a scan 0xff is followed by 0, or by the number of a restart. */
function endOfScan(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(0xff, start)
  while (at >= 0) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at
    at = bytes.indexOf(0xff, next === 0xff ? at + 1 : at + 2)
  }
  return bytes.length
}

function standsAlone(marker: number): boolean {
  return marker === 1 || isRestart(marker)
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

/** SOF0 to SOF15; between them stand tables (DHT, JPG, DAC). */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}
