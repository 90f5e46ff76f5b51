import { Elysia } from 'elysia'
import { AppError } from '../../../../platform/errors.ts'
import {
  countJobs,
  countJobsOf,
  listJobs,
} from '../../../../services/scan-export/scans/reading-rows.ts'
import { findScanFile, findScanOwner } from '../../../../services/scan-export/overview/show-scan.ts'
import { joinScans } from '../../../../services/scan-export/intake/join-scans.ts'
import { retryScan } from '../../../../services/scan-export/scans/change-scan.ts'
import { splitScan } from '../../../../services/scan-export/reading/jobs/split-scan.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { idParameter } from '../../../api/fields.ts'
import { forClerks, sessionOf, type Session } from '../../../api/guard.ts'
import { joinBody, passwordBody } from './schemas.ts'
import { requireVisible } from './visible.ts'

/** Daybook's own reading of documents: progress, another try, and files with several documents. */
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
      '/api/documents/:id/password',
      async ({ request, params: { id }, body: { password, keep = false } }) => {
        const { userId, role } = requireVisible(deps, request, id)
        if (keep && role !== 'owner') {
          throw new AppError('forbidden', 'Only owners decide which passwords are kept.')
        }
        await unlock(deps, id, { password, by: userId, keep })
        return { id }
      },
      { ...idParameter, body: passwordBody, ...forClerks },
    )
    .post(
      '/api/documents/join',
      async ({ request, body: { ids } }) => {
        for (const id of ids) requireVisible(deps, request, id)
        return { id: await joinScans(scanExport, ids, sessionOf(request).userId) }
      },
      { body: joinBody, ...forClerks },
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

type Unlocking = { password: string; by: string; keep: boolean }

/**
 * Gives the password before the document is queued, because the document would be read without it. If the retry is
 * refused, the password is taken back.
 */
async function unlock(
  { scanExport, passwords }: ConsoleDeps,
  id: string,
  { password, by, keep }: Unlocking,
): Promise<void> {
  const file = findScanFile(scanExport, id)
  if (file !== undefined) passwords.give(file, password, keep ? by : undefined)
  try {
    await retryScan(scanExport, id, by)
  } catch (error) {
    if (file !== undefined) passwords.takeBack(file, password)
    throw error
  }
}

/** The most documents whose place in the queue a page shows: more than anybody adds in a morning. */
const queueMax = 500

/**
 * The number of documents that wait to be read or are being read, how many of them the user may see (`own`), and the
 * remaining seconds (null before the first was read). `queue` has the places, from 1, of the first documents that the
 * user may see. A clerk sees only their own documents among those under way and those put off.
 */
function shownReading({ database, scanExport, reader }: ConsoleDeps, { role, userId }: Session) {
  const { read } = database
  const isOwner = role === 'owner'
  const waiting = countJobs(read)
  const each = reader.secondsEach()
  const isOpen = (id: string) => isOwner || findScanOwner(scanExport, id) === userId
  return {
    waiting,
    own: isOwner ? waiting : (countJobsOf(read).get({ userId })?.n ?? 0),
    secondsLeft: each === null ? null : Math.ceil(each * waiting),
    queue: listJobs(read).all({ userId: isOwner ? null : userId, limit: queueMax }),
    underWay: [...reader.underWay()]
      .filter(([id]) => isOpen(id))
      .map(([id, { page, pages }]) => ({ id, page, pages })),
    putOff: [...reader.putOff()]
      .filter(([id]) => isOpen(id))
      .map(([id, { reason }]) => ({ id, reason })),
  }
}
