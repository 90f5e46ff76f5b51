import type { Size, Turn } from './rectangle.ts'
import { turnSize } from './rectangle.ts'

/** Pixels row by row from the top: red, green, blue, and a byte that nobody reads. */
export type Picture = Size & { readonly pixels: Uint8Array<ArrayBuffer> }

export const bytesAPixel = 4

/** Removes a picture's alpha: transparent parts show white paper. */
export function onPaper({ width, height, pixels }: Picture): Picture {
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
