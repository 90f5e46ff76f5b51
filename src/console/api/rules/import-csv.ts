import {
  identityOf,
  importRules,
  planImport,
  previewRules,
  type NumberedRule,
} from '../../../services/scan-export/service.ts'
import type { Session } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'
import type { ChangesUnderWay } from './changes-under-way.ts'
import { rulesFromCsv, type RefusedRow } from './rules-csv.ts'
import { scansShown, shownPreview } from './preview.ts'

/** Refused rows that are told one by one. */
const refusedShownMax = 100

/** What a file of rules would do, to the rules and to the scans that wait. */
export async function checkCsv({ scanExport }: ConsoleDeps, csv: string, signal: AbortSignal) {
  const { rules, refused, ignored } = await readOnce(csv)
  const { outcomes, changed } = await planImport(scanExport.database.read, rules)
  const change = { put: changed, remove: [] }
  const preview = await previewRules(scanExport, change, { scansShown, signal })
  const emptying = changed.filter(({ type, to }) => type === 'value' && to.trim() === '').length
  return { ...counted(outcomes, refused), emptying, ignored, preview: shownPreview(preview) }
}

/** Brings the rules of a file into force; rows that say no rule are left out. */
export async function importCsv(
  { scanExport }: ConsoleDeps,
  changes: ChangesUnderWay,
  csv: string,
  { userId, name }: Session,
) {
  const { rules, refused } = await readOnce(csv)
  const what = rules.length === 1 ? '1 rule from a file' : `${rules.length} rules from a file`
  const outcomes = await changes.run({ userId, name }, what, (onProgress) =>
    importRules(scanExport, rules, { by: userId, onProgress }),
  )
  return counted(outcomes, refused)
}

/** The rules of a file, each once: a row for what an earlier row has a rule for is left out. */
async function readOnce(csv: string) {
  const { rules, refused, ignored } = await rulesFromCsv(csv)
  const lineOf = new Map<string, number>()
  const once: NumberedRule[] = []
  const repeated: RefusedRow[] = []
  for (const { line, rule } of rules) {
    const match = identityOf(rule)
    const first = lineOf.get(match)
    if (first === undefined) {
      lineOf.set(match, line)
      once.push({ line, rule })
    } else repeated.push({ line, message: `It is for the same ${rule.type} as line ${first}.` })
  }
  const all = [...refused, ...repeated].toSorted((a, b) => a.line - b.line)
  return { rules: once, refused: all, ignored }
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
