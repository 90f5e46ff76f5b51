import type { DataDir } from '../data-dir.ts'
import type { Log } from '../log.ts'
import { askWorker } from './ask-worker.ts'
import { shownMissing, type MissingFile } from './manifest.ts'

/**
 * Makes the night's backup in a thread of its own, so that requests go on, and says so in the log; returns what is not in
 * it. Before the shop is set up there is nothing to keep. Throws what the backup throws. The caller holds the instance
 * lock. When the server stops meanwhile, the half-made backup goes with the next one.
 */
export async function makeNightlyBackup(
  { dir, organisation, log }: { dir: DataDir; organisation: string | undefined; log: Log },
  now: number,
  signal: AbortSignal,
): Promise<readonly MissingFile[]> {
  if (organisation === undefined) return []
  const input = { task: 'make', root: dir.root, organisation, madeBy: 'nightly', now } as const
  const { name, bytes, missing } = await askWorker(input, signal)
  log.info(`The nightly backup ${name} is made and checked (${bytes} bytes).`)
  for (const file of missing) log.warn(`It is incomplete: ${shownMissing(file)}.`)
  return missing
}
