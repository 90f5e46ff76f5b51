import type { Database } from '../../../platform/db/database.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { findRuleState, findRuleVersion } from '../rules-in-force.ts'
import { setRuleState } from './queries.ts'

/** How often a waiting change looks whether the change before it has ended, in milliseconds. */
const askEveryMs = 50

/** Waits until no other change is being prepared. A change that has not ended after `abandonedAfterMs` counts as interrupted. */
export async function beginChange(
  database: Database,
  changeId: string,
  abandonedAfterMs: number,
): Promise<void> {
  let other = findChange(database.read)
  let since = performance.now()
  for (;;) {
    const abandoned = performance.now() - since >= abandonedAfterMs ? other : null
    if (await database.write((conn) => takeTurn(conn, changeId, abandoned))) break
    await Bun.sleep(askEveryMs)
    const now = findChange(database.read)
    if (now !== other) since = performance.now()
    other = now
  }
}

export async function endChange(database: Database, changeId: string): Promise<void> {
  await database.write((conn) => {
    if (findChange(conn) !== changeId) return
    setRuleState(conn, { version: findRuleVersion(conn), changeId: null })
  })
}

/** Throws AppError `conflict` when another change took over because it considered this one interrupted. */
export function requireOurs(conn: Conn, changeId: string): void {
  if (findChange(conn) === changeId) return
  throw new AppError('conflict', 'The rules were changed elsewhere meanwhile. Try again.')
}

/** Whether any process is preparing a change, or left one unfinished. */
export function isChangeUnderWay(conn: Conn): boolean {
  return findChange(conn) !== null
}

/** Returns false while another change is being prepared, unless that change is the abandoned one. */
function takeTurn(conn: Conn, changeId: string, abandoned: string | null): boolean {
  const other = findChange(conn)
  if (other !== null && other !== abandoned) return false
  setRuleState(conn, { version: findRuleVersion(conn), changeId })
  return true
}

/** The change that is being prepared or was interrupted. */
function findChange(conn: Conn): string | null {
  return findRuleState(conn).get()?.changeId ?? null
}
