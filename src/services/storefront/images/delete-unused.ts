import { AppError, hasCode } from '../../../platform/errors.ts'
import { deleteMarked } from '../../../platform/files/file-rows.ts'
import type { StorefrontDeps } from '../parts.ts'

/** Files that one act takes at most. */
const filesPerBatch = 20

/** What a file system says of a file that another program holds open. */
const heldOpen = ['EBUSY', 'EPERM', 'EACCES']

/**
 * Takes the files that were marked for deletion, after the act that marked them. An image that was linked again
 * meanwhile is not marked any more. What cannot go now goes at night: what was written stays acknowledged.
 */
export async function deleteUnusedImages({
  database,
  store,
}: Pick<StorefrontDeps, 'database' | 'store'>): Promise<void> {
  try {
    for (let files = 1; files > 0;) {
      files = (
        await database.write((conn) => deleteMarked(conn, store, filesPerBatch), { alone: true })
      ).files
    }
  } catch (error) {
    if (!(error instanceof AppError) && !hasCode(error, heldOpen)) throw error
  }
}
