import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { ScanExportDeps } from '../parts.ts'
import { findGeneration } from '../rename-rules/queries.ts'
import { duplicatesSetting } from '../settings.ts'
import { retentionMs } from './rules.ts'
import { countWaiting, listUsersWaiting } from './waiting-queries.ts'

/** Counts what a key would be handed now, and what waits for each user, as the unsynced list counts. */
export function countWaitingScans(
  { database, clock }: ScanExportDeps,
  key: { userId: string; allUsers: boolean },
): { seen: number; byUser: { id: string; waiting: number }[] } {
  const { read } = database
  return snapshot(read, () => {
    const selection = everything(read, clock.now())
    const countOf = (userId: string | undefined) =>
      countWaiting(read, { ...selection, userId }).waiting
    return {
      seen: countOf(key.allUsers ? undefined : key.userId),
      byUser: listUsersWaiting(read)
        .all({ from: selection.from })
        .map(({ id }) => ({ id, waiting: countOf(id) }))
        .filter(({ waiting }) => waiting > 0),
    }
  })
}

/** What a key would be handed now, and since when the oldest of it waits: ms since the epoch, null when nothing does. */
export function findWaitingForKey(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  key: { userId: string; allUsers: boolean },
): { waiting: number; since: number | null } {
  const { read } = database
  return snapshot(read, () => {
    const userId = key.allUsers ? undefined : key.userId
    const selection = { ...everything(read, clock.now()), userId }
    const { waiting, oldest } = countWaiting(read, selection)
    return { waiting, since: oldest }
  })
}

/** All that the unsynced list delivers. */
function everything(conn: Conn, now: number) {
  return {
    category: undefined,
    from: now - retentionMs,
    generation: findGeneration(conn),
    withSeller: readSetting(conn, duplicatesSetting) === 'invoice_no_and_seller',
  }
}
