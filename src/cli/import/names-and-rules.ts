import { storeOf } from '../../app.ts'
import { enterAll, type Entered, type ImportKind, inSlices, orError, readEach } from './kind.ts'
import { addName, type AliasConflict, type NameInput } from '../../names/add-name.ts'
import { aliasSeparator, type NameKind, nameLengthMax, readAliasCell } from '../../names/rules.ts'
import type { RenameRule } from '../../paper/rules/rules.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { importRules } from '../../services/scan-export/rename-rules/import-rules.ts'
import { readRuleLine, ruleTable } from '../../services/scan-export/rename-rules/rules.ts'
import { scanExportDeps } from '../../services/scan-export/service.ts'

export const vendors = nameList('vendors', 'vendor')
export const productNames = nameList('product-names', 'product')

function nameList(name: string, kind: NameKind): ImportKind {
  return {
    name,
    action: 'names brought in',
    fields: `name, aliases (a list; in CSV separated by ${aliasSeparator})`,
    table: {
      columns: ['name', 'aliases'],
      required: ['name'],
      objectOf: (cell) => ({
        name: cell('name'),
        aliases: readAliasCell(cell('aliases')),
      }),
    },
    async enter(lines, target) {
      for await (const slice of inSlices(lines)) {
        const inputs = readEach(slice, target.tally, ({ value }) => inputOf(value))
        await enterAll(target, inputs, (conn, input) => {
          // The time of this line, not of the slice: new aliases are told apart by their time.
          const added = addName(conn, kind, input, target.clock.now())
          return { outcome: outcomeOf(added), warnings: added.conflicts.map(describeConflict) }
        })
      }
    },
  }
}

function inputOf(value: JsonObject): NameInput {
  const name = value['name']
  if (typeof name !== 'string') {
    throw new AppError('invalid_request', `name must be text of 1 to ${nameLengthMax} characters.`)
  }
  const aliases: string[] = []
  const given = value['aliases'] ?? []
  for (const alias of Array.isArray(given) ? given : [given]) {
    if (typeof alias !== 'string') {
      throw new AppError('invalid_request', 'aliases must be a list of texts.')
    }
    aliases.push(alias)
  }
  return { name, aliases }
}

function outcomeOf(added: { created: boolean; aliasesAdded: number }): Entered['outcome'] {
  if (added.created) return 'created'
  return added.aliasesAdded > 0 ? 'updated' : 'unchanged'
}

function describeConflict({ alias, name }: AliasConflict): string {
  return `"${alias}" belongs to "${name}" already and was not added as an alias.`
}

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
    const deps = scanExportDeps({ database, clock, store: storeOf(dir) })
    for (const outcome of await importRules(deps, rules)) tally.count(outcome)
  },
}
