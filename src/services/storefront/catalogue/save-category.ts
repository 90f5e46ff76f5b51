import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { deleteUnusedImages } from '../images/delete-unused.ts'
import type { StorefrontDeps } from '../parts.ts'
import { slugOf } from '../slugs.ts'
import { findCategory, findCategoryBySlug, listAllCategories } from './category-queries.ts'
import { lastPlace } from './display-order.ts'
import { writePictured, type PictureInput } from './picture.ts'
import { storeCategory } from './store-category.ts'

export type CategoryInput = {
  /** Undefined for a new one, which comes behind all others. */
  id: string | undefined
  name: string
  image: PictureInput
}

/**
 * Creates a category, whose slug its name makes, or changes the one with an id, whose slug stays.
 * Throws AppError `not_found`, `conflict` and `invalid_request`, the last two with the field.
 */
export async function saveCategory(
  deps: StorefrontDeps,
  { id, name, image }: CategoryInput,
): Promise<{ id: string }> {
  const saved = await writePictured(deps, image, (conn, pictured) => {
    const place = id === undefined ? newPlace(conn, name) : { slug: requireCategory(conn, id).slug }
    storeCategory(conn, deps, { name, ...place, ...pictured }, deps.clock.now())
    return { id: id ?? findCategoryBySlug(conn).get({ slug: place.slug })?.id ?? '' }
  })
  if (image !== undefined) await deleteUnusedImages(deps)
  return saved
}

/** Throws AppError `not_found`. */
export function requireCategory(conn: Conn, id: string) {
  const category = findCategory(conn).get({ id })
  if (category !== undefined) return category
  throw new AppError('not_found', 'There is no such category any more.')
}

function newPlace(conn: Conn, name: string) {
  const slug = slugOf(name)
  if (slug === '') {
    throw new AppError('invalid_request', 'The name needs a letter or a digit.', { field: 'name' })
  }
  const holder = findCategoryBySlug(conn).get({ slug })
  if (holder !== undefined) {
    throw new AppError('conflict', `There is a category “${holder.name}” already.`, {
      field: 'name',
    })
  }
  return { slug, sort_order: lastPlace(listAllCategories(conn).all()) }
}
