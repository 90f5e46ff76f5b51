import { Elysia } from 'elysia'
import { Type } from '@sinclair/typebox'
import { dutiesOf } from '../../../../accounts/rules.ts'
import {
  countDoubtful,
  findWaitingForKey,
  hasAnyScan,
  listWaitingByUser,
  scansSoonDeleted,
} from '../../../../services/scan-export/overview/counts.ts'
import { countIncompleteProducts } from '../../../../services/storefront/inventory/list-products.ts'
import {
  listOrders,
  oldestOrdersFirst,
} from '../../../../services/storefront/orders/list-orders.ts'
import { countOrders } from '../../../../services/storefront/orders/orders-file.ts'
import { stuckBridges } from '../../books/api/state.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { forClerks, forMembers, forOwners, sessionOf, type Session } from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'
import { readLastUses } from '../../../../accounts/call-log/read-calls.ts'
import { firstStepsSetting } from '../../../../accounts/users/set-up.ts'
import { countKeys, listKeysPage, type ListedKey } from '../../../../accounts/keys/queries.ts'
import { findOrganisation } from '../../../../accounts/queries.ts'
import { isArchiving } from '../../../../platform/archive/setting.ts'
import { isDatedAhead, listBackups } from '../../../../platform/backup/backups-folder.ts'
import { titleOf } from '../../../../platform/backup/database-facts.ts'
import { findFreeBytes, freeBytesMin } from '../../../../platform/disk/data-dir.ts'
import { version } from '../../../../platform/embedded.ts'
import { listBroken } from '../../../../platform/files/scrub.ts'
import { shownOffsite } from '../../../../platform/offsite/offsite.ts'
import { shownPublishing } from '../../../../platform/offsite/published-images.ts'
import { readReplica, wentOnBefore } from '../../../../platform/replica/replica-file.ts'
import { readSetting, writeSetting } from '../../../../platform/settings.ts'
import { readLastRun } from '../../../../platform/upkeep/daily.ts'
import { newestUpdate, updatesFolder } from '../../../../platform/update/release-file.ts'
import { countScans } from '../../../../services/scan-export/intake/store-scan.ts'
import { countProducts } from '../../../../services/storefront/inventory/export-products.ts'
import { choiceOf } from '../../../api/fields.ts'
import { queueOf, waitingReader } from '../../keys/api/shown-key.ts'
import { archiveState } from '../../settings/api/archive.ts'
import { shownDoubt } from '../../settings/api/nightly.ts'

/** The number of longest-waiting orders that are named. */
const longestOrders = 3

/** Everything that needs attention, and the shop's figures, for the user's work. A clerk sees their own documents. */
export function homeRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/home',
      async ({ request }) => {
        const session = sessionOf(request)
        const isOwner = session.role === 'owner'
        const { isClerk, isCounter } = workOf(session)
        return {
          scans: isClerk ? scansOf(deps, session) : null,
          late: lateIntegrations(deps, session),
          books: isClerk ? stuckBridges(deps) : [],
          orders: isCounter ? ordersOf(deps) : null,
          products: isCounter ? countIncompleteProducts(deps.storefront) : null,
          machine: isOwner ? await machineState(deps) : null,
          firstSteps: isOwner ? firstSteps(deps) : null,
        }
      },
      forMembers,
    )
    .post(
      '/api/home/first-steps',
      async ({ body }) => {
        await endFirstStep(deps, body.done)
        return { firstSteps: firstSteps(deps) }
      },
      { body: firstStepBody, ...forOwners },
    )
    .get(
      '/api/home/doubtful',
      async ({ request }) => {
        const { role, userId } = sessionOf(request)
        return { documents: await countDoubtful(deps.scanExport, role === 'owner' ? null : userId) }
      },
      forClerks,
    )
}

/** An owner has every duty. */
function workOf(session: Session): { isClerk: boolean; isCounter: boolean } {
  const duties = dutiesOf(session)
  return { isClerk: duties.includes('clerk'), isCounter: duties.includes('counter') }
}

