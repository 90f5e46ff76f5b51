import type { DataDir } from '../platform/disk/data-dir.ts'
import { problemOf } from '../platform/errors.ts'
import { settleRestore, undoRestore } from '../platform/backup/restore-journal.ts'
import { CannotListen } from '../platform/http/listening/listen.ts'
import { printError } from '../platform/print.ts'

/**
 * Opens a data directory in which a restore may have been interrupted. Undoes the restore if the restored book is not in force yet, or is
 * in force and cannot be opened. Then it opens the data from before. The caller must call `finishRestore` afterwards. Throws the errors
 * of `open`.
 */
export async function openRestored<T>(dir: DataDir, open: () => T | Promise<T>): Promise<T> {
  await settleRestore(dir)
  try {
    return await open()
  } catch (error) {
    if (error instanceof CannotListen || !(await undoRestore(dir))) throw error
    printError(
      `The restore in which this computer was stopped was taken back, and the data of before are in place: ${problemOf(error)}`,
    )
    return await open()
  }
}
