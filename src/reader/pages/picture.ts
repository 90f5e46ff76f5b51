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

/**
 * The pixels of a PNG from Bun.Image: eight bits a channel, not interlaced (source: the PNG specification, 9 and
 * 11.2.1). Throws Error for any other PNG.
 */
function pngPixels(png: Uint8Array): Picture {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[view.getUint8(25)]
  const isPlain = view.getUint8(24) === 8 && view.getUint8(28) === 0
  if (channels === undefined || !isPlain) throw new Error('This PNG is of another kind.')
  const rows = inflateSync(imageData(png, view))
  unfilter(rows, width * channels, channels)
  return { width, height, pixels: spread(rows, width, height, channels) }
}

function imageData(png: Uint8Array, view: DataView): Uint8Array {
  const parts: Uint8Array[] = []
  for (let at = 8; at + 8 <= png.length; at += view.getUint32(at) + 12) {
    const isData = view.getUint32(at + 4) === 0x49444154
    if (isData) parts.push(png.subarray(at + 8, at + 8 + view.getUint32(at)))
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
}

/** Undoes the filter of each row in place. A row's first byte says how its bytes were computed from the bytes to the left and above. */
function unfilter(rows: Uint8Array, rowBytes: number, channels: number): void {
  for (let start = 0; start < rows.length; start += rowBytes + 1) {
    const filter = rows[start] ?? 0
    if (filter === 0) continue
    const above = start - rowBytes - 1
    for (let x = 1; x <= rowBytes; x++) {
      const left = x > channels ? (rows[start + x - channels] ?? 0) : 0
      const up = above >= 0 ? (rows[above + x] ?? 0) : 0
      const corner = above >= 0 && x > channels ? (rows[above + x - channels] ?? 0) : 0
      const at = start + x
      rows[at] = (rows[at] ?? 0) + predicted(filter, left, up, corner)
    }
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    default:
      return paeth(left, up, corner)
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const [byLeft, byUp, byCorner] = [
    Math.abs(guess - left),
    Math.abs(guess - up),
    Math.abs(guess - corner),
  ]
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

function spread(
  rows: Uint8Array,
  width: number,
  height: number,
  channels: number,
): Uint8Array<ArrayBuffer> {
  const pixels = new Uint8Array(width * height * bytesAPixel)
  const isGrey = channels < 3
  const hasAlpha = channels % 2 === 0
  let to = 0
  for (let y = 0; y < height; y++) {
    let from = y * (width * channels + 1) + 1
    for (let x = 0; x < width; x++, from += channels, to += bytesAPixel) {
      pixels[to] = rows[from] ?? 0
      pixels[to + 1] = rows[isGrey ? from : from + 1] ?? 0
      pixels[to + 2] = rows[isGrey ? from : from + 2] ?? 0
      pixels[to + 3] = hasAlpha ? (rows[from + channels - 1] ?? 0) : 255
    }
  }
  return pixels
}
