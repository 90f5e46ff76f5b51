import { hasCode } from '../errors.ts'
import { onPaper, type Picture } from './picture.ts'
import { pngPixels } from './png-pixels.ts'
import { Unread } from './problems.ts'

/** Pixels of a photo that is opened: what phones make, four bytes each in memory while it is made smaller. */
const openedPixelsMax = 64_000_000

/** A picture with shorter sides has no text that can be read, in pixels. */
const sideMin = 48

/** A photo or scan, upright as its camera says, of at most `pixelsMax`. Throws Unread. */
export async function openPhoto(bytes: Uint8Array, pixelsMax: number): Promise<Picture> {
  const photo = () => new Bun.Image(new Uint8Array(bytes), { maxPixels: openedPixelsMax })
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
