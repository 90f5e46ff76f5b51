/** Images of a product. */
export const imagesMax = 20

/** By their sort order; an image without one has its place in the list, counted from `start`. */
export function inOrder<T extends { sortOrder: number | undefined }>(
  images: readonly T[],
  start = 0,
): (T & { sortOrder: number })[] {
  return images
    .map((image, place) => ({ ...image, sortOrder: image.sortOrder ?? start + place }))
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
}

/** One of a list in order moves to the front, the others behind it; the sort orders stay with the places. */
export function withFirst<T extends { sortOrder: number }>(images: readonly T[], first: T): T[] {
  const moved = [first, ...images.filter((image) => image !== first)]
  return moved.map((image, place) => ({
    ...image,
    sortOrder: images[place]?.sortOrder ?? image.sortOrder,
  }))
}
