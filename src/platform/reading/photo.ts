import { hasCode } from '../errors.ts'
import { imageKind } from '../files/images.ts'
import { onPaper, type Picture } from './picture.ts'
import { pngPixels } from './png-pixels.ts'
import { Unread } from './problems.ts'

/** Pixels of a photo that is opened: what phones make. A JPEG is unpacked at a smaller size, others take four bytes a pixel. */
const openedPixelsMax = 110_000_000
const unpackedPixelsMax = 50_000_000

/** A picture with shorter sides has no text that can be read, in pixels. */
const sideMin = 48

/** A photo or scan, upright as its camera says, of at most `pixelsMax`. Throws Unread. */
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
