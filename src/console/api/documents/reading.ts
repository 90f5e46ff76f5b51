import { Elysia } from 'elysia'
import {
  countJobs,
  findScanOwner,
  retryScan,
  splitScan,
} from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { idParameter } from '../fields.ts'
import { forClerks, sessionOf, type Session } from '../guard.ts'
import { requireVisible } from './visible.ts'

/** Daybook's own reading of documents: how far it is, once more, and a file that holds several. */
export function readerRoutes(deps: ConsoleDeps) {
  const { scanExport } = deps
  return new Elysia()
    .get(
      '/api/documents/reading',
      ({ request }) => shownReading(deps, sessionOf(request)),
      forClerks,
    )
    .post(
      '/api/documents/:id/retry',
      async ({ request, params: { id } }) => {
        const { userId } = requireVisible(deps, request, id)
        await retryScan(scanExport, id, userId)
        return { id }
      },
      { ...idParameter, ...forClerks },
    )
    .post(
      '/api/documents/:id/split',
      async ({ request, params: { id } }) => {
        const { userId } = requireVisible(deps, request, id)
        return { id, others: await splitScan(scanExport, id, userId) }
      },
      { ...idParameter, ...forClerks },
    )
}

/**
 * How many documents wait to be read, those under way included, and how long that takes, in seconds; null before the
 * first was read. Which ones are under way a clerk is told of the own ones.
 */
function shownReading({ database, scanExport, reader }: ConsoleDeps, { role, userId }: Session) {
  const waiting = countJobs(database.read)
  const each = reader.secondsEach()
  const isOpen = (id: string) => role === 'owner' || findScanOwner(scanExport, id) === userId
  return {
    waiting,
    secondsLeft: each === null ? null : Math.ceil(each * waiting),
    underWay: [...reader.underWay()]
      .filter(([id]) => isOpen(id))
      .map(([id, { page, pages }]) => ({ id, page, pages })),
  }
}
