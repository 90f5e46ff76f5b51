import { jobs } from '../../../platform/jobs.ts'
import type { ChangeProgress } from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../deps.ts'

type Who = { userId: string; name: string }

/** A change of rules that this server works on. Without progress it waits for its turn. */
type ChangeUnderWay = {
  id: string
  by: Who
  /** What changes, in a few words. */
  what: string
  progress: ChangeProgress | null
}

export type ChangesUnderWay = {
  /** In the order in which they were asked for. */
  list(): ChangeUnderWay[]
  /** Does the work, and keeps note of it meanwhile. */
  run<T>(
    by: Who,
    what: string,
    work: (onProgress: (progress: ChangeProgress) => void) => Promise<T>,
  ): Promise<T>
}

export function changesUnderWay(deps: Pick<ConsoleDeps, 'clock' | 'log'>): ChangesUnderWay {
  const { run, underWay } = jobs<ChangeUnderWay>(deps)
  return {
    list: () => underWay().map(({ id, by, what, progress }) => ({ id, by, what, progress })),
    run: (by, what, work) =>
      run({ id: crypto.randomUUID(), by, what, progress: null }, (job) =>
        work((progress) => {
          job.progress = progress
        }),
      ),
  }
}
