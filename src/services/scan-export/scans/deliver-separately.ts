import { AppError } from '../../../platform/errors.ts'
import type { ScanExportParts } from '../parts.ts'
import { requeue } from './enqueue.ts'
import { requireScan, setDeliverSeparately } from './queries.ts'

/**
 * A scan that is hidden behind an older one with its number is another paper after all: it is delivered beside it, and
 * marking the older one no longer settles it. Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function deliverSeparately(
  { book, rules }: Pick<ScanExportParts, 'book' | 'rules'>,
  id: string,
): Promise<void> {
  await book.write((conn) => {
    const scan = requireScan(conn, id)
    if (scan.syncedAt !== null) {
      throw new AppError(
        'conflict',
        `${scan.filename} was acknowledged already: put it back first, then deliver it separately.`,
      )
    }
    setDeliverSeparately(conn).run({ id })
    requeue(conn, id, rules(conn))
  })
}
