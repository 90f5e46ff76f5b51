import { storeOf } from '../../app.ts'
import { nameMatchers } from '../../names/matching.ts'
import { importRules } from '../../services/scan-export/rename-rules/import-rules.ts'
import { readRuleLine, ruleTable } from '../../services/scan-export/rename-rules/rules.ts'
import { scanExportDeps } from '../../services/scan-export/service.ts'
import type { RenameRule } from '../../paper/rules/rules.ts'
import { type ImportKind, orError } from './kind.ts'

/** All rules of a file take effect together, so that waiting documents are normalised once. */
export const renameRules: ImportKind = {
  name: 'rules',
  fields:
    'type "label": from, to, optional category; type "value": key, from, to, optional category',
  table: ruleTable,
  async enter(lines, { database, dir, clock, tally }) {
    const rules: RenameRule[] = []
    for await (const { line, value } of lines) {
      const rule = orError(() => readRuleLine(value))
      if ('error' in rule) tally.fail(line, rule.error)
      else rules.push(rule)
    }
    const deps = scanExportDeps({ database, clock, store: storeOf(dir), names: nameMatchers() })
    for (const outcome of await importRules(deps, rules)) tally.count(outcome)
  },
}
