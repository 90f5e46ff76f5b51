import { inflateSync } from 'node:zlib'
import { hasCode } from '../../platform/errors.ts'
import { imageKind } from '../../platform/files/images.ts'
import { type Size, type Turn, turnSize } from './rectangle.ts'
import { Unread } from './problems.ts'

/** Pixels row by row from the top: red, green, blue, and a byte that nobody reads. */
export type Picture = Size & { readonly pixels: Uint8Array<ArrayBuffer> }

export const bytesAPixel = 4

/** Removes a picture's alpha: transparent parts show white paper. */
function onPaper({ width, height, pixels }: Picture): Picture {
  for (let at = 0; at < pixels.length; at += bytesAPixel) {
    const alpha = pixels[at + 3] ?? 255
    if (alpha === 255) continue
    for (let part = at; part < at + 3; part++) {
      pixels[part] = 255 - Math.round(((255 - (pixels[part] ?? 0)) * alpha) / 255)
    }
  }
  return { width, height, pixels }
}

/** Turns a picture clockwise. */
export function turnPicture(picture: Picture, turn: Turn): Picture {
  if (turn === 0) return picture
  const { width, height } = turnSize(picture, turn)
  const from = new Uint32Array(picture.pixels.buffer, picture.pixels.byteOffset)
  const to = new Uint32Array(width * height)
  const stepX = { 90: -picture.width, 180: -1, 270: picture.width }[turn]
  const stepY = { 90: 1, 180: -picture.width, 270: -1 }[turn]
  const start = {
    90: (picture.height - 1) * picture.width,
    180: picture.width * picture.height - 1,
    270: picture.width - 1,
  }[turn]
  for (let y = 0, at = 0; y < height; y++) {
    let source = start + y * stepY
    for (let x = 0; x < width; x++, at++, source += stepX) to[at] = from[source] ?? 0
  }
  return { width, height, pixels: new Uint8Array(to.buffer) }
}

/**
 * The greatest number of pixels of a photo that is opened: phones make such photos. A JPEG is unpacked at a smaller
 * size. Other pictures take four bytes a pixel.
 */
const openedPixelsMax = 110_000_000
const unpackedPixelsMax = 50_000_000

/** A picture with a shorter side has no readable text, in pixels. */
const sideMin = 48

/** Opens a photo or scan, upright by its camera's orientation, with at most `pixelsMax` pixels. Throws Unread. */
export async function openPhoto(bytes: Uint8Array, pixelsMax: number): Promise<Picture> {
  const maxPixels = imageKind(bytes) === 'jpg' ? openedPixelsMax : unpackedPixelsMax
  const photo = () => new Bun.Image(new Uint8Array(bytes), { maxPixels })
  const { width, height } = await photo().metadata().catch(refuse)
  if (Math.min(width, height) < sideMin) throw new Unread('too small')
  const factor = Math.min(1, Math.sqrt(pixelsMax / (width * height)))
  const image = photo()
  if (factor < 1) image.resize(Math.round(width * factor), Math.round(height * factor))
  return onPaper(pngPixels(await image.png({ compressionLevel: 0 }).bytes().catch(refuse)))
}

function refuse(error: unknown): never {
  const isTooLarge = hasCode(error, ['ERR_IMAGE_TOO_MANY_PIXELS'])
  throw new Unread(isTooLarge ? 'too many pixels' : 'broken', error)
}

/** Eight bits a channel; red, green, blue and alpha; not interlaced. */
const plainFormat = '0806000000'

/** The pixels of a PNG that Bun.Image did not compress: its rows have no filters (source: the PNG specification, 9 and 11.2.1). */
function pngPixels(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const rows = inflateSync(imageData(png, view))
  const rowBytes = width * bytesAPixel
  const pixels = new Uint8Array(height * rowBytes)
  const isPlain = png.subarray(24, 29).toHex() === plainFormat
  for (let from = 0, to = 0; to < pixels.length; from += rowBytes + 1, to += rowBytes) {
    // The first byte of a row names its filter.
    if (!isPlain || rows[from] !== 0) throw new Error('This PNG is of another kind.')
    pixels.set(rows.subarray(from + 1, from + 1 + rowBytes), to)
  }
  return { width, height, pixels }
}

function imageData(png: Uint8Array, view: DataView): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 8; at + 8 <= png.length; at += view.getUint32(at) + 12) {
    const isData = view.getUint32(at + 4) === 0x49444154
    if (isData) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
}
