import type { DataDir } from '../data-dir.ts'
import type { Log } from '../log.ts'
import { askWorker } from './ask-worker.ts'

/**
 * Makes the night's backup in a thread of its own, so that requests go on, and says so in the log. Before the shop is
 * set up there is nothing to keep. Throws what the backup throws. The caller holds the instance lock. When the server
 * stops meanwhile, the half-made backup goes with the next one.
 */
export async function makeNightlyBackup(
  { dir, organisation, log }: { dir: DataDir; organisation: string | undefined; log: Log },
  now: number,
  signal: AbortSignal,
): Promise<void> {
  if (organisation === undefined) return
  const wish = { task: 'make', root: dir.root, organisation, madeBy: 'nightly', now } as const
  const { name, bytes } = await askWorker(wish, signal)
  log.info(`The nightly backup ${name} is made and checked (${bytes} bytes).`)
}
