import type { NameMatchers } from '../../../names/matching.ts'
import { AppError } from '../../../platform/errors.ts'
import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { Caller } from '../../../accounts/keys/guard.ts'
import { type ScanExportDeps, duplicatesSetting } from '../deps.ts'
import { findRuleVersion } from '../rules-in-force.ts'
import type { Category } from '../categories.ts'
import { deliveredItem, ItemCache } from './delivered.ts'
import { findScanPosition } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'
import {
  countWaiting,
  findWaitingBySeq,
  listWaiting,
  type Selection,
} from '../scans/waiting-queries.ts'

/** Characters of items in one answer: 32 Mi. A page that would be longer ends early, and `next` leads on. */
export const answerCharactersMax = 32 * 1024 * 1024

type UnsyncedInput = {
  limit: number
  category: Category | undefined
  /** The id of the item to continue behind. */
  after: string | undefined
}

/** The answer as JSON text, and how many items it carries. */
type UnsyncedList = { text: string; count: number }

type ListUnsynced = (caller: Caller, input: UnsyncedInput) => UnsyncedList

/**
 * The unsynced list: successful scans that wait, of the last 30 days, oldest first, of each invoice number only the
 * oldest. Throws AppError `invalid_request` when `after` is not a scan that the caller can see.
 */
export function listUnsynced(deps: ScanExportDeps): ListUnsynced {
  const cache = new ItemCache()
  const count = waitingCounts(countWaiting)
  const { read } = deps.database
  return (caller, input) => {
    const databaseGeneration = deps.database.generation()
    return snapshot(read, () => {
      const selection = selectionOf(read, caller, input, deps.clock.now())
      const after = input.after === undefined ? undefined : positionOf(read, caller, input.after)
      // One more than asked for tells whether anything is left behind the last item.
      const found = listWaiting(read, selection, after, input.limit + 1)
      const items = itemsOf(deps, cache, found.slice(0, input.limit))
      const next = found.length > items.length ? lastId(read, found[items.length - 1]) : null
      return {
        text: listText(items, count(read, selection, databaseGeneration), next),
        count: items.length,
      }
    })
  }
}

function selectionOf(conn: Conn, caller: Caller, input: UnsyncedInput, now: number): Selection {
  return {
    userId: caller.allUsers ? undefined : caller.userId,
    category: input.category,
    from: now - retentionMs,
    generation: findRuleVersion(conn),
    withSeller: readSetting(conn, duplicatesSetting) === 'invoice_no_and_seller',
  }
}

function positionOf(conn: Conn, caller: Caller, id: string) {
  const scan = findScanPosition(conn).get({ id })
  if (scan !== undefined && (caller.allUsers || scan.userId === caller.userId)) {
    return { createdAt: scan.createdAt, scanId: id }
  }
  throw new AppError(
    'invalid_request',
    `after must be the id of one of your scans, got "${id}". Leave it out to start from the oldest.`,
  )
}

/** As many as one answer may carry, one at least. */
function itemsOf(deps: ScanExportDeps, cache: ItemCache, seqs: readonly number[]): string[] {
  const { read } = deps.database
  const names = deps.names(read)
  const items: string[] = []
  let characters = 0
  for (const seq of seqs) {
    const item = cache.get(seq, names) ?? makeItem(read, cache, seq, names)
    characters += item.length
    if (items.length > 0 && characters > answerCharactersMax) break
    items.push(item)
  }
  return items
}

function makeItem(conn: Conn, cache: ItemCache, seq: number, names: NameMatchers): string {
  const scan = findWaitingBySeq(conn).get({ seq })
  if (scan === undefined) throw new Error(`Row ${seq} of the queue went away within a snapshot.`)
  const item = deliveredItem(scan, names)
  cache.set(seq, names, item)
  return item
}

function lastId(conn: Conn, seq: number | undefined): string | null {
  return seq === undefined ? null : (findWaitingBySeq(conn).get({ seq })?.scanId ?? null)
}

function listText(items: readonly string[], waiting: number, next: string | null): string {
  const tail = `"waiting":${waiting},"next":${JSON.stringify(next)}}`
  return `{"count":${items.length},"items":[${items.join(',')}],${tail}`
}

/** Selections whose count is kept: users × categories × ways to compare. */
const keptMax = 1000

type Kept = { databaseGeneration: string; from: number; waiting: number; oldest: number | null }

/**
 * Counts what waits, exactly, without counting again while nothing changed: a count stays right until the database
 * changes or the oldest row that it looked at leaves the window. `bookGeneration` must be of before the snapshot that
 * is counted in: a commit in between is then counted once more, never missed.
 */
function waitingCounts(count: typeof countWaiting) {
  const kept = new Map<string, Kept>()
  return (conn: Conn, selection: Selection, databaseGeneration: string): number => {
    const { from, ...who } = selection
    const key = JSON.stringify(who)
    const known = kept.get(key)
    // A clock that is set back brings older rows into the window.
    if (known?.databaseGeneration === databaseGeneration && from >= known.from) {
      if (known.oldest === null || known.oldest >= from) return known.waiting
    }
    const counted = count(conn, selection)
    if (kept.size >= keptMax) kept.clear()
    kept.set(key, { databaseGeneration, from, ...counted })
    return counted.waiting
  }
}
