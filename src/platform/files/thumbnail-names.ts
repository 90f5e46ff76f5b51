// The pages run this file as well: it is pure.

/**
 * Widths of the smaller copies of an image, in pixels: a list on a phone, a card or a list on a large screen, a whole page.
 * A width that is added is made when it is first asked for.
 */
export const thumbnailWidths = [240, 640, 1280] as const

type ThumbnailWidth = (typeof thumbnailWidths)[number]

const thumbnailName = /^([0-9a-f]{64})-(\d+)\.webp$/

/** A copy of an image, by its name `HASH-WIDTH.webp`. */
export type ThumbnailFile = { hash: string; width: ThumbnailWidth }

/** Reads the name of a copy; undefined for anything else. */
export function readThumbnailName(name: string): ThumbnailFile | undefined {
  const [, hash, digits] = thumbnailName.exec(name) ?? []
  const width = thumbnailWidths.find((one) => String(one) === digits)
  return hash === undefined || width === undefined ? undefined : { hash, width }
}

export function thumbnailNameOf({ hash, width }: ThumbnailFile): string {
  return `${hash}-${width}.webp`
}

const endings = thumbnailWidths.map((width) => `-${width}.webp ${width}w`)

/** What `srcset` of an `img` takes for a stored image, by its URL or path, `…/images/HASH.png`. Lists ask it for each row. */
export function srcsetOf(url: string): string {
  const start = url.slice(0, url.lastIndexOf('.'))
  let srcset = ''
  for (const ending of endings) srcset += `${srcset === '' ? '' : ', '}${start}${ending}`
  return srcset
}
