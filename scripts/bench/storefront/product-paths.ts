import { categoryCount, categorySlug, slugOf, isListed } from './products.ts'
import { mixed } from './product-texts.ts'

const sorts = ['newest', 'oldest', 'price_asc', 'price_desc', 'name_asc']

const pageRows = 20

/** The offsets of the requests: the first pages of all products and of each category. */
const offsetsBelow = 1_000
const categoryOffsetsBelow = 320

/**
 * More than 2,000 pages with different categories, sorts and offsets. So many that the server's kept answers are gone before
 * a page is requested again. The paths are the same for a shop of any size.
 */
export function pagePaths(): string[] {
  const pages = offsetsTo(offsetsBelow).flatMap((offset) => withSorts(`offset=${offset}`))
  const slugs = Array.from({ length: categoryCount }, (_, index) => categorySlug(index))
  const inCategories = slugs.flatMap((slug) =>
    offsetsTo(categoryOffsetsBelow).flatMap((offset) =>
      withSorts(`category=${slug}&offset=${offset}`),
    ),
  )
  return shuffled([...pages, ...inCategories])
}

/** The pages around an offset, each once. */
export function farPaths(offset: number, count: number): string[] {
  const perSort = Math.ceil(count / sorts.length)
  return Array.from({ length: perSort }, (_, at) => offset + at * pageRows).flatMap((at) =>
    withSorts(`offset=${at}`),
  )
}

export function withSorts(query: string): string[] {
  return sorts.map((sort) => `?${query}&limit=${pageRows}&sort=${sort}`)
}

/** Every listed product of a shop, by its slug. */
export function productPaths(products: number): string[] {
  const listed = Array.from({ length: products }, (_, index) => index).filter(isListed)
  return shuffled(listed.map((index) => `/${encodeURIComponent(slugOf(index))}`))
}

/** Shuffled, in the same way in every run. */
export function shuffled<T>(values: readonly T[]): T[] {
  return values
    .map((value, index) => ({ value, key: mixed(index, 301) }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value)
}

function offsetsTo(end: number): number[] {
  return Array.from({ length: end / pageRows }, (_, page) => page * pageRows)
}
