import { api, ask } from '../../client.ts'
import { newKey } from '../../new-key.ts'

/** Names that are matched in one call (the server's limit), and photos of a product. */
const namesAtOnce = 1_000
export const photosMax = 20

/** A product that photos are put on. */
export type Target = Awaited<ReturnType<typeof match>>['products'][number]

/** A photo that was dropped: on a product, or on none yet. */
export type Photo = {
  key: string
  file: File
  /** Where the browser shows it from. */
  url: string
  productId: string | null
  /** The smallest is the first of its product. */
  order: number
  /** Products that its name fits, where it fits several. */
  rivals: number
}

export type Placing = { photos: Photo[]; targets: Target[] }

export const nothingPlaced: Placing = { photos: [], targets: [] }

function match(names: string[]) {
  return ask(api['product-photos'].match.post({ names }))
}

/** Adds photos to those that are there, each on the product that its file's name says. */
export async function addPhotos(before: Placing, files: readonly File[]): Promise<Placing> {
  let { photos, targets } = before
  for (let start = 0; start < files.length; start += namesAtOnce) {
    const some = files.slice(start, start + namesAtOnce)
    const matched = await match(some.map(({ name }) => name))
    targets = withTargets(targets, matched.products)
    const added = some.flatMap((file, at) => {
      const told = matched.photos[at]
      return told === undefined
        ? []
        : { ...told, key: newKey(), file, url: URL.createObjectURL(file) }
    })
    photos = [...photos, ...added]
  }
  return { photos, targets }
}

/** Products by their names, each once. */
export function withTargets(before: readonly Target[], more: readonly Target[]): Target[] {
  const byId = new Map([...before, ...more].map((target) => [target.id, target]))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en-IN'))
}

/** The photos of a product in their order; those of null are on none. */
export function photosOn(photos: readonly Photo[], productId: string | null): Photo[] {
  return photos
    .filter((photo) => photo.productId === productId)
    .toSorted(
      (a, b) =>
        a.order - b.order || a.file.name.localeCompare(b.file.name, 'en', { numeric: true }),
    )
}

/** The photo goes on a product, behind those that are there; on none with null. */
export function placed(photos: readonly Photo[], key: string, productId: string | null): Photo[] {
  const moved = photos.find((photo) => photo.key === key)
  if (moved === undefined || moved.productId === productId) return [...photos]
  const last = photosOn(photos, productId).at(-1)?.order ?? -1
  return photos.map((photo) =>
    photo.key === key ? { ...photo, productId, order: last + 1, rivals: 0 } : photo,
  )
}

/** The photo becomes the first of its product. */
export function madeFirst(photos: readonly Photo[], key: string): Photo[] {
  const moved = photos.find((photo) => photo.key === key)
  const [first] = moved === undefined ? [] : photosOn(photos, moved.productId)
  return photos.map((photo) =>
    photo.key === key ? { ...photo, order: (first?.order ?? 0) - 1 } : photo,
  )
}
