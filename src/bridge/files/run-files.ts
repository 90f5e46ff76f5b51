import { problemOf } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import { sleep } from '../../platform/sleep.ts'
import { waitAfter } from '../run.ts'
import { writeAndReport } from './report-files.ts'
import type { FolderDeps, Written } from './write-waiting.ts'

/** How a round ended: what it wrote, or why it could write nothing. */
export type FilesEnded = Written | { problem: string }

type RunOptions = {
  /** Milliseconds between two rounds. */
  everyMs: number
  signal: AbortSignal
  onRound(ended: FilesEnded): void
}

/** Writes what waits until the signal stops it. After a failure it tries again, with a longer wait each time. */
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
