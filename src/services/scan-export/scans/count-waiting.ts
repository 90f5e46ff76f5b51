import { snapshot } from '../../../platform/db/connection.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { ScanExportParts } from '../parts.ts'
import { findGeneration } from '../rename-rules/queries.ts'
import { duplicatesSetting } from '../settings.ts'
import { retentionMs } from './rules.ts'
import { countWaiting, listUsersWaiting } from './waiting-queries.ts'

/** Counts what a key would be handed now, and what waits for each user, as the unsynced list counts. */
export function countWaitingScans(
  { book, clock }: ScanExportParts,
  key: { userId: string; allUsers: boolean },
): { seen: number; byUser: { id: string; waiting: number }[] } {
  const { read } = book
  return snapshot(read, () => {
    const selection = {
      category: undefined,
      from: clock.now() - retentionMs,
      generation: findGeneration(read),
      withSeller: readSetting(read, duplicatesSetting) === 'invoice_no_and_seller',
    }
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
