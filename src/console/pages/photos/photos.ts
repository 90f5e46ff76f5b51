import { api, ask } from '../../client.ts'
import { newKey } from '../../new-key.ts'

/** The most names in one call (the server's limit), and the most photos of a product. */
const namesAtOnce = 1_000
export const photosMax = 20

/** A product that gets photos. */
export type Target = Awaited<ReturnType<typeof match>>['products'][number]

/** A dropped photo, with a product or without a product yet. */
export type Photo = {
  key: string
  file: File
  /** The address of the photo in the browser. */
  url: string
  productId: string | null
  /** The photo with the smallest order is the first of its product. */
  order: number
  /** The number of products that the photo's name fits, if several fit. */
  rivals: number
}

export type Placing = { photos: Photo[]; targets: Target[] }

export const nothingPlaced: Placing = { photos: [], targets: [] }

function match(names: string[]) {
  return ask(api['product-photos'].match.post({ names }))
}

/** Adds photos. Each photo goes to the product that its file name says. */
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

/** The products sorted by name, each product once. */
export function withTargets(before: readonly Target[], more: readonly Target[]): Target[] {
  const byId = new Map([...before, ...more].map((target) => [target.id, target]))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en-IN'))
}

/** A product's photos in their order. Null gives the photos without a product. */
export function photosOn(photos: readonly Photo[], productId: string | null): Photo[] {
  return photos
    .filter((photo) => photo.productId === productId)
    .toSorted(
      (a, b) =>
        a.order - b.order || a.file.name.localeCompare(b.file.name, 'en', { numeric: true }),
    )
}

/** Moves the photo to a product, behind the product's other photos. Null takes the photo off its product. */
export function placed(photos: readonly Photo[], key: string, productId: string | null): Photo[] {
  const moved = photos.find((photo) => photo.key === key)
  if (moved === undefined || moved.productId === productId) return [...photos]
  const last = photosOn(photos, productId).at(-1)?.order ?? -1
  return photos.map((photo) =>
    photo.key === key ? { ...photo, productId, order: last + 1, rivals: 0 } : photo,
  )
}

/** Makes the photo the first of its product. */
export function madeFirst(photos: readonly Photo[], key: string): Photo[] {
  const moved = photos.find((photo) => photo.key === key)
  const [first] = moved === undefined ? [] : photosOn(photos, moved.productId)
  return photos.map((photo) =>
    photo.key === key ? { ...photo, order: (first?.order ?? 0) - 1 } : photo,
  )
}
