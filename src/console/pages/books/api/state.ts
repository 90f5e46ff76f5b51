import { allBooks } from '../../../../books/mapping/companies.ts'
import { listFailed } from '../../../../books/mapping/decision-queries.ts'
import { countDecisions, openDecisions, readDetail } from '../../../../books/mapping/decisions.ts'
import { countMasters } from '../../../../books/mapping/master-queries.ts'
import type { MasterKind } from '../../../../books/mapping/rules.ts'
import { bookSettings } from '../../../../books/mapping/mappings-answer.ts'
import { knownBridges, type WrittenFile } from '../../../../books/mapping/take-report.ts'
import { findKeyWithUser } from '../../../../accounts/keys/queries.ts'
import { keyState } from '../../../../accounts/keys/rules.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { readSetting } from '../../../../platform/settings.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import type { Session } from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'

/** The most failed decisions shown. */
const failedMax = 5

/** Failed decisions are shown for a week, in milliseconds. */
const failedShownMs = 7 * 24 * 60 * 60 * 1000

/** The bridges, the state of their accounts, and the shop's settings. Only owners see files and the decisions of others. */
export function booksState(deps: ConsoleDeps, { role, userId }: Session) {
  const isOwner = role === 'owner'
  const { read } = deps.database
  const now = deps.clock.now()
  const names = new Map(allBooks(read).map(({ id, name }) => [id, name]))
  return {
    bridges: bridgesOf(deps).map((bridge) => ({
      ...bridge,
      /** The company with which the bridge was paired. Another company may be open. */
      booksName: names.get(bridge.books ?? 0) ?? '',
      masters: mastersIn(read, bridge.books),
      /** The number of decisions that the bridge has not carried out yet. */
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

/** The number of ledgers, items and units in some accounts. */
function mastersIn(read: Conn, books: number | null) {
  const counts = books === null ? [] : countMasters(read).all({ books })
  const of = (kind: MasterKind) => counts.find((one) => one.kind === kind)?.n ?? 0
  return { ledgers: of('ledger'), items: of('item'), units: of('unit') }
}

/** The written files, with decisions that the bridge has not carried out yet. */
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

/** The bridges that cannot enter anything now, or were silent for a while. */
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

/** The states in which the accounts accept documents, at least for some days. */
const worksIn = ['ready', 'educational']

/** The bridges whose key still works. A newly paired bridge has a new key. */
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
