import { allBooks } from '../../../books/mapping/companies.ts'
import { listFailed } from '../../../books/mapping/decision-queries.ts'
import { countDecisions, openDecisions, readDetail } from '../../../books/mapping/decisions.ts'
import { countMasters } from '../../../books/mapping/master-queries.ts'
import type { MasterKind } from '../../../books/mapping/rules.ts'
import { bookSettings } from '../../../books/mapping/settings.ts'
import { knownBridges, type WrittenFile } from '../../../books/mapping/take-report.ts'
import { findKeyWithUser } from '../../../accounts/keys/queries.ts'
import { keyState } from '../../../accounts/keys/rules.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { Session } from '../guard.ts'
import { isoTime } from '../reply.ts'

/** Decisions that could not be carried out and are shown. */
const failedMax = 5

/** What could not be carried out is shown for a week, in milliseconds. */
const failedShownMs = 7 * 24 * 60 * 60 * 1000

/** The bridges that there are, how the books behind them are, and what a shop has chosen. Files, and what others asked for, are an owner's. */
export function booksState(deps: ConsoleDeps, { role, userId }: Session) {
  const isOwner = role === 'owner'
  const { read } = deps.database
  const now = deps.clock.now()
  const names = new Map(allBooks(read).map(({ id, name }) => [id, name]))
  return {
    bridges: bridgesOf(deps).map((bridge) => ({
      ...bridge,
      /** The company that it was paired with: another one may be open. */
      booksName: names.get(bridge.books ?? 0) ?? '',
      masters: mastersIn(read, bridge.books),
      /** How much it is told to do and has not done yet. */
      decisions: countDecisions(read, bridge.id),
      files: isOwner ? filesOf(read, bridge) : [],
    })),
    settings: readSetting(read, bookSettings),
    failed: listFailed(read)
      .all({ limit: failedMax })
      .filter(({ doneAt }) => doneAt !== null && now - doneAt < failedShownMs)
      .filter(({ madeBy }) => isOwner || madeBy === userId)
      .map(({ id, kind, detail, message, doneAt }) => ({
        id,
        kind,
        name: nameIn(detail),
        message,
        at: isoTime(doneAt),
      })),
  }
}

/** How many masters of the kinds that people know some books hold. */
function mastersIn(read: Conn, books: number | null) {
  const counts = books === null ? [] : countMasters(read).all({ books })
  const of = (kind: MasterKind) => counts.find((one) => one.kind === kind)?.n ?? 0
  return { ledgers: of('ledger'), items: of('item'), units: of('unit') }
}

/** With what somebody said of them that the bridge has not done yet. */
function filesOf(read: Conn, { id, files }: { id: string; files: readonly WrittenFile[] }) {
  const asked = new Map(
    openDecisions(read, id, undefined).items.flatMap(({ kind, detail }) => {
      const isOfFile = kind === 'confirm_file' || kind === 'rewrite_file'
      const { file } = detail
      return isOfFile && typeof file === 'string' ? [[file, kind] as const] : []
    }),
  )
  return files.map(({ name, made_at: madeAt, vouchers, documents, is_gone: isGone }) => ({
    name,
    madeAt,
    vouchers,
    documents,
    isGone,
    asked: asked.get(name) ?? null,
  }))
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
