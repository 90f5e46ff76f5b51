import type { Database } from '../../src/platform/db/database.ts'
import { writeSetting } from '../../src/platform/settings.ts'
import { lastRunSetting } from '../../src/platform/upkeep/daily.ts'

/**
 * The nightly work, which would change things under a test: the built file does it some time after its start. All of it: each
 * job notes its run in the book, too.
 */
export const nightlyWork = [
  'held documents',
  'proposals',
  'retention',
  'leftovers',
  'scrub',
  'backup',
  'offsite',
  'old copies',
  'small images',
  'changes',
  'reserved space',
  'upkeep',
]

/** As if the server had done it before the test. */
export async function noteNight(database: Database): Promise<void> {
  const run = { at: Date.now(), ended: true }
  await database.write((conn) => {
    for (const name of nightlyWork) writeSetting(conn, lastRunSetting({ name }), run)
  })
}
