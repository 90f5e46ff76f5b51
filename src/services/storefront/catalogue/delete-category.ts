import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { workOff } from '../../../platform/slices.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import { deleteUnusedImages } from '../images/delete-unused.ts'
import { releaseImage } from '../images/store-images.ts'
import type { StorefrontDeps } from '../parts.ts'
import { uncategorisedId } from '../uncategorised.ts'
import { deleteCategoryRow, moveProductsOut } from './category-queries.ts'
import { requireCategory } from './save-category.ts'

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
