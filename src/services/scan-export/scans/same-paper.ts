import type { Conn } from '../../../platform/db/connection.ts'
import type { RulesInForce } from '../rules-in-force.ts'
import { requeue } from './enqueue.ts'
import { findNarrowScan, listSettledAs, setSameAs, setSettled } from './queries.ts'

/*
 * Scans of the same paper form a tree. Each names the scan that is delivered in its place (`sameAs`). The scan without `sameAs` stands for
 * the paper. A decision sets one `sameAs`, and taking the decision back removes it.
 */

/** A longer chain would need as many decisions about one paper. */
const chainMax = 1_000

/** Columns of a scan that is not settled. */
export const ofItsOwn = { sameAs: null, settledAt: null, settledBy: null }

/** Settles a scan as the same paper as another, so that it leaves the queue. `by`: who decided. */
export function settleAs(
  conn: Conn,
  rules: RulesInForce,
  id: string,
  { sameAs, by, at }: { sameAs: string; by: string; at: number },
): void {
  setSettled(conn).run({ id, sameAs, settledAt: at, settledBy: by, syncedNo: null })
  requeue(conn, id, rules)
}

/** Unsettles a scan, so that it waits again. */
export function unsettle(conn: Conn, rules: RulesInForce, id: string): void {
  setSettled(conn).run({ ...ofItsOwn, id, syncedNo: null })
  requeue(conn, id, rules)
}

/** The scan that stands for a scan's paper. Undefined when that scan was delivered and deleted. */
export function findStandingFor(conn: Conn, id: string) {
  let standing = { id, scan: findNarrowScan(conn).get({ id }) }
  for (let steps = 0; steps < chainMax; steps++) {
    const { scan } = standing
    if (scan === undefined) return undefined
    if (scan.sameAs === null) return { ...scan, id: standing.id }
    standing = { id: scan.sameAs, scan: findNarrowScan(conn).get({ id: scan.sameAs }) }
  }
  throw new Error(`What ${id} is the same paper as has no end.`)
}

/**
 * Runs before a scan is deleted, so that no paper is lost. Scans settled behind it move to the scan that it names. If it names none and was
 * never delivered, the oldest of them takes its place and waits. A delivered scan needs no successor.
 */
export function handOnPaper(conn: Conn, rules: RulesInForce, id: string): void {
  const behind = listSettledAs(conn).all({ id })
  const gone = behind.length === 0 ? undefined : findNarrowScan(conn).get({ id })
  if (gone === undefined || (gone.sameAs === null && gone.syncedAt !== null)) return
  if (gone.sameAs === null) return letOldestStand(conn, rules, id)
  for (const copy of behind) setSameAs(conn).run({ id: copy.id, sameAs: gone.sameAs })
}

/** Of the scans settled behind a scan that does not exist, the oldest waits and stands for the others. */
export function letOldestStand(conn: Conn, rules: RulesInForce, id: string): void {
  const [oldest, ...others] = listSettledAs(conn).all({ id })
  if (oldest === undefined) return
  for (const copy of others) setSameAs(conn).run({ id: copy.id, sameAs: oldest.id })
  unsettle(conn, rules, oldest.id)
}
