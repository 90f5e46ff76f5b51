import { and, desc, eq, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDocument } from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { scans } from '../tables.ts'
import {
  differentMax,
  unknownInScan,
  type Occurrences,
  type UnknownLabel,
  type UnknownValue,
} from './unknown-in-scan.ts'

/** The newest scans, which are searched for unknown labels and values. About a month of a busy shop. */
const scansLookedAt = 1_000

/** Different labels or values to count. The rest of a flood is not worth a rule. */
const occurrencesMax = 5_000

/** How often each value of a vocabulary appears, on average. A key whose values are rarer holds names or remarks. */
const timesEachMin = 3

type Unknown = {
  /** How many of the newest scans were looked at. */
  scans: number
  labels: UnknownLabel[]
  values: UnknownValue[]
}

/** What was found in a scan. `read` is a hash of the scan's values and category: a correction or another category changes the hash. */
type Looked = { read: bigint; occurrences: Occurrences }

/** The result, the state of the database it belongs to, and what each scan has under which version of the rules. */
type Kept = {
  token: string
  found: Promise<Unknown>
  version: number
  looked: ReadonlyMap<string, Looked>
}

/**
 * Finds labels and values in the newest scans that no rule knows, the most frequent first. The result is kept until the database changes.
 * What each scan has is kept until the rules or the scan change. Then looking again takes a tenth of the time.
 */
export function unknownFinder({
  database,
  rules: findRules,
}: Pick<ScanExportDeps, 'database' | 'rules'>): () => Promise<Unknown> {
  let kept: Kept | undefined
  return () => {
    const token = database.changeToken()
    if (kept?.token === token) return kept.found
    const { version, rules } = findRules(database.read)
    const before = kept?.version === version ? kept.looked : new Map<string, Looked>()
    const looked = new Map<string, Looked>()
    const look = (scan: ReadScan) => {
      const now = lookAt(scan, before.get(scan.id), rules)
      looked.set(scan.id, now)
      return now.occurrences
    }
    const found = walkInTurns(countUnknown(database.read, look))
    kept = { token, found, version, looked }
    // The caller sees the error. The next call tries again.
    found.catch(() => {
      kept = undefined
    })
    return found
  }
}

function lookAt(scan: ReadScan, before: Looked | undefined, rules: CompiledRules): Looked {
  const read = Bun.hash.wyhash(`${scan.category} ${scan.read}`)
  if (before?.read === read) return before
  const { id, filename, category } = scan
  const document = readDocument(scan.read)
  return { read, occurrences: unknownInScan({ id, filename, category }, document, rules) }
}

function* countUnknown(
  conn: Conn,
  look: (scan: ReadScan) => Occurrences,
): Generator<undefined, Unknown> {
  const labels = new Tally<UnknownLabel>()
  const values = new Tally<UnknownValue>()
  const recurring = new Vocabularies()
  let position = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
  let count = 0
  for (; count < scansLookedAt; count++) {
    const scan = findNextRead(conn).get(position)
    if (scan === undefined) break
    const occurrences = look(scan)
    for (const [match, label] of occurrences.labels) labels.add(match, label)
    for (const [match, value] of occurrences.values) {
      if (value.reason === 'recurs') recurring.add(match, value)
      else values.add(match, value)
    }
    position = scan
    yield
  }
  return { scans: count, labels: labels.all(), values: [...values.all(), ...recurring.all()] }
}

/** Counts in how many scans a thing appears. `match` decides what counts as the same thing. Each scan adds a thing once. */
class Tally<Seen extends { scans: number }> {
  readonly #seen = new Map<string, Seen>()
  readonly #max: number

  constructor(max = occurrencesMax) {
    this.#max = max
  }

  add(match: string, first: Seen): void {
    const known = this.#seen.get(match)
    if (known !== undefined) known.scans += 1
    else if (this.#seen.size < this.#max) this.#seen.set(match, { ...first })
  }

  /** The most frequent first. */
  all(): Seen[] {
    return [...this.#seen.values()].toSorted((a, b) => b.scans - a.scans)
  }
}

/**
 * Values of keys without rules. Only vocabularies are offered, such as states, units and terms of payment: keys with a few
 * different values that recur. A single value has no other spelling to replace.
 */
class Vocabularies {
  readonly #byKey = new Map<string, Tally<UnknownValue>>()

  add(match: string, found: UnknownValue): void {
    const name = JSON.stringify([found.category, found.key])
    // One value too many shows that the key is no vocabulary.
    this.#byKey.getOrInsertComputed(name, () => new Tally(differentMax + 1)).add(match, found)
  }

  all(): UnknownValue[] {
    return [...this.#byKey.values()]
      .map((tally) => tally.all())
      .filter((values) => isVocabulary(values))
      .flat()
      .toSorted((a, b) => b.scans - a.scans)
  }
}

function isVocabulary(values: readonly UnknownValue[]): boolean {
  const seen = values.reduce((sum, { scans: times }) => sum + times, 0)
  const different = values.length
  return different >= 2 && different <= differentMax && seen >= timesEachMin * different
}

type ReadScan = NonNullable<ReturnType<ReturnType<typeof findNextRead>['get']>>

/** What was read from the newest scan before a position. One scan at a time, because each may hold megabytes. */
const findNextRead = query((conn, { createdAt, id }: Params<{ createdAt: number; id: string }>) =>
  conn
    .select({
      id: scans.id,
      category: scans.category,
      filename: scans.filename,
      createdAt: scans.createdAt,
      read: sql<string>`coalesce(${scans.correction}, ${scans.raw})`,
    })
    .from(scans)
    .where(
      and(
        eq(scans.status, 'successful'),
        sql`(${scans.createdAt}, ${scans.id}) < (${createdAt}, ${id})`,
      ),
    )
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .limit(1),
)
