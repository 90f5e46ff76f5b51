import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import { signsReader } from '../scans/heads.ts'
import { mayBeSamePaper } from '../scans/rules.ts'
import { deliveryAt } from '../scans/waiting-queries.ts'
import { listCandidates, type Candidate } from './candidates.ts'

/*
 * Daybook asks about two scans when one waits, the other waits or was delivered, and
 * - one hides the other: same number, same user (the contract's rule); or
 * - both look like one paper, whoever uploaded them. They are of the same kind, and have the same file, or the same number
 *   and no sign of a different seller or day. Nothing holds these back: each user's key would fetch its own.
 */

type Deps = Pick<ScanExportDeps, 'names'>

type Likeness = Pick<Candidate, 'id' | 'otherId' | 'by' | 'category' | 'otherCategory'>

type ListDeps = Pick<ScanExportDeps, 'database' | 'clock' | 'names'>

/**
 * All pairs of one user's scans, or of all scans when `userId` is null. One pair for each scan in question, the oldest
 * first. Lets others work in between, because it may have to read thousands of documents.
 */
export async function listPairs(deps: ListDeps, userId: string | null): Promise<Candidate[]> {
  return await walkInTurns(findPairs(deps, userId))
}

/** Finds the same pairs in steps. Later steps see changes that others made meanwhile. A scan that is gone looks like no other. */
export function* findPairs(
  deps: ListDeps,
  userId: string | null,
): Generator<undefined, Candidate[]> {
  const { read } = deps.database
  const looksSame = looksReader(deps, read)
  const candidates = snapshot(read, () =>
    candidatesOf(read, { userId, id: null }, deps.clock.now()),
  )
  const found: Candidate[] = []
  for (const ofOne of Map.groupBy(candidates, ({ id }) => id).values()) {
    const pair = likeliest(ofOne, looksSame)
    if (pair !== undefined) found.push(pair)
    yield
  }
  return found.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
}

/** Whether a scan, as `conn` sees it, may still be the same paper as another, after all decisions so far. */
export function isInQuestion(deps: Deps, conn: Conn, id: string, now: number): boolean {
  return findPairOf(deps, conn, id, now)?.id === id
}

/**
 * The pair to ask about first, whoever uploaded the other scan. Prefers a pair in which this scan is in question to one in
 * which it is delivered in any case. Undefined when there is nothing to ask.
 */
export function findPairOf(deps: Deps, conn: Conn, id: string, now: number): Candidate | undefined {
  const candidates = candidatesOf(conn, { userId: null, id }, now)
  const looksSame = looksReader(deps, conn)
  const asked = candidates.filter((candidate) => candidate.id === id)
  return likeliest(asked, looksSame) ?? likeliest(candidates, looksSame)
}

function candidatesOf(
  conn: Conn,
  asked: { userId: string | null; id: string | null },
  now: number,
): Candidate[] {
  const { from: deliveredFrom, withSeller } = deliveryAt(conn, now)
  return listCandidates(conn, { ...asked, deliveredFrom }, withSeller)
}

/**
 * The oldest scan that looks like the same paper, same file first. Otherwise the scan that hides this one. A single pair
 * that hides needs no comparison.
 */
function likeliest(
  candidates: readonly Candidate[],
  looksSame: (candidate: Candidate) => boolean,
): Candidate | undefined {
  const [only, ...others] = candidates
  if (only?.isHidden === true && others.length === 0) return only
  const inOrder = candidates.toSorted(
    (a, b) => Number(isByFile(b)) - Number(isByFile(a)) || a.otherCreatedAt - b.otherCreatedAt,
  )
  return inOrder.find(looksSame) ?? inOrder.find(({ isHidden }) => isHidden)
}

function isByFile({ by }: Likeness): boolean {
  return by === 'file' || by === 'delivered file'
}

/** Whether two scans look like one paper. */
export function looksReader(deps: Deps, conn: Conn): (candidate: Likeness) => boolean {
  const signsOf = signsReader(conn, deps.names(conn).vendors)
  return (candidate) => {
    const { id, otherId, category, otherCategory } = candidate
    if (category !== otherCategory) return false
    if (isByFile(candidate)) return true
    const [a, b] = [signsOf(id), signsOf(otherId)]
    return a !== undefined && b !== undefined && mayBeSamePaper(a, b)
  }
}
