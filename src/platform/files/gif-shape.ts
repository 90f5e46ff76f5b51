import { viewOf, type ImageShape } from './image-shape.ts'

/** Signature and logical screen descriptor. */
const headBytes = 13
/** An image descriptor with its introducer, and the code size behind it. */
const descriptorBytes = 10

const extension = 0x21
const imageDescriptor = 0x2c
const trailer = 0x3b

/** Walks the blocks of a GIF to its trailer (source: the GIF89a specification). */
export function readGif(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  if (bytes.length < headBytes) return shape
  shape.width = view.getUint16(6, true)
  shape.height = view.getUint16(8, true)
  let hasPixels = false
  let at = headBytes + paletteBytes(view.getUint8(10))
  while (at < bytes.length) {
    switch (bytes[at]) {
      case trailer:
        return hasPixels ? { ...shape, end: at + 1 } : shape
      case extension:
        at = endOfBlocks(bytes, at + 2)
        break
      case imageDescriptor: {
        if (at + descriptorBytes > bytes.length) return shape
        shape.width = Math.max(shape.width, view.getUint16(at + 5, true))
        shape.height = Math.max(shape.height, view.getUint16(at + 7, true))
        hasPixels = true
        at = endOfBlocks(bytes, at + descriptorBytes + paletteBytes(view.getUint8(at + 9)) + 1)
        break
      }
      default:
        return shape
    }
  }
  return shape
}

/** The bytes of the colour table that a descriptor's flags announce. */
function paletteBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

/** Blocks of a length and as many bytes follow one another; a length of 0 ends them. */
function endOfBlocks(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length) {
    const length = bytes[at] ?? 0
    at += 1 + length
    if (length === 0) return at
  }
  return bytes.length
}
