/** Where images are served, on every listener. */
export const imagesPath = '/images/'

/** What stands in for an image that is missing. */
export const placeholderFile = 'placeholder.png'

export const imageTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
} as const

export type ImageExtension = keyof typeof imageTypes

export type ImageFile = { hash: string; extension: ImageExtension }

/** Reads the name of a stored image, `HASH.EXT`; undefined for anything else. */
export function readImageName(name: string): ImageFile | undefined {
  const dot = name.indexOf('.')
  const [hash, extension] = [name.slice(0, dot), name.slice(dot + 1)]
  return /^[0-9a-f]{64}$/.test(hash) && isExtension(extension) ? { hash, extension } : undefined
}

function isExtension(text: string): text is ImageExtension {
  return Object.hasOwn(imageTypes, text)
}
