import { readThumbnailName, srcsetOf } from '../../../platform/files/thumbnail-names.ts'
import { imagesPath, placeholderFile, readImageName } from '../../../platform/files/images.ts'

export { placeholderFile }

/** The longest URL of an image, in characters. */
export const urlCharactersMax = 2_048

/** Whether a reference is the name of a stored file, `HASH.EXT`. Otherwise it is a URL elsewhere. */
export function isStoredFile(image: string): boolean {
  return readImageName(image) !== undefined
}

/** The SHA-256 of a stored file, from its name. */
export function hashOf(file: string): string {
  return file.slice(0, 64)
}

/** The absolute URL of a reference. `origin` is the beginning of links in answers. Null gives the placeholder. */
export function imageUrl(image: string | null, origin: string): string {
  if (image === null) return `${origin}${imagesPath}${placeholderFile}`
  return isStoredFile(image) ? `${origin}${imagesPath}${image}` : image
}

/** The absolute URL of a reference, and its smaller copies as a `srcset` of an `img`. '' if there are none. */
export function imageAddresses(image: string | null, origin: string) {
  if (image === null || !isStoredFile(image)) return { url: imageUrl(image, origin), srcset: '' }
  const url = `${origin}${imagesPath}${image}`
  return { url, srcset: srcsetOf(url) }
}

/** A URL, or only its path. */
const imageAddress = /^(?:https?:\/\/[^/?#]+)?(?:\/[^?#]*)?\/images\/([^/?#]+)$/i

/**
 * The file named by a URL that came back to us: a stored file's name or the placeholder. Undefined for a URL
 * elsewhere. The host is ignored and may be missing: a server has many names on a network, and a file's name
 * identifies its content. The caller checks that the file is stored here.
 */
export function fileOfUrl(url: string): string | undefined {
  const file = nameInUrl(url)
  if (file === undefined) return undefined
  return file === placeholderFile || isStoredFile(file) ? file : undefined
}

/** The SHA-256 of the image whose smaller copy a URL names. */
export function hashOfCopy(url: string): string | undefined {
  return readThumbnailName(nameInUrl(url) ?? '')?.hash
}

function nameInUrl(url: string): string | undefined {
  return imageAddress.exec(url)?.[1]
}
