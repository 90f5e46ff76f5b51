import { keepEnded } from '../../accounts/revival.ts'
import { endSignIns, noteRestored } from '../../accounts/users/links.ts'
import type { RestoreDesk, Restore } from '../../platform/backup/restore-desk.ts'
import { restoreUnpacked, type Restored } from '../../platform/backup/restore-backup.ts'
import { undoRestore } from '../../platform/backup/restore-journal.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { PortTaken } from '../../platform/http/listening/listen.ts'
import type { Clock } from '../../platform/time.ts'
import type { RunningDaybook } from './start-server.ts'

/**
 * How long the server's own port may stay taken after a stop, and how often to try it, in milliseconds. Windows frees a port only with
 * its last connection.
 */
const heldMs = 30_000
const tryEveryMs = 250

type Serving = {
  dir: DataDir
  clock: Clock
  restores: RestoreDesk
  /** The running server. */
  daybook: RunningDaybook
  /** Starts the server again at the same address. */
  start(): Promise<RunningDaybook>
  /** Resolves when the server is asked to stop. */
  stopped: Promise<void>
}

/** Serves until it is asked to stop. When a backup is to replace the data, it stops, and starts again with the restored data. */
export async function serveOn(serving: Serving): Promise<void> {
  const { restores, stopped } = serving
  let { daybook } = serving
  for (;;) {
    const restore = await Promise.race([stopped, restores.asked()])
    await daybook.stop()
    if (restore === undefined) return
    daybook = await restoreAndStart(serving, restore)
  }
}

async function restoreAndStart(serving: Serving, restore: Restore): Promise<RunningDaybook> {
  const { dir, restores } = serving
  try {
    const restored = await takeOver(serving, restore)
    const daybook = await startPatiently(serving)
    restores.end(restore, { restored })
    return daybook
  } catch (error) {
    // The earlier data are complete. A shop must not stay closed because a backup cannot be served.
    await undoRestore(dir)
    restores.end(restore, { error })
    return await startPatiently(serving)
  }
}

async function takeOver({ dir, clock }: Serving, restore: Restore): Promise<Restored> {
  const { manifest, asker, revive } = restore
  if (manifest === null) throw new Error('A restore is put in place before it was read.')
  const now = clock.now()
  const by = 'owner' in asker ? asker.owner : undefined
  return await restoreUnpacked({
    dir,
    now,
    manifest,
    prepareDatabase(file) {
      endSignIns(file, now)
      keepEnded({ before: dir.database, restored: file }, { revive: new Set(revive) })
      noteRestored(file, manifest, { now, by })
    },
  })
}

async function startPatiently({ start }: Serving): Promise<RunningDaybook> {
  const giveUpAt = performance.now() + heldMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (!(error instanceof PortTaken) || performance.now() > giveUpAt) throw error
      await Bun.sleep(tryEveryMs)
    }
  }
}
