import type { ChangeProgress } from '../../../services/scan-export/service.ts'

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
  /** In the order in which they were wished. */
  list(): ChangeUnderWay[]
  /** Does the work, and keeps note of it meanwhile. */
  run<T>(
    by: Who,
    what: string,
    work: (onProgress: (progress: ChangeProgress) => void) => Promise<T>,
  ): Promise<T>
}

/** The changes under way are no part of the database: what a stopped server was at is over. */
export function changesUnderWay(): ChangesUnderWay {
  const changes = new Map<string, ChangeUnderWay>()
  return {
    list: () => [...changes.values()],
    async run(by, what, work) {
      const change: ChangeUnderWay = { id: crypto.randomUUID(), by, what, progress: null }
      changes.set(change.id, change)
      try {
        return await work((progress) => {
          change.progress = progress
        })
      } finally {
        changes.delete(change.id)
      }
    },
  }
}
