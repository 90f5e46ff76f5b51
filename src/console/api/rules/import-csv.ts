import { importRules, planImport, previewRules } from '../../../services/scan-export/service.ts'
import type { Session } from '../guard.ts'
import type { ConsoleParts } from '../parts.ts'
import type { ChangesUnderWay } from './changes-under-way.ts'
import { rulesFromCsv, type RefusedRow } from './rules-csv.ts'
import { scansShown, shownPreview } from './preview.ts'

/** Refused rows that are told one by one. */
const refusedShownMax = 100

/** What a file of rules would do, to the rules and to the scans that wait. */
export async function checkCsv({ scanExport }: ConsoleParts, csv: string, signal: AbortSignal) {
  const { rules, refused, ignored } = rulesFromCsv(csv)
  const { outcomes, changed } = planImport(scanExport.book.read, rules)
  const change = { put: changed, remove: [] }
  const preview = await previewRules(scanExport, change, { scansShown, signal })
  return { ...counted(outcomes, refused), ignored, preview: shownPreview(preview) }
}

/** Brings the rules of a file into force; rows that say no rule are left out. */
export async function importCsv(
  { scanExport }: ConsoleParts,
  changes: ChangesUnderWay,
  csv: string,
  { userId, name }: Session,
) {
  const { rules, refused } = rulesFromCsv(csv)
  const what = rules.length === 1 ? '1 rule from a file' : `${rules.length} rules from a file`
  const outcomes = await changes.run({ userId, name }, what, (onProgress) =>
    importRules(scanExport, rules, { by: userId, onProgress }),
  )
  return counted(outcomes, refused)
}

function counted(outcomes: readonly string[], refused: readonly RefusedRow[]) {
  const countOf = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
  return {
    created: countOf('created'),
    updated: countOf('updated'),
    unchanged: countOf('unchanged'),
    refusedCount: refused.length,
    refused: refused.slice(0, refusedShownMax),
  }
}
