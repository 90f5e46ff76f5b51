import { problemOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { sleep } from '../../platform/sleep.ts'
import { waitAfter } from '../run.ts'
import { writeAndReport } from './report-files.ts'
import type { FolderDeps, Written } from './write-waiting.ts'

/** How a round ended: what was written, or why nothing could be. */
export type FilesEnded = Written | { problem: string }

type RunOptions = {
  /** Between two rounds, in milliseconds. */
  everyMs: number
  signal: AbortSignal
  onRound(ended: FilesEnded): void
}

/** Writes what waits until it is told to stop. What could not be written is tried again, later each time that it fails. */
export async function runFolder(
  deps: FolderDeps & { log: Log },
  { everyMs, signal, onRound }: RunOptions,
): Promise<void> {
  let failed = 0
  while (!signal.aborted) {
    const ended = await writeOnce(deps)
    failed = 'problem' in ended ? failed + 1 : 0
    onRound(ended)
    await sleep(waitAfter(everyMs, failed), signal)
  }
}

async function writeOnce(deps: FolderDeps & { log: Log }): Promise<FilesEnded> {
  try {
    return await writeAndReport(deps)
  } catch (error) {
    deps.log.warn('What waits could not be written to a file.', { error })
    return { problem: problemOf(error) }
  }
}
