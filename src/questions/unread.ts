import { problems } from '../reader/pages/problems.ts'
import { AppError } from '../platform/errors.ts'
import { findScans, queueOf, type ListedScan } from '../services/scan-export/overview/list-scans.ts'
import { findScanFile, mayReadScan } from '../services/scan-export/overview/show-scan.ts'
import { retryScan } from '../services/scan-export/scans/change-scan.ts'
import { removal, subjectOf } from './documents.ts'
import { paperOf } from './evidence.ts'
import {
  documentsOf,
  aboutFirst,
  type Answer,
  type OpenQuestion,
  type QuestionDeps,
  type QuestionOwner,
} from './question.ts'

const lockedReasons = new Set<string | null>([problems.password, problems['wrong password']])

/** Whether a password would solve why a document was not read. */
export function asksForPassword(reason: string | null): boolean {
  return lockedReasons.has(reason)
}

/** Papers that nobody has read: they are typed in, read again, or opened with a password. */
export const unread: QuestionOwner = {
  kind: 'unread',
  isFor: ({ role, isClerk }) => role === 'owner' || isClerk,
  find(deps, asker, { first, limit }) {
    const queue = queueOf(deps.scanExport, documentsOf(asker))
    const held = new Set(queue.held)
    const ids = queue.ids.filter((id) => !held.has(id))
    const inOrder = aboutFirst(ids, first, (id) => id)
    const scans = findScans(deps.scanExport, inOrder.slice(0, limit))
    const open = scans.map((scan) => unreadOf(deps, asker.userId, scan))
    return Promise.resolve({ open, total: queue.total - queue.toCheck })
  },
}

function unreadOf(deps: QuestionDeps, by: string, scan: ListedScan): OpenQuestion {
  const { id, failureReason } = scan
  const mayRead = mayReadScan(deps.scanExport, id)
  const isLocked = asksForPassword(failureReason)
  return {
    question: {
      id: `unread ${id} ${failureReason ?? ''}`,
      kind: 'unread',
      subject: subjectOf(scan),
      asks: {
        code: isLocked ? 'locked' : scan.status === 'failed' ? 'unread' : 'untyped',
        values: { filename: scan.filename },
      },
      because: failureReason === null ? [] : [failureReason],
      evidence: {
        type: 'paper',
        paper: paperOf(scan, findScanFile(deps.scanExport, id)),
        spot: null,
        place: 'head',
        values: [],
      },
      proposals: [
        ...(isLocked ? [] : [{ id: 'type', name: '', note: '' }]),
        ...(mayRead && !isLocked ? [{ id: 'read', name: '', note: '' }] : []),
        ...(isLocked ? [{ id: 'type', name: '', note: '' }] : []),
      ],
      answers: isLocked ? ['typed', 'remove'] : ['remove'],
    },
    answer: (given) => answered(deps, by, { id, isLocked }, given),
  }
}

async function answered(
  deps: QuestionDeps,
  by: string,
  { id, isLocked }: { id: string; isLocked: boolean },
  { choice, text }: Answer,
): Promise<null> {
  if (choice === 'remove') return await removal(deps, id, by)
  if (choice === 'typed' && isLocked) return await unlock(deps, id, { password: text, by })
  if (choice !== 'read') {
    throw new AppError('invalid_request', 'Open the paper and type in what it says.', {
      field: 'choice',
    })
  }
  await retryScan(deps.scanExport, id, by)
  return null
}

/** The password, who gives it, and whether it is tried on the same user's later files. */
type Unlocking = { password: string; by: string; keep?: boolean }

/**
 * Gives the password before the document is queued, because the document would be read without it. If the retry is refused, the password
 * is taken back.
 */
export async function unlock(
  { scanExport, passwords }: Pick<QuestionDeps, 'scanExport' | 'passwords'>,
  id: string,
  { password, by, keep = false }: Unlocking,
): Promise<null> {
  const file = findScanFile(scanExport, id)
  if (file !== undefined) passwords.give(file, password, keep ? by : undefined)
  try {
    await retryScan(scanExport, id, by)
  } catch (error) {
    if (file !== undefined) passwords.takeBack(file, password)
    throw error
  }
  return null
}