function scansOf({ scanExport }: ConsoleDeps, { userId, role }: Session) {
  const isOwner = role === 'owner'
  const { since, waiting } = findWaitingForKey(scanExport, { userId, allUsers: isOwner })
  const { firstDeletedAt, ...attention } = scansSoonDeleted(scanExport, isOwner ? null : userId)
  return {
    ...attention,
    firstDeletedAt: isoTime(firstDeletedAt),
    hasAny: since !== null || hasAnyScan(scanExport, isOwner ? null : userId),
    waiting: isOwner ? countForAll(scanExport) : waiting,
    waitingSince: isoTime(since),
  }
}

/** Counts like the list of each user, in which only the user's own scans hide each other. */
function countForAll(scanExport: ConsoleDeps['scanExport']): number {
  return listWaitingByUser(scanExport).reduce((sum, { waiting }) => sum + waiting, 0)
}

function ordersOf({ storefront }: ConsoleDeps) {
  const { orders, total } = listOrders(storefront, {
    sync: 'waiting',
    sort: oldestOrdersFirst,
    limit: longestOrders,
    offset: 0,
  })
  return {
    waiting: total,
    hasAny: total > 0 || countOrders(storefront.database.read) > 0,
    longest: orders.map(({ id, orderNo, customerName, createdAt }) => ({
      id,
      orderNo,
      customerName,
      since: new Date(createdAt).toISOString(),
    })),
  }
}

/** Backups are made every night. A shop without one for two days is warned, in milliseconds. */
const backupLateAfterMs = 2 * 24 * 60 * 60 * 1000

/** Copies that stop for a moment, for example without a network, catch up by themselves. In milliseconds. */
const copiesLateAfterMs = 5 * 60 * 1000

/** The most broken files that are named. */
const namedFilesMax = 5

/** A program is late if something has waited for a day and the program has not asked for a day, in milliseconds. */
const lateAfterMs = 24 * 60 * 60 * 1000

/** The most keys that are checked: no shop has more at work. */
const keysMax = 1000

/** The first ones are shown. The page of integrations has all. */
const shownMax = 5

/**
 * How long a shop counts as new, in milliseconds. Not longer than documents are kept, because stored documents show
 * that a step is done.
 */
const newShopMs = 28 * 24 * 60 * 60 * 1000

/** The state of the server's computer: its clock, its disk, the last backup, the nightly work. */
async function machineState(deps: ConsoleDeps) {
  const { database, dir } = deps
  const freeBytes = await findFreeBytes(dir.root)
  return {
    clockDoubt: shownDoubt(deps),
    disk: { freeBytes, isLow: freeBytes < freeBytesMin },
    backup: lastBackup(deps),
    brokenFiles: brokenFiles(deps),
    backupProblem: readLastRun(database.read, { name: 'backup' }).problem ?? null,
    offsiteProblem: shownOffsite(database.read)?.state.problem ?? null,
    archive: archiveState(deps),
    copiesProblem: copiesProblem(deps),
    refusedCopy: refusedCopy(deps),
    copiedAt: copiedAt(deps),
    imagesProblem: shownPublishing(database.read)?.problem ?? null,
    cleanupProblem: readLastRun(database.read, { name: 'retention' }).problem ?? null,
    update: foundUpdate(deps),
  }
}

/** Why the continuous copies have stopped. Null while they work or have only missed a moment. */
function copiesProblem({ copies, clock }: ConsoleDeps): string | null {
  const status = copies?.status()
  if (status === undefined) return null
  if (status.replacedBy !== null) return status.problem
  // Just started for the first time.
  if (status.confirmedAt === 0 && status.problem === null) return null
  const isLate = clock.now() - status.confirmedAt > copiesLateAfterMs
  return isLate ? (status.problem ?? 'Nothing was confirmed for some minutes.') : null
}

/** Why the content of the copies' place is not used, or was not used at the promotion. Null if it is. */
function refusedCopy({ copies, standby, dir }: ConsoleDeps): string | null {
  if (standby !== undefined) return standby.problem() ?? null
  const passedOver = copies === undefined ? undefined : readReplica(dir)?.passedOver
  return passedOver === undefined ? null : wentOnBefore(passedOver)
}

