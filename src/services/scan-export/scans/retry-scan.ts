import { AppError } from '../../../platform/errors.ts'
import type { ScanExportParts } from '../parts.ts'
import { requireScan, setPending } from './queries.ts'

/** A failed scan is to be read again. One that is pending stays so. Throws AppError `not_found`, `conflict`. */
export async function retryScan(
  { book }: Pick<ScanExportParts, 'book'>,
  id: string,
): Promise<void> {
  await book.write((conn) => {
    const scan = requireScan(conn, id)
    if (scan.status === 'successful') {
      throw new AppError('conflict', `${scan.filename} was read: there is nothing to try again.`)
    }
    setPending(conn).run({ id })
  })
}
