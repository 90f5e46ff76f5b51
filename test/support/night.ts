import type { Database } from '../../src/platform/db/database.ts'
import { writeSetting } from '../../src/platform/settings.ts'
import { dailyHourSetting, lastRunSetting } from '../../src/platform/upkeep/daily.ts'

/**
 * The nightly work, which would change things under a test: the built file does it some time after its start. All of it: each
 * job notes its run in the book, too.
 */
export const nightlyWork = [
  'held documents',
  'proposals',
  'heads of bills',
  'archive',
  'retention',
  'leftovers',
  'scrub',
  'backup',
  'offsite',
  'old copies',
  'copy for tests',
  'small images',
  'changes',
  'reserved space',
  'upkeep',
]

/** As if the server had done it before the test; the next night begins in 23 hours at the soonest, whatever time it is. */
export async function noteNight(database: Database): Promise<void> {
  const now = new Date()
  const run = { at: now.getTime(), ended: true }
  await database.write((conn) => {
    writeSetting(conn, dailyHourSetting, now.getHours())
    for (const name of nightlyWork) writeSetting(conn, lastRunSetting({ name }), run)
  })
}
