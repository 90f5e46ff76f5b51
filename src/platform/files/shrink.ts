import { hasCode } from '../errors.ts'

/** WebP's, of 100. Measured on photos of 12 megapixels: at 240 pixels 5 to 12 kB. */
const quality = 72

/** A copy is at most so many times as high as it is wide: a strip of a receipt would be no small picture. */
const heightOfWidth = 2

/**
 * A smaller copy of an image, as WebP; nothing where it would not be smaller, or the image cannot be read. It unpacks what may be made
 * to do harm: only for a process of its own.
 */
export async function shrink(path: string, width: number): Promise<Uint8Array> {
  const image = await Bun.file(path).bytes()
  try {
    const made = await new Bun.Image(image)
      .resize(width, width * heightOfWidth, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .bytes()
    return made.length < image.length ? made : new Uint8Array()
  } catch (error) {
    if (hasCode(error, unreadableImage)) return new Uint8Array()
    throw error
  }
}

/** What Bun.Image says of an image that it cannot read or write on this system. */
const unreadableImage = [
  'ERR_IMAGE_FORMAT_UNSUPPORTED',
  'ERR_IMAGE_TOO_MANY_PIXELS',
  'ERR_IMAGE_DECODE_FAILED',
  'ERR_IMAGE_ENCODE_FAILED',
  'ERR_IMAGE_UNKNOWN_FORMAT',
]
