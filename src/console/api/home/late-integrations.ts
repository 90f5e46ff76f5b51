import { readLastUses } from '../../../accounts/call-log/last-uses.ts'
import { listKeysPage, type ListedKey } from '../../../accounts/key-queries.ts'
import type { Session } from '../guard.ts'
import { queueOf, waitingReader } from '../integrations/what-waits.ts'
import { isoTime } from '../iso-time.ts'
import type { ConsoleDeps } from '../parts.ts'

/** A program is late when something waits for it this long and it has not asked for as long: a day, in milliseconds. */
const lateAfterMs = 24 * 60 * 60 * 1000

/** Keys that are looked at: more work at once in no shop. */
const keysMax = 1000

/** The first ones are shown; the page of integrations has all. */
const shownMax = 5

/**
 * Programs that should have fetched what waits for them and did not. While one of several keys with the same queue is
 * used, as after a rotation, none of them is late.
 */
export function lateIntegrations(deps: ConsoleDeps, { role, userId }: Session) {
  const now = deps.clock.now()
  const selection = { userId: role === 'owner' ? null : userId, state: 'active', now }
  const keys = listKeysPage(deps.database.read).all({ ...selection, limit: keysMax, offset: 0 })
  const lastUses = readLastUses(deps.dir)
  const lastAskedAt = ({ key }: ListedKey) => lastUses.get(key.id)?.lastUsedAt ?? null
  const isQuiet = (row: ListedKey) => now - (lastAskedAt(row) ?? row.key.createdAt) > lateAfterMs
  const servedQueues = new Set(keys.filter((row) => !isQuiet(row)).map(({ key }) => queueOf(key)))
  const waitingFor = waitingReader(deps)
  const late = keys.flatMap((row) => {
    const queue = queueOf(row.key)
    if (queue === null || isServed(queue, servedQueues)) return []
    const { count, since } = waitingFor(row.key) ?? { count: 0, since: null }
    if (count === 0 || since === null || now - since <= lateAfterMs) return []
    const lastUsedAt = isoTime(lastAskedAt(row))
    return [{ id: row.key.id, name: row.key.name, count, since: isoTime(since), lastUsedAt }]
  })
  return { count: late.length, items: late.slice(0, shownMax) }
}

/** By one of the keys that were used lately; one for the scans of all users fetches each user's too. */
function isServed(queue: string, servedQueues: ReadonlySet<string | null>): boolean {
  return servedQueues.has(queue) || (queue.startsWith('scans of') && servedQueues.has('scans'))
}
