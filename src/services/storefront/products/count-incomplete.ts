import type { StorefrontDeps } from '../parts.ts'
import { countWithoutImage, countWithoutPrice } from './incomplete-queries.ts'

/** Products that are shown in the shop and should not be as they are: without a price (also of a variant), or without an image. */
export function countIncompleteProducts({ database }: Pick<StorefrontDeps, 'database'>): {
  withoutPrice: number
  withoutImage: number
} {
  return {
    withoutPrice: countWithoutPrice(database.read).get()?.n ?? 0,
    withoutImage: countWithoutImage(database.read).get()?.n ?? 0,
  }
}
