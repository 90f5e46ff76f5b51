import type { NameMatcher } from '../../../names/matching.ts'
import type { NameKind } from '../../../names/rules.ts'
import { snapshot } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../parts.ts'
import type { ScanData } from '../rename-rules/normalise.ts'
import { findGeneration } from '../rename-rules/queries.ts'
import { storedData } from './delivered.ts'
import { readNames, type ReadName } from './read-names.ts'
import { retentionMs } from './rules.ts'
import { findWaitingBySeq, listNewestWaiting, type WaitingScan } from './waiting-queries.ts'

/**
 * How much is looked through: the newest scans, until they have this many lines or characters in all. On a quiet machine
 * 10,000 rows of bank statements of which no payee is known take about 50 ms.
 */
const scansMax = 2_000
const linesMax = 10_000
const charactersMax = 2 * 1024 * 1024

/** How long what was found is kept while the database stays as it is, in milliseconds: scans grow too old meanwhile. */
const keptMs = 60_000

type UnknownName = {
  /** As it was read first. */
  name: string
  /** Where: in a field for it, or among the words of a bank's narration. */
  source: ReadName['source']
  scans: number
  /** Of the newest scan that has it: which one, and the text that it was found in. */
  latest: { scanId: string; filename: string; createdAt: number; text: string }
  /** The canonical name that stands in it as whole words, if any: this may be another spelling of it. */
  likely: string | undefined
}

type UnknownNames = {
  /** Those of the most scans first, then by name. */
  names: readonly UnknownName[]
  /** How many scans were looked through, the newest ones, and whether that is all that wait. */
  scans: number
  isAll: boolean
}

/** Finds names in waiting scans of all users that a list does not know. */
type FindUnknownNames = (kind: NameKind) => UnknownNames

export function unknownNames(deps: ScanExportDeps): FindUnknownNames {
  const kept = new Map<NameKind, { databaseGeneration: string; at: number; found: UnknownNames }>()
  return (kind) => {
    const databaseGeneration = deps.database.generation()
    const now = deps.clock.now()
    const known = kept.get(kind)
    if (known?.databaseGeneration === databaseGeneration && Math.abs(now - known.at) < keptMs) {
      return known.found
    }
    const found = snapshot(deps.database.read, () => findUnknown(deps, kind))
    kept.set(kind, { databaseGeneration, at: now, found })
    return found
  }
}

function findUnknown(deps: ScanExportDeps, kind: NameKind): UnknownNames {
  const { vendors, products } = deps.names(deps.database.read)
  const matcher = kind === 'vendor' ? vendors : products
  const byFolded = new Map<string, UnknownName>()
  const { read: scans, isAll } = newestWaiting(deps)
  for (const { scan, data } of scans) {
    const seen = new Set<string>()
    for (const read of readNames(kind, scan.category, data, matcher)) {
      const folded = foldText(read.name)
      if (folded === '' || seen.has(folded)) continue
      seen.add(folded)
      note(byFolded, folded, read, scan, matcher)
    }
  }
  return { names: [...byFolded.values()].toSorted(byScansAndName), scans: scans.length, isAll }
}

/** The scans come newest first. */
function note(
  byFolded: Map<string, UnknownName>,
  folded: string,
  { name, source, text }: ReadName,
  { scanId, filename, createdAt }: WaitingScan,
  matcher: NameMatcher,
): void {
  const before = byFolded.get(folded)
  if (before !== undefined) {
    before.scans += 1
    return
  }
  const latest = { scanId, filename, createdAt, text }
  byFolded.set(folded, { name, source, scans: 1, latest, likely: matcher.findIn(name) })
}

function byScansAndName(a: UnknownName, b: UnknownName): number {
  return b.scans - a.scans || (a.name < b.name ? -1 : 1)
}

type ReadScan = { scan: WaitingScan; data: ScanData }

/** One scan at least, when there is one. */
function newestWaiting({ database, clock }: ScanExportDeps): { read: ReadScan[]; isAll: boolean } {
  const conn = database.read
  const selection = { from: clock.now() - retentionMs, generation: findGeneration(conn) }
  const rows = listNewestWaiting(conn).all({ ...selection, limit: scansMax + 1 })
  const read: ReadScan[] = []
  let [lines, characters] = [0, 0]
  for (const { seq } of rows.slice(0, scansMax)) {
    if (lines >= linesMax || characters >= charactersMax) break
    const scan = findWaitingBySeq(conn).get({ seq })
    if (scan === undefined) continue
    const data = storedData(scan)
    lines += data.line_items.length
    characters += scan.data.length
    read.push({ scan, data })
  }
  return { read, isAll: read.length === rows.length }
}
