import type { Conn } from '../../../platform/db/connection.ts'
import type { RulesInForce } from '../rules-in-force.ts'
import { requeue } from './enqueue.ts'
import { findNarrowScan, listSettledAs, setSameAs, setSettled } from './queries.ts'

/*
 * Scans that are the same paper, as somebody said, form a tree: each names the one that is delivered in its place
 * (`sameAs`), and the one that names none stands for the paper. A decision sets one name, and taking it back removes it.
 */

/** Longer chains would take as many decisions about one paper. */
const chainMax = 1_000

/** Of a scan that is not settled. */
export const ofItsOwn = { sameAs: null, settledAt: null, settledBy: null }

/** Settles a scan as the same paper as another one: it leaves the queue. `by` is who said so. */
export function settleAs(
  conn: Conn,
  rules: RulesInForce,
  id: string,
  { sameAs, by, at }: { sameAs: string; by: string; at: number },
): void {
  setSettled(conn).run({ id, sameAs, settledAt: at, settledBy: by, syncedNo: null })
  requeue(conn, id, rules)
}

/** A settled scan stands for itself again: it waits. */
export function unsettle(conn: Conn, rules: RulesInForce, id: string): void {
  setSettled(conn).run({ ...ofItsOwn, id, syncedNo: null })
  requeue(conn, id, rules)
}

/** The scan that stands for the paper of one; undefined when it is gone, as it was delivered. */
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
 * Before a scan is deleted: no paper is lost with it. What was settled behind it is settled behind what it named itself; behind one
 * that was never delivered, the oldest takes its place and waits. What was delivered needs nobody in its place.
 */
export function handOnPaper(conn: Conn, rules: RulesInForce, id: string): void {
  const behind = listSettledAs(conn).all({ id })
  const gone = behind.length === 0 ? undefined : findNarrowScan(conn).get({ id })
  if (gone === undefined || (gone.sameAs === null && gone.syncedAt !== null)) return
  if (gone.sameAs === null) return letOldestStand(conn, rules, id)
  for (const copy of behind) setSameAs(conn).run({ id: copy.id, sameAs: gone.sameAs })
}

/** Of what was settled as the same paper as a scan that is not there the oldest waits, and stands for the others. */
export function letOldestStand(conn: Conn, rules: RulesInForce, id: string): void {
  const [oldest, ...others] = listSettledAs(conn).all({ id })
  if (oldest === undefined) return
  for (const copy of others) setSameAs(conn).run({ id: copy.id, sameAs: oldest.id })
  unsettle(conn, rules, oldest.id)
}
