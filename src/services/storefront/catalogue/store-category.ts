import type { Conn } from '../../../platform/db/connection.ts'
import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../parts.ts'
import {
  findCategoryBySlug,
  insertCategory,
  updateCategory,
  type CategoryRow,
} from './category-queries.ts'
import { fold } from './fold.ts'
import { readSlug, readSortOrder, readText } from './line-fields.ts'
import { exchangeImage, readImage } from './line-image.ts'

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
  if (before !== undefined && isSame(before, fields)) return 'unchanged'
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

function isSame(before: CategoryFields, { name, image, sortOrder }: CategoryFields): boolean {
  return before.name === name && before.image === image && before.sortOrder === sortOrder
}
