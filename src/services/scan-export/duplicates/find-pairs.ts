import { snapshot, query, type Conn, type Params } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import { currentData } from '../scans/current-data.ts'
import { canonicalSigns, mayBeSamePaper, type Signs } from '../scans/rules.ts'
import {
  comparedBy,
  deliveryAt,
  isBefore,
  waitingNow,
  type ComparedBy,
  type WaitingNow,
} from '../scans/waiting-queries.ts'
import { and, eq, isNotNull, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { differentPapers, documents, scans } from '../tables.ts'

/*
 * Daybook asks about two scans when one waits, the other waits or was delivered, and
 * - one hides the other: same number, same user (the contract's rule); or
 * - both look like one paper, whoever uploaded them. They are of the same kind, and have the same file, or the same number
 *   and no sign of a different seller or day. Nothing holds these back: each user's key would fetch its own.
 */

type Deps = Pick<ScanExportDeps, 'names' | 'rules'>

type Likeness = Pick<Candidate, 'id' | 'otherId' | 'by' | 'category' | 'otherCategory'>

type ListDeps = Pick<ScanExportDeps, 'database' | 'clock' | 'names' | 'rules'>

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
  const delivery = deliveryAt(conn, now)
  return listCandidates(conn, { ...asked, deliveredFrom: delivery.from }, comparedBy(delivery))
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

/** Whether two scans look like one paper. Reads each scan only once. */
export function looksReader(deps: Deps, conn: Conn): (candidate: Likeness) => boolean {
  const { vendors } = deps.names(conn)
  const known = new Map<string, Signs | undefined>()
  const signsOf = (id: string) => {
    if (known.has(id)) return known.get(id)
    const data = currentData(deps, conn, id)
    const signs = data && canonicalSigns(data, vendors)
    known.set(id, signs)
    return signs
  }
  return (candidate) => {
    const { id, otherId, category, otherCategory } = candidate
    if (category !== otherCategory) return false
    if (isByFile(candidate)) return true
    const [a, b] = [signsOf(id), signsOf(otherId)]
    return a !== undefined && b !== undefined && mayBeSamePaper(a, b)
  }
}

/** The most candidates to compare. If thousands of documents share a number, the number was read wrong, and nobody compares them. */
const candidatesMax = 10_000

/** Two scans that may be the same paper. The first waits. The other is older and waits too, or was delivered. */
export type Candidate = {
  id: string
  otherId: string
  /** What both share, the number or the file, and whether the other one was delivered. */
  by: 'number' | 'file' | 'delivered number' | 'delivered file'
  userId: string
  otherUserId: string
  category: string
  otherCategory: string
  createdAt: number
  otherCreatedAt: number
  /** Whether the other scan is older, belongs to the same user, and hides this scan while it waits. */
  isHidden: boolean
}

/** `userId`: only this user's scans; null for all users. `id`: only pairs with this scan; null for all pairs. */
type Asked = { userId: string | null; id: string | null; deliveredFrom: number }

/** Pairs of scans with the same number or the same file that nobody has called different. */
function listCandidates(conn: Conn, asked: Asked, by: ComparedBy): Candidate[] {
  const { number, file } = queriesBy[by]
  return [number, deliveredNumber, file].flatMap((list) =>
    list(conn).all({ ...asked, limit: candidatesMax }),
  )
}

type P = Params<Asked & { limit: number }>

const queriesBy = { number: buildQueries('number'), sellerNumber: buildQueries('sellerNumber') }

function buildQueries(hiddenBy: ComparedBy) {
  const hidden = (one: WaitingNow, other: WaitingNow, p: P) =>
    sql`(${one[hiddenBy]} IS NOT NULL AND ${one[hiddenBy]} = ${other[hiddenBy]}
      AND ${one.userId} = ${other.userId} AND ${other.createdAt} >= ${p.deliveredFrom})`
  return {
    number: query((conn, p: P) => {
      const [one, other] = [waitingNow(conn, 'one'), waitingNow(conn, 'other')]
      const isRepeated = sql`${one.invoiceNo} IN ${repeatedNumbers(p)}`
      return conn
        .select(columnsOf(one, other, other.scanId, 'number', hidden(one, other, p)))
        .from(one)
        .innerJoin(other, and(eq(other.invoiceNo, one.invoiceNo), isBefore(other, one)))
        .where(and(isRepeated, chosen(conn, p, one, other.scanId, other.userId)))
        .limit(p.limit)
    }),
    // One statement for waiting and delivered scans, because finding the files that came twice takes most of its time. CROSS JOIN keeps
    // SQLite from going through all delivered scans instead of these few.
    file: query((conn, p: P) => {
      const [one, other] = [waitingNow(conn, 'one'), waitingNow(conn, 'other')]
      const hasFile = and(eq(documents.hash, one.documentHash), eq(scans.documentId, documents.id))
      return conn
        .with(withRepeatedFile(conn, p))
        .select(columnsOf(one, other, other.scanId, 'file', hidden(one, other, p)))
        .from(sql`one`)
        .innerJoin(sql`one AS other`, eq(other.documentHash, one.documentHash))
        .where(and(isBefore(other, one), chosen(conn, p, one, other.scanId, other.userId)))
        .unionAll(
          conn
            .select(columnsOf(one, scans, scans.id, 'delivered file', sql`0`))
            .from(sql`one CROSS JOIN ${documents}`)
            .crossJoin(scans)
            .where(and(hasFile, wasDelivered, chosen(conn, p, one, scans.id, scans.userId))),
        )
        .limit(p.limit)
    }),
  }
}

const deliveredNumber = query((conn, p: P) => {
  const one = waitingNow(conn, 'one')
  return conn
    .select(columnsOf(one, scans, scans.id, 'delivered number', sql`0`))
    .from(one)
    .innerJoin(scans, and(eq(scans.syncedNo, one.invoiceNo), isNotNull(scans.syncedNo)))
    .where(
      and(
        sql`${one.invoiceNo} IN ${deliveredNumbers(p)}`,
        wasDelivered,
        chosen(conn, p, one, scans.id, scans.userId),
      ),
    )
    .limit(p.limit)
})

/** Copies are left out: their original is there, or was there. */
const wasDelivered = and(isNotNull(scans.syncedAt), isNull(scans.duplicateOf))

/** Written as SQL, because Drizzle knows the tables of a query by their names alone. */
function columnsOf(
  one: WaitingNow,
  other: WaitingNow | typeof scans,
  otherId: unknown,
  by: Candidate['by'],
  isHidden: SQL,
) {
  return {
    id: sql<string>`${one.scanId}`,
    otherId: sql<string>`${otherId}`,
    by: sql<Candidate['by']>`${by}`,
    userId: sql<string>`${one.userId}`,
    otherUserId: sql<string>`${other.userId}`,
    category: sql<string>`${one.category}`,
    otherCategory: sql<string>`${other.category}`,
    createdAt: sql<number>`${one.createdAt}`,
    otherCreatedAt: sql<number>`${other.createdAt}`,
    isHidden: isHidden.mapWith(Boolean),
  }
}

/*
 * Few numbers and files appear twice. Indexes find those, so that SQLite reads only these of 10,000 wide waiting rows. For
 * one scan, SQLite looks only at the number and the file of that scan.
 */

function repeatedNumbers({ id }: P): SQL {
  return sql`(SELECT invoice_no FROM waiting_scans
    WHERE invoice_no > '' AND (${id} IS NULL OR invoice_no = ${numberOf(id)})
    GROUP BY invoice_no HAVING count(*) > 1)`
}

/** Numbers of waiting scans that a delivered scan has too. */
function deliveredNumbers({ id }: P): SQL {
  return sql`(SELECT invoice_no FROM waiting_scans AS w
    WHERE invoice_no > '' AND (${id} IS NULL OR invoice_no = ${numberOf(id)})
      AND EXISTS (SELECT 1 FROM scans AS s WHERE s.synced_no = w.invoice_no))`
}

function numberOf(id: P['id']): SQL {
  return sql`coalesce((SELECT invoice_no FROM waiting_scans WHERE scan_id = ${id}),
    (SELECT synced_no FROM scans WHERE id = ${id}))`
}

/** The waiting scans whose file came more than once. The limit makes SQLite find them once, for both sides of a pair. */
function withRepeatedFile(conn: Conn, { id, limit }: P) {
  const now = waitingNow(conn, 'now')
  const { data: _data, ...narrow } = now._.selectedFields
  const fileOf = sql`(SELECT hash FROM documents WHERE id = (SELECT document_id FROM scans WHERE id = ${id}))`
  const repeated = sql`(SELECT s.id FROM documents AS d JOIN scans AS s ON s.document_id = d.id
    WHERE d.hash IN (SELECT hash FROM documents WHERE ${id} IS NULL OR hash = ${fileOf} GROUP BY hash HAVING count(*) > 1))`
  const found = conn
    .select(narrow)
    .from(now)
    .where(sql`${now.scanId} IN ${repeated}`)
    .limit(limit)
  return conn.$with('one').as(found)
}

function chosen(
  conn: Conn,
  { userId, id }: P,
  one: WaitingNow,
  otherId: WaitingNow['scanId'] | typeof scans.id,
  otherUser: WaitingNow['userId'] | typeof scans.userId,
): SQL | undefined {
  const { scanId, otherId: toldId } = differentPapers
  const told = conn
    .select({ one: sql`1` })
    .from(differentPapers)
    .where(
      or(
        and(eq(scanId, one.scanId), eq(toldId, otherId)),
        and(eq(scanId, otherId), eq(toldId, one.scanId)),
      ),
    )
  return and(
    ne(otherId, one.scanId),
    sql`(${userId} IS NULL OR (+${one.userId} = ${userId} AND +${otherUser} = ${userId}))`,
    sql`(${id} IS NULL OR ${one.scanId} = ${id} OR ${otherId} = ${id})`,
    sql`NOT EXISTS ${told}`,
  )
}
