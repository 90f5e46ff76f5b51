import { viewOf, type ImageShape } from './image-shape.ts'

const signatureBytes = 8
const headerBytes = 13
/** Length, type and checksum around the data of a chunk. */
const aroundChunkBytes = 12

const ihdr = 0x49484452
const idat = 0x49444154
const iend = 0x49454e44

/** Walks the chunks of a PNG with their checksums, without unpacking them (source: RFC 2083). */
export function readPng(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  let hasPixels = false
  for (let at = signatureBytes; at + aroundChunkBytes <= bytes.length;) {
    const length = view.getUint32(at)
    const type = view.getUint32(at + 4)
    const checksumAt = at + 8 + length
    const isHeader = at === signatureBytes
    if (isHeader !== (type === ihdr) || checksumAt + 4 > bytes.length) return shape
    if (isHeader) {
      if (length !== headerBytes) return shape
      shape.width = view.getUint32(at + 8)
      shape.height = view.getUint32(at + 12)
    }
    if (Bun.hash.crc32(bytes.subarray(at + 4, checksumAt)) !== view.getUint32(checksumAt)) {
      return shape
    }
    if (type === idat) hasPixels = true
    at = checksumAt + 4
    if (type === iend) return hasPixels ? { ...shape, end: at } : shape
  }
  return shape
}
