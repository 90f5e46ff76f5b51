import type { Conn } from '../../../platform/db/connection.ts'
import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import {
  findCategoryBySlug,
  insertCategory,
  updateCategory,
  type CategoryRow,
  findCategory,
  listAllCategories,
  placeCategory,
  deleteCategoryRow,
  moveProductsOut,
} from './category-queries.ts'
import { fold, slugOf } from '../texts.ts'
import { readSlug, readSortOrder, readText } from './line-fields.ts'
import { exchangeImage, readImage, writePictured, type PictureInput } from './image.ts'
import { AppError } from '../../../platform/errors.ts'
import { deleteUnusedImages, releaseImage } from '../images/store-images.ts'
import { lastPlace, replaced, type Place } from './order.ts'
import { recordHistory } from '../history.ts'
import { workOff } from '../../../platform/turns.ts'
import { uncategorisedId } from '../tables.ts'
import { imageUrl } from '../images/image-refs.ts'

/** Length of a category's name, in characters. */
const nameCharactersMax = 200

/** What a line can say of a category. */
type CategoryFields = Pick<CategoryRow, 'name' | 'image' | 'sortOrder'>

/**
 * Creates the category of a line (`name`, `slug`, `sort_order`, `image_url`), or changes the one with its slug, which
 * the name makes when it is not given. What the line leaves out stays as it is. The built-in category is one like all.
 * Throws AppError `invalid_request` that names the field, having written nothing.
 */
export function storeCategory(
  conn: Conn,
  { store }: Pick<StorefrontDeps, 'store'>,
  line: JsonObject,
  now: number,
): 'created' | 'updated' | 'unchanged' {
  const name = readText(line, 'name', { min: 1, max: nameCharactersMax })
  const slug = readSlug(line, name)
  const before = findCategoryBySlug(conn).get({ slug })
  const image = readImage(line, store)
  const fields: CategoryFields = {
    name: name ?? before?.name ?? missingName(),
    image: (image === undefined ? before?.image : image) ?? null,
    sortOrder: readSortOrder(line) ?? before?.sortOrder ?? 0,
  }
  if (before !== undefined && isSameCategory(before, fields)) return 'unchanged'
  raiseCatalogueVersion(conn)
  const row = { ...fields, foldedName: fold(fields.name), now }
  if (before === undefined) insertCategory(conn).run({ ...row, id: newId(now), slug })
  else updateCategory(conn).run({ ...row, id: before.id })
  exchangeImage(conn, store, before?.image ?? null, fields.image)
  return before === undefined ? 'created' : 'updated'
}

function missingName(): never {
  throw notAllowed('name', `text of 1 to ${nameCharactersMax} characters`, undefined)
}

function isSameCategory(
  before: CategoryFields,
  { name, image, sortOrder }: CategoryFields,
): boolean {
  return before.name === name && before.image === image && before.sortOrder === sortOrder
}

type CategoryInput = {
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
    const place =
      id === undefined ? newCategoryPlace(conn, name) : { slug: requireCategory(conn, id).slug }
    storeCategory(conn, deps, { name, ...place, ...pictured }, deps.clock.now())
    return { id: id ?? findCategoryBySlug(conn).get({ slug: place.slug })?.id ?? '' }
  })
  if (image !== undefined) await deleteUnusedImages(deps)
  return saved
}

/** Throws AppError `not_found`. */
function requireCategory(conn: Conn, id: string) {
  const category = findCategory(conn).get({ id })
  if (category !== undefined) return category
  throw new AppError('not_found', 'There is no such category any more.')
}

function newCategoryPlace(conn: Conn, name: string) {
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

/** Moves a category beside another one. Throws AppError `not_found`. */
export async function moveCategory(
  { database, clock }: StorefrontDeps,
  id: string,
  to: Place,
): Promise<void> {
  await database.write((conn) => {
    const moved = replaced(listAllCategories(conn).all(), id, to)
    if (moved.length === 0) return
    raiseCatalogueVersion(conn)
    const now = clock.now()
    for (const row of moved) placeCategory(conn).run({ id: row.id, sortOrder: row.sortOrder, now })
  })
}

/** Products that one statement moves: each is written into three indexes. */
const movedAtOnce = 50

/**
 * Deletes a category, after its products moved to the built-in one: in transactions of a few milliseconds, so that what
 * is left when something stops it is a category with fewer products. `by` is the owner.
 * Throws AppError `not_found`, and `conflict` for the built-in category.
 */
export async function deleteCategory(
  deps: StorefrontDeps,
  id: string,
  by: string,
): Promise<{ moved: number }> {
  const { database, clock } = deps
  if (id === uncategorisedId) throw builtIn()
  let moved = 0
  for (let isGone = false; !isGone;) {
    const step = await database.write((conn) => deleteStep(conn, id, by, clock.now(), moved), {
      alone: true,
    })
    moved += step.moved
    isGone = step.isGone
  }
  await deleteUnusedImages(deps)
  return { moved }
}

/** Moves some of the products; with the last of them the category goes. */
function deleteStep(conn: Conn, id: string, by: string, now: number, before: number) {
  const category = requireCategory(conn, id)
  const version = raiseCatalogueVersion(conn)
  const values = { id, to: uncategorisedId, version, now, limit: movedAtOnce }
  let moved = 0
  const isEmpty = workOff(() => {
    const some = moveProductsOut(conn).all(values).length
    moved += some
    return some === movedAtOnce
  })
  if (!isEmpty) return { moved, isGone: false }
  deleteCategoryRow(conn).run({ id })
  if (category.image !== null) releaseImage(conn, category.image)
  const { name, slug } = category
  const details = { name, slug, products: before + moved }
  recordHistory(conn, now, { action: 'category deleted', userId: by, details })
  return { moved, isGone: true }
}

function builtIn(): AppError {
  return new AppError(
    'conflict',
    'This category cannot be deleted: products without another one are in it.',
  )
}

/** Every category, also the built-in one, as a line that can be imported; a stored image by its path here. */
export function exportCategories(conn: Conn): JsonObject[] {
  return listAllCategories(conn)
    .all()
    .map(({ slug, name, sortOrder, image }) => ({
      slug,
      name,
      sort_order: sortOrder,
      image_url: image === null ? null : imageUrl(image, ''),
    }))
}
