// Pure: the pages run this file as well.

/**
 * Widths of the smaller copies of an image, in pixels: a list on a phone, a card or a list on a large screen, a whole page. Copies of a
 * newly added width are made on first use.
 */
export const thumbnailWidths = [240, 640, 1280] as const

type ThumbnailWidth = (typeof thumbnailWidths)[number]

const thumbnailName = /^([0-9a-f]{64})-(\d+)\.webp$/

/** A copy of an image, by its name `HASH-WIDTH.webp`. */
export type ThumbnailFile = { hash: string; width: ThumbnailWidth }

/** Reads the name of a copy. Undefined for any other name. */
export function readThumbnailName(name: string): ThumbnailFile | undefined {
  const [, hash, digits] = thumbnailName.exec(name) ?? []
  const width = thumbnailWidths.find((one) => String(one) === digits)
  return hash === undefined || width === undefined ? undefined : { hash, width }
}

export function thumbnailNameOf({ hash, width }: ThumbnailFile): string {
  return `${hash}-${width}.webp`
}

const endings = thumbnailWidths.map((width) => `-${width}.webp ${width}w`)

/** The `srcset` of an `img` for a stored image, by its URL or path, `…/images/HASH.png`. Lists call it for each row. */
export function srcsetOf(url: string): string {
  const start = url.slice(0, url.lastIndexOf('.'))
  let srcset = ''
  for (const ending of endings) srcset += `${srcset === '' ? '' : ', '}${start}${ending}`
  return srcset
}
