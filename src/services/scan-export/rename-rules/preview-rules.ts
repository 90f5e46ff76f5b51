import { nextTurn } from '../../../platform/next-turn.ts'
import { workOff } from '../../../platform/slices.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { Category } from '../scans/categories.ts'
import { normalisedColumns } from '../scans/enqueue.ts'
import { compileChanged, type RuleChange } from './changed-rules.ts'
import { documentChanges, type PartChange } from './document-changes.ts'
import type { RawDocument, ScanData } from './normalise.ts'
import { findGeneration } from './queries.ts'
import { nextToRenormalise } from './staging.ts'
import { checkedRules } from './store-rules.ts'

/** Changes of a scan that are shown: its head and its first lines. */
const partsShownMax = 4

export type ChangedScan = {
  id: string
  filename: string
  category: Category
  createdAt: number
  changes: PartChange[]
  /** Changed lines that are not shown. */
  moreParts: number
}

export type RulesPreview = {
  /** Scans that wait. */
  waiting: number
  /** Those that would come out different. */
  changed: number
  /** The first of them. */
  scans: ChangedScan[]
}

/**
 * Which waiting scans a change of rules would change, and how; nothing is written. Others get their turn in between;
 * it ends early, with what it has so far, when `signal` says that nobody waits for it any more.
 * Throws AppError `invalid_request`, `not_found`.
 */
export async function previewRules(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  change: RuleChange,
  { scansShown, signal }: { scansShown: number; signal?: AbortSignal },
): Promise<RulesPreview> {
  const compiled = await compileChanged(read, { ...change, put: checkedRules(change.put) })
  const generation = findGeneration(read)
  const preview: RulesPreview = { waiting: 0, changed: 0, scans: [] }
  let seq = 0
  const lookAtNext = () => {
    const row = nextToRenormalise(read).get({ generation, seq })
    if (row === undefined) return false
    const { waiting, raw, deliverSeparately } = row
    seq = waiting.seq
    preview.waiting += 1
    const document: RawDocument = JSON.parse(raw)
    const { data } = normalisedColumns(document, waiting.category, deliverSeparately, compiled)
    if (data === waiting.data) return true
    preview.changed += 1
    if (preview.scans.length < scansShown) preview.scans.push(changedScan(waiting, data))
    return true
  }
  for (;;) {
    if (signal?.aborted === true || workOff(lookAtNext)) return preview
    await nextTurn()
  }
}

type Waiting = Pick<ChangedScan, 'filename' | 'category' | 'createdAt'> & {
  scanId: string
  data: string
}

function changedScan(
  { scanId, filename, category, createdAt, data }: Waiting,
  newData: string,
): ChangedScan {
  const before: ScanData = JSON.parse(data)
  const after: ScanData = JSON.parse(newData)
  const changes = documentChanges(before, after)
  return {
    id: scanId,
    filename,
    category,
    createdAt,
    changes: changes.slice(0, partsShownMax),
    moreParts: Math.max(changes.length - partsShownMax, 0),
  }
}
