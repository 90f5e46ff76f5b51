import { countOpenDecisions, listFailed } from '../../../imports/bridge/decision-queries.ts'
import { readDetail } from '../../../imports/bridge/decisions.ts'
import { countMasters } from '../../../imports/bridge/master-queries.ts'
import { bookSettings } from '../../../imports/bridge/settings.ts'
import { knownBridges } from '../../../imports/bridge/take-report.ts'
import { findKeyWithUser } from '../../../accounts/keys/queries.ts'
import { keyState } from '../../../accounts/keys/rules.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { ConsoleDeps } from '../deps.ts'
import { isoTime } from '../reply.ts'

/** Decisions that could not be carried out and are shown. */
const failedMax = 5

/** What could not be carried out is shown for a week, in milliseconds. */
const failedShownMs = 7 * 24 * 60 * 60 * 1000

/** The bridges that there are, how the books behind them are, and what a shop has chosen. */
export function booksState(deps: ConsoleDeps) {
  const { read } = deps.database
  const now = deps.clock.now()
  const masters = new Map(
    countMasters(read)
      .all()
      .map(({ kind, n }) => [kind, n]),
  )
  return {
    bridges: bridgesOf(deps),
    masters: {
      ledgers: masters.get('ledger') ?? 0,
      items: masters.get('item') ?? 0,
      units: masters.get('unit') ?? 0,
    },
    settings: readSetting(read, bookSettings),
    decisions: countOpenDecisions(read).get()?.n ?? 0,
    failed: listFailed(read)
      .all({ limit: failedMax })
      .filter(({ doneAt }) => doneAt !== null && now - doneAt < failedShownMs)
      .map(({ id, kind, detail, message, doneAt }) => ({
        id,
        kind,
        name: nameIn(detail),
        message,
        at: isoTime(doneAt),
      })),
  }
}

function nameIn(detail: string): string {
  const { name } = readDetail(detail)
  return typeof name === 'string' ? name : ''
}

/** Those that cannot enter anything now, or of which nothing was heard for a while. */
export function stuckBridges(deps: ConsoleDeps) {
  return bridgesOf(deps)
    .filter(({ isSilent, health }) => isSilent || !worksIn.includes(health))
    .map(({ id, name, company, machine, isSilent }) => ({
      id,
      name: company?.name ?? name,
      machine,
      isSilent,
    }))
}

/** In which the books take documents, or those of some days. */
const worksIn = ['ready', 'educational']

/** Those whose key still works: one that was paired anew is another. */
function bridgesOf({ database, clock }: ConsoleDeps) {
  const now = clock.now()
  return knownBridges({ database }, now).flatMap(({ keyId, heardAt, ...bridge }) => {
    const found = findKeyWithUser(database.read).get({ id: keyId })
    if (found === undefined) return []
    if (keyState({ ...found.key, deactivatedAt: found.deactivatedAt }, now) !== 'active') return []
    return [
      { id: keyId, name: found.key.name, ...bridge, heardAt: new Date(heardAt).toISOString() },
    ]
  })
}
