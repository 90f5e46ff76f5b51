import { jobs } from '../../../../platform/jobs.ts'
import type { ChangeProgress } from '../../../../services/scan-export/rename-rules/change-rules.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import type { Session } from '../../../api/guard.ts'

/** A change of rules in progress. Without `progress` it waits for its turn. */
type ChangeUnderWay = {
  id: string
  by: Pick<Session, 'userId' | 'name'>
  /** The change in a few words. */
  what: string
  progress: ChangeProgress | null
}

export type ChangesUnderWay = ReturnType<typeof changesUnderWay>

export function changesUnderWay(deps: Pick<ConsoleDeps, 'clock' | 'log'>) {
  const { run, underWay } = jobs<ChangeUnderWay>(deps)
  return {
    /** In the order of the requests. */
    list: (): ChangeUnderWay[] =>
      underWay().map(({ id, by, what, progress }) => ({ id, by, what, progress })),
    /** Does the work and records its progress. */
    run: <T>(
      { userId, name }: Session,
      what: string,
      work: (onProgress: (progress: ChangeProgress) => void) => Promise<T>,
    ): Promise<T> =>
      run({ id: crypto.randomUUID(), by: { userId, name }, what, progress: null }, (job) =>
        work((progress) => {
          job.progress = progress
        }),
      ),
  }
}
