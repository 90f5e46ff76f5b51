import type { Caller } from '../../../accounts/keys/guard.ts'
import { leaseText } from '../../../books/leases/lease.ts'
import { findLive } from '../../../books/leases/queries.ts'
import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { ageOfSeen, requireScan } from '../scans/queries.ts'
import { countLeased, countWaiting, listWaiting, type Selection } from '../scans/waiting-list.ts'
import { deliveryAt, findWaitingBySeq, type WaitingScan } from '../scans/waiting-queries.ts'
import { deliveredItem, ItemCache, itemText } from './delivered.ts'
import { explainDocument } from '../../../paper/rules/explain-document.ts'
import type { ExplainedValue } from '../../../paper/received.ts'
import { isSameValue, type Field } from '../../../paper/paper.ts'
import { openFindings } from '../scans/hold.ts'
import { papersOf } from '../scans/papers.ts'

/** Characters of items in one answer: 32 Mi. A longer page ends early, and `next` leads to the rest. */
export const answerCharactersMax = 32 * 1024 * 1024

export type UnsyncedInput = {
  limit: number
  category: Category | undefined
  /** List the items after this id. */
  after: string | undefined
  /** Whether items explain their values. */
  explain?: boolean
  /** Whether items carry facts. The default is true. */
  facts?: boolean
}

/** Explained items per answer. Each is computed anew, which takes some milliseconds for a long statement. */
export const explainedMax = 100

/** The answer as JSON text, and how many items it carries. */
export type UnsyncedList = { text: string; count: number }

/** `saysLeased`: the answer says how many scans other workers hold. */
type ListUnsynced = (caller: Caller, input: UnsyncedInput, saysLeased?: boolean) => UnsyncedList

/** What one call gets: rows of the queue, each with its item as JSON. */
type Chosen = {
  seqs: number[]
  items: string[]
  waiting: number
  /** How many more scans wait but are leased. */
  leased: number
  next: string | null
  /** Two answers without explanations are equal when their versions are equal. */
  version: string
}

export type ChooseUnsynced = (caller: Caller, input: UnsyncedInput) => Chosen

/**
 * The unsynced list: successful scans of the last 30 days that wait and that nobody has leased, oldest first. Of each invoice number only
 * the oldest. Throws AppError `invalid_request` when `after` is not a scan that the caller can see.
 */
export function listUnsynced(deps: ScanExportDeps, choose = unsyncedChooser(deps)): ListUnsynced {
  return (caller, input, saysLeased = false) => {
    const chosen = choose(caller, input)
    const text = listText(chosen)
    const said = saysLeased ? leaseText(text, undefined, chosen.leased) : text
    return { text: said, count: chosen.items.length }
  }
}

/** Chooses the rows for a call. */
export function unsyncedChooser(deps: ScanExportDeps): ChooseUnsynced {
  const cache = new ItemCache()
  const count = waitingCounts()
  const { read } = deps.database
  return (caller, input) => {
    const token = deps.database.changeToken()
    return snapshot(read, () => {
      const selection = {
        ...deliveryAt(read, deps.clock.now()),
        userId: caller.allUsers ? null : caller.userId,
        category: input.category ?? null,
      }
      const after = input.after === undefined ? undefined : ageOfSeen(read, caller, input.after)
      // One row more than asked for shows whether there is a next page.
      const limit = input.explain === true ? Math.min(input.limit, explainedMax) : input.limit
      const now = deps.clock.now()
      const leasedAt = findLive(read).get({ kind: 'scan', now }) === undefined ? undefined : now
      const found = listWaiting(read, selection, after, limit + 1, leasedAt)
      const { make, version } = itemMaker(deps, cache, input)
      const items = itemsOf(make, found.slice(0, limit))
      const next = found.length > items.length ? lastId(read, found[items.length - 1]) : null
      const leased = leasedAt === undefined ? 0 : countLeased(read, selection, leasedAt)
      const waiting = count(read, selection, token) - leased
      const seqs = found.slice(0, items.length)
      const all = `${version} ${waiting} ${next} ${seqs.join()}`
      return { seqs, items, waiting, leased, next, version: all }
    })
  }
}

/** As many items as one answer may carry, but at least one. */
function itemsOf(make: MakeItem, seqs: readonly number[]): string[] {
  const items: string[] = []
  let characters = 0
  for (const seq of seqs) {
    const item = make(seq)
    characters += item.length
    if (items.length > 0 && characters > answerCharactersMax) break
    items.push(item)
  }
  return items
}

/** Makes an item, as JSON, from a row of the queue. */
type MakeItem = (seq: number) => string

/** Makes items in the form that a call wants. `version` identifies the names, the rules and the form. */
function itemMaker(
  deps: ScanExportDeps,
  cache: ItemCache,
  { explain = false, facts = true }: UnsyncedInput,
): { make: MakeItem; version: string } {
  const { read } = deps.database
  const [names, rules] = [deps.names(read), deps.rules(read)]
  const version = `${names.version} ${rules.version}`
  const applied = facts ? rules.rules : undefined
  const fresh = (seq: number) => deliveredItem(requireWaiting(read, seq), names, applied)
  const plain = (seq: number) => itemText(cache.item(seq, version, facts, fresh), facts)
  const explained = (seq: number) => {
    const explanation = JSON.stringify(explainItem(read, deps, requireWaiting(read, seq)))
    return `${plain(seq).slice(0, -1)},${explanation.slice(1)}`
  }
  return { make: explain ? explained : plain, version: `${version} ${facts}` }
}

