import { readThumbnailName, srcsetOf } from '../../../platform/files/thumbnail-names.ts'
import { imagesPath, placeholderFile, readImageName } from '../../../platform/files/images.ts'

export { placeholderFile }

/** Length of an image's URL, in characters. */
export const urlCharactersMax = 2_048

/** Whether a reference is the name of a stored file, `HASH.EXT`; else it is a URL elsewhere. */
export function isStoredFile(image: string): boolean {
  return readImageName(image) !== undefined
}

/** The SHA-256 of a stored file, by its name. */
export function hashOf(file: string): string {
  return file.slice(0, 64)
}

/** The absolute URL of a reference; `origin` is where links in answers point. Null is the placeholder's. */
export function imageUrl(image: string | null, origin: string): string {
  if (image === null) return `${origin}${imagesPath}${placeholderFile}`
  return isStoredFile(image) ? `${origin}${imagesPath}${image}` : image
}

/** The absolute URL of a reference and its smaller copies, as `srcset` of an `img` takes them; '' where there are none. */
export function imageAddresses(image: string | null, origin: string) {
  if (image === null || !isStoredFile(image)) return { url: imageUrl(image, origin), srcset: '' }
  const url = `${origin}${imagesPath}${image}`
  return { url, srcset: srcsetOf(url) }
}

/** A URL, or its path alone. */
const imageAddress = /^(?:https?:\/\/[^/?#]+)?(?:\/[^?#]*)?\/images\/([^/?#]+)$/i

/**
 * What a URL that came back to us says: the name of a stored file, the placeholder, or undefined for a URL elsewhere.
 * The host does not count, and may be missing: the same server has many names on a network, and a file's name tells its
 * content. Whether the file is stored here is for the caller to see.
 */
export function fileOfUrl(url: string): string | undefined {
  const file = nameInUrl(url)
  if (file === undefined) return undefined
  return file === placeholderFile || isStoredFile(file) ? file : undefined
}

/** The SHA-256 of the image that a URL of one of its smaller copies means. */
export function hashOfCopy(url: string): string | undefined {
  return readThumbnailName(nameInUrl(url) ?? '')?.hash
}

function nameInUrl(url: string): string | undefined {
  return imageAddress.exec(url)?.[1]
}