/** The time up to which everything is in the place of the continuous copies. Null if nothing is there yet. */
function copiedAt({ copies }: ConsoleDeps): string | null {
  const at = copies?.status().confirmedAt ?? 0
  return isoTime(at === 0 ? null : at)
}

/** A newer Daybook that somebody has put beside the data. Null without one. */
function foundUpdate({ dir }: ConsoleDeps): { version: string; folder: string } | null {
  const update = newestUpdate(dir, version)
  return update === undefined ? null : { version: update.version, folder: updatesFolder(dir) }
}

/** Documents and images that are missing or changed on the disk, the first ones with their titles. */
function brokenFiles({ database, scanExport: { store } }: ConsoleDeps) {
  const broken = listBroken(database.read, store)
  const titles = broken
    .slice(0, namedFilesMax)
    .map(({ kind, hash }) => titleOf(database.read.$client, { path: `${kind}/${hash}` }) ?? hash)
  return { count: broken.length, titles: [...new Set(titles)] }
}

/**
 * Every backup is checked when it is made. `checkedAt` is a later check by a user. A backup dated in the future has no
 * known age, so the latest of the others counts.
 */
function lastBackup({ database, clock, dir, backups }: ConsoleDeps) {
  const now = clock.now()
  const all = listBackups(dir)
  const [last] = all
  const [lastDated] = all.filter((backup) => !isDatedAhead(backup, now))
  const checked = last === undefined ? undefined : backups.checked(last.name)
  const since = lastDated?.madeAt ?? findOrganisation(database.read).get()?.createdAt ?? now
  return {
    madeAt: isoTime(last?.madeAt),
    checkedAt: isoTime(checked?.endedAt),
    problem: checked?.problem ?? null,
    isComplete: last?.isComplete ?? true,
    isLate: now - since > backupLateAfterMs,
    datedAhead: all.filter((backup) => isDatedAhead(backup, now)).length,
  }
}

/**
 * Programs that should have fetched waiting items and have not. While one of several keys with the same queue is used,
 * for example after a rotation, none of them is late.
 */
function lateIntegrations(deps: ConsoleDeps, { role, userId }: Session) {
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

/** Whether a recently used key fetches this queue. A key for the scans of all users also fetches each user's scans. */
function isServed(queue: string, servedQueues: ReadonlySet<string | null>): boolean {
  return servedQueues.has(queue) || (queue.startsWith('scans of') && servedQueues.has('scans'))
}

const firstStepBody = Type.Object({
  done: choiceOf(['backups', 'archive', 'all']),
})

/** The state of a new shop's first steps. Null when all are done, when the list was dismissed, or when the shop is not new. */
function firstSteps({ database, clock, network }: ConsoleDeps) {
  const { read } = database
  const { copiesBackups, keepsPapers = false, isOver } = readSetting(read, firstStepsSetting)
  const now = clock.now()
  const since = findOrganisation(read).get()?.createdAt ?? now
  if (isOver || now - since > newShopMs) return null
  const steps = {
    products: countProducts(read) > 0,
    documents: countScans(read) > 0,
    keys: (countKeys(read).get({ userId: null, state: null, now })?.n ?? 0) > 0,
    /** Null if the network was decided at Daybook's start: the console cannot change it. */
    network: network.isFixed ? null : network.access() === 'network',
    backups: copiesBackups,
    archive: keepsPapers || isArchiving(read),
  }
  return Object.values(steps).every((isDone) => isDone !== false) ? null : steps
}

const stepChanges = {
  all: { isOver: true },
  backups: { copiesBackups: true },
  archive: { keepsPapers: true },
} as const

/** Ticks off a step that only the shop can know, or dismisses the list for good. */
async function endFirstStep(
  { database }: ConsoleDeps,
  done: 'backups' | 'archive' | 'all',
): Promise<void> {
  await database.write((conn) => {
    const before = readSetting(conn, firstStepsSetting)
    writeSetting(conn, firstStepsSetting, { ...before, ...stepChanges[done] })
  })
}
