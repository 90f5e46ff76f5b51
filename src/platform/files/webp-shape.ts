import { viewOf, type ImageShape } from './image-shape.ts'

/** `RIFF`, a length, `WEBP`. */
const headBytes = 12
/** The name and the length of a chunk. */
const chunkHeadBytes = 8

type Size = { width: number; height: number }

/** Walks the chunks of a WebP file to the length that its head says (source: RFC 9649). */
export function readWebp(bytes: Uint8Array): ImageShape {
  const view = viewOf(bytes)
  const shape: ImageShape = { width: 0, height: 0, end: undefined }
  if (bytes.length < headBytes) return shape
  const end = chunkHeadBytes + view.getUint32(4, true)
  let hasPixels = false
  let at = headBytes
  while (at + chunkHeadBytes <= Math.min(end, bytes.length)) {
    const name = String.fromCharCode(...bytes.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const start = at + chunkHeadBytes
    const size = sizeOf(name, viewOf(bytes.subarray(start, start + length)))
    shape.width = Math.max(shape.width, size?.width ?? 0)
    shape.height = Math.max(shape.height, size?.height ?? 0)
    if (size !== undefined && name !== 'VP8X') hasPixels = true
    // Chunks of an odd length have a byte of padding.
    at = start + length + (length % 2)
  }
  return hasPixels && at === end && end <= bytes.length ? { ...shape, end } : shape
}

function sizeOf(name: string, view: DataView): Size | undefined {
  if (view.byteLength < (leastBytes[name] ?? Number.POSITIVE_INFINITY)) return undefined
  switch (name) {
    case 'VP8 ':
      return lossySize(view)
    case 'VP8L':
      return losslessSize(view)
    case 'VP8X':
      return { width: 1 + uint24(view, 4), height: 1 + uint24(view, 7) }
    case 'ANMF':
      return { width: 1 + uint24(view, 6), height: 1 + uint24(view, 9) }
    default:
      return undefined
  }
}

/** How many bytes a chunk needs to say its size. */
const leastBytes: Record<string, number> = { 'VP8 ': 10, VP8L: 5, VP8X: 10, ANMF: 16 }

/** A frame tag, a start code, then fourteen bits each (source: RFC 6386, 9.1). */
function lossySize(view: DataView): Size | undefined {
  if (view.getUint8(3) !== 0x9d || view.getUint16(4, true) !== 0x2a01) return undefined
  return {
    width: view.getUint16(6, true) & 0x3fff,
    height: view.getUint16(8, true) & 0x3fff,
  }
}

/** A signature, then fourteen bits each, less one. */
function losslessSize(view: DataView): Size | undefined {
  if (view.getUint8(0) !== 0x2f) return undefined
  const packed = view.getUint32(1, true)
  return { width: 1 + (packed & 0x3fff), height: 1 + ((packed >>> 14) & 0x3fff) }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}