function requireWaiting(conn: Conn, seq: number): WaitingScan {
  const scan = findWaitingBySeq(conn).get({ seq })
  if (scan === undefined) throw new Error(`Row ${seq} of the queue went away within a snapshot.`)
  return scan
}

function lastId(conn: Conn, seq: number | undefined): string | null {
  return seq === undefined ? null : (findWaitingBySeq(conn).get({ seq })?.scanId ?? null)
}

export function listText({
  items,
  waiting,
  next,
}: Omit<Chosen, 'seqs' | 'leased' | 'version'>): string {
  const tail = `"waiting":${waiting},"next":${JSON.stringify(next)}}`
  return `{"count":${items.length},"items":[${items.join(',')}],${tail}`
}

/** Selections whose count is kept: users × categories × ways to compare. */
const keptMax = 1000

type Kept = { token: string; from: number; waiting: number; oldest: number | null }

/**
 * Counts waiting scans exactly, and counts again only when something changed. A count stays right until the database changes, or the oldest
 * row in it leaves the window. `token`: the database's change token from before the counted snapshot. After a commit in between, Daybook
 * counts once more than needed, but never misses a change.
 */
function waitingCounts() {
  const kept = new Map<string, Kept>()
  return (conn: Conn, selection: Selection, token: string): number => {
    const { from, ...who } = selection
    const key = JSON.stringify(who)
    const known = kept.get(key)
    // A clock that is set back brings older rows into the window.
    if (known?.token === token && from >= known.from) {
      if (known.oldest === null || known.oldest >= from) return known.waiting
    }
    const counted = countWaiting(conn, selection)
    if (kept.size >= keptMax) kept.clear()
    kept.set(key, { token, from, ...counted })
    return counted.waiting
  }
}

/** Why a delivered value is what it is. */
type Explanation = Omit<ExplainedValue, 'source' | 'doubts'> & {
  source: Exclude<ExplainedValue['source'], 'derived'> | 'typed'
  doubts: string[]
}

/** An explanation for each value by its path in the delivered data, and the paths of doubtful values. */
type ExplainedItem = { explain: Record<string, Explanation>; doubts: string[] }

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

/** Explains the values of a delivered scan. Leaves out values that Daybook adds. */
function explainItem(
  conn: Conn,
  deps: Deps,
  { scanId, category }: Pick<WaitingScan, 'scanId' | 'category'>,
): ExplainedItem {
  const scan = requireScan(conn, scanId)
  const { counting, read } = papersOf(conn, { ...scan, category }, deps.rules(conn).rules)
  if (counting === null) throw new Error(`Nothing was read of scan ${scanId}.`)
  const { head, lines } = explainDocument(counting)
  const explain: Record<string, Explanation> = {}
  const pathOf = new Map<string, string>()
  const tell = (fields: typeof head, now: Fields = [], before: Fields = [], line?: number) => {
    const object = line === undefined ? 'invoice_metadata' : `line_items.${line}`
    for (const { label, key } of fields) {
      const field = now.find((one) => one.label === label)
      if (field === undefined || key === null) continue
      const path = `${object}.${key}`
      const was = before.find((one) => one.label === label)
      const explanation = explanationOf(field, read === null ? null : was)
      if (explanation !== undefined) explain[path] = explanation
      pathOf.set(`${object}.${field.key}`, path)
    }
  }
  tell(head, counting.head, read?.head)
  for (const [at, fields] of lines.entries()) tell(fields, counting.lines[at], read?.lines[at], at)
  const doubts = new Set<string>()
  for (const { key, line, message } of openFindings(conn, deps, scan)) {
    const place = placeName({ key, ...(line !== undefined && { line }) })
    const path = pathOf.get(place) ?? place
    doubts.add(path)
    explain[path]?.doubts.push(message)
  }
  return { explain, doubts: [...doubts] }
}

type Fields = readonly Field[]

/**
 * A value that a person changed counts as typed. A value that a program sent without an explanation counts as sure. Undefined for a value
 * that was worked out and is not printed. `before`: the field as it was read, or null if nobody read the paper.
 */
function explanationOf(
  { value }: Field,
  before: Field | undefined | null,
): Explanation | undefined {
  if (before === null || !isSameValue(before?.value, value)) {
    return { source: 'typed', confidence: 1, doubts: [] }
  }
  const { source, ...found } = before?.evidence ?? { source: 'api', confidence: 1 }
  return source === 'derived' ? undefined : { ...found, source, doubts: [] }
}

/** The path of a canonical key. It is the delivered path too, unless a rule gives the key another name. */
function placeName({ key, line }: { key: string; line?: number }): string {
  return line === undefined ? `invoice_metadata.${key}` : `line_items.${line}.${key}`
}
