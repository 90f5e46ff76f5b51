import { initialValues } from '../../../platform/record/read.ts'
import { asc, count, sql } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { insertInto, updateIn, findIn, deleteIn } from '../../../platform/db/statements.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { workOff } from '../../../platform/turns.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { deleteUnusedImages, releaseImage } from '../images/store-images.ts'
import { categories, products, uncategorisedId } from '../tables.ts'
import { fold } from '../texts.ts'
import {
  type DisplayKind,
  type Stored,
  exchangeImage,
  lineOf,
  missingTitle,
  readImage,
  readLine,
  requireDisplayed,
  slugOfTitle,
} from './display.ts'
import { categoryFields } from './record.ts'

/** The number of products that one statement moves. Each product is written into three indexes. */
const movedAtOnce = 50

export const categoryDisplay: DisplayKind = {
  noun: 'a category',
  titleField: 'name',
  actions: { created: 'category added', updated: 'category changed', moved: 'category moved' },
  list: (conn) =>
    listAllCategories(conn)
      .all()
      .map((category) => ({ ...category, title: category.name })),
  store: storeCategory,
  place: (conn, placed) => placeCategory(conn).run(placed),
}

/**
 * Creates the category of a line (`name`, `slug`, `sort_order`, `image_url`), or changes the category with its slug.
 * Without a slug, the name makes it. Omitted fields stay. The built-in category is no exception. Throws AppError
 * `invalid_request` that names the field, and then has written nothing.
 */
export function storeCategory(
  conn: Conn,
  { store }: Pick<StorefrontDeps, 'store'>,
  line: JsonObject,
  now: number,
): Stored {
  const values = readLine(categoryFields, line)
  const slug = values.slug ?? slugOfTitle(values.name)
  const given = readImage(line, store)
  const before = findCategoryBySlug(conn).get({ slug })
  const image = given === undefined ? (before?.image ?? null) : given
  const after = { ...initialValues(categoryFields), ...before, ...values, slug, image }
  if (after.name === '') throw missingTitle(categoryDisplay)
  if (isDeepStrictEqual(before, after)) return 'unchanged'
  raiseCatalogueVersion(conn)
  const row = { ...after, foldedName: fold(after.name), updatedAt: now }
  if (before === undefined) insertCategory(conn).run({ ...row, id: newId(now), createdAt: now })
  else updateCategory(conn).run({ ...row, id: before.id })
  exchangeImage(conn, store, before?.image ?? null, image)
  return before === undefined ? 'created' : 'updated'
}

/**
 * Moves a category's products to the built-in category, then deletes the category. The work is split into transactions
 * of a few milliseconds. If it is stopped, a category with fewer products remains. `by` is the owner. Throws AppError
 * `not_found`, and `conflict` for the built-in category.
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

/** Moves some of the products. Deletes the category with the last of them. */
function deleteStep(conn: Conn, id: string, by: string, now: number, before: number) {
  const category = requireDisplayed(listAllCategories(conn).all(), categoryDisplay, id)
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

/** Every category, including the built-in one. */
export function exportCategories(conn: Conn): JsonObject[] {
  return listAllCategories(conn)
    .all()
    .map((category) => lineOf(categoryFields, category))
}

export const findCategoryBySlug = findIn(categories, 'slug')

/** In display order. */
export const listAllCategories = query((conn) =>
  conn
    .select()
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.foldedName), asc(categories.id)),
)

/** The number of products in each category that has any, listed or not. */
export const countProductsByCategory = query((conn) =>
  conn
    .select({ categoryId: products.categoryId, isListed: products.isListed, n: count() })
    .from(products)
    .groupBy(products.categoryId, products.isListed),
)

const insertCategory = insertInto(categories)

const updateCategory = updateIn(categories, 'id', [
  'name',
  'foldedName',
  'image',
  'sortOrder',
  'updatedAt',
])

const placeCategory = updateIn(categories, 'id', ['sortOrder', 'updatedAt'])

const deleteCategoryRow = deleteIn(categories, 'id')

type Move = { to: string; version: number; now: number; id: string; limit: number }

/** Moves at most `limit` products from the category `id` to the category `to`. */
const moveProductsOut = query((conn, { to, version, now, id, limit }: Params<Move>) =>
  conn
    .update(products)
    .set({ categoryId: sql`${to}`, version: sql`${version}`, updatedAt: sql`${now}` })
    .where(
      sql`${products.seq} IN (SELECT ${products.seq} FROM ${products} WHERE ${products.categoryId} = ${id} LIMIT ${limit})`,
    )
    .returning({ seq: products.seq }),
)
