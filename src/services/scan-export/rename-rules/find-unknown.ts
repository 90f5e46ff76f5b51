import type { Database } from '../../../platform/db/database.ts'
import { nextTurn } from '../../../platform/next-turn.ts'
import { workOff } from '../../../platform/slices.ts'
import type { ScanExportDeps } from '../deps.ts'
import { listLabelMatches, findNextRead } from './queries.ts'
import {
  knownLabels,
  type IsKnownLabel,
  unknownInScan,
  type Occurrences,
} from './unknown-in-scan.ts'
import type { RawDocument } from '../normalising/normalise.ts'
import {
  recurringValues,
  tally,
  type UnknownLabel,
  type UnknownValue,
} from './unknown-occurrences.ts'
import type { RulesInForce } from '../rules-in-force.ts'

/** The newest scans, of which unknown labels and values are looked for: about a month of a busy shop's. */
const scansLookedAt = 1_000

type Unknown = {
  /** How many of the newest scans were looked at. */
  scans: number
  labels: UnknownLabel[]
  values: UnknownValue[]
}

type FinderDeps = Pick<ScanExportDeps, 'database' | 'rules'>

/** What was found in a scan; `read` is a hash of what it followed from: a correction or another category changes it. */
type Looked = { read: bigint; occurrences: Occurrences }

/** What is kept in memory, each while what it follows from stays as it is. */
type Kept = {
  rules: RulesInForce
  isKnown: IsKnownLabel
  /** By the scan's id: at most those that are looked at. */
  looked: ReadonlyMap<string, Looked>
  generation: string
  found: Promise<Unknown>
}

const kept = new WeakMap<Database, Kept>()

/**
 * Labels and values in the newest scans that no rule knows, the most frequent first. It is kept until anything changes
 * in the database, and what a scan has until the rules or the scan do: looking again takes a tenth of the time.
 */
export function findUnknown(deps: FinderDeps): Promise<Unknown> {
  const generation = deps.database.generation()
  const known = kept.get(deps.database)
  if (known?.generation === generation) return known.found
  const before = stillTrue(deps, known)
  const looked = new Map<string, Looked>()
  const found = lookThroughScans(deps, before, looked)
  kept.set(deps.database, { ...before, looked, generation, found })
  // Whoever asks is told of a failure; the next one tries anew.
  found.catch(() => kept.delete(deps.database))
  return found
}

type Before = Pick<Kept, 'rules' | 'isKnown' | 'looked'>

function stillTrue({ database: { read }, rules }: FinderDeps, known: Kept | undefined): Before {
  const inForce = rules(read)
  if (known !== undefined && known.rules === inForce) return known
  const isKnown = knownLabels(listLabelMatches(read).all())
  return { rules: inForce, isKnown, looked: new Map() }
}

/** Notes in `looked` what each scan has. */
async function lookThroughScans(
  { database: { read: conn } }: FinderDeps,
  before: Before,
  looked: Map<string, Looked>,
): Promise<Unknown> {
  const labels = tally<UnknownLabel>()
  const values = tally<UnknownValue>()
  const recurring = recurringValues()
  let position = { createdAt: Number.MAX_SAFE_INTEGER, id: '' }
  let scans = 0
  const lookAtNext = () => {
    const row = findNextRead(conn).get(position)
    if (row === undefined || scans === scansLookedAt) return false
    const { occurrences } = noted(row, before, looked)
    for (const [match, label] of occurrences.labels) labels.add(match, label)
    for (const [match, value] of occurrences.values) {
      if (value.reason === 'recurs') recurring.add(match, value)
      else values.add(match, value)
    }
    scans += 1
    position = row
    return true
  }
  while (!workOff(lookAtNext)) await nextTurn()
  return { scans, labels: labels.all(), values: [...values.all(), ...recurring.all()] }
}

type ReadScan = NonNullable<ReturnType<ReturnType<typeof findNextRead>['get']>>

function noted(
  { id, filename, category, read: text }: ReadScan,
  { rules: { rules }, isKnown, looked: before }: Before,
  looked: Map<string, Looked>,
): Looked {
  const read = Bun.hash.wyhash(`${category} ${text}`)
  const known = before.get(id)
  if (known?.read === read) {
    looked.set(id, known)
    return known
  }
  const document: RawDocument = JSON.parse(text)
  const fresh = {
    read,
    occurrences: unknownInScan({ id, filename, category }, document, rules, isKnown),
  }
  looked.set(id, fresh)
  return fresh
}
