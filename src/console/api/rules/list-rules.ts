import { queryOf } from '../../../platform/http/fields.ts'
import {
  builtInKeys,
  listBuiltIn,
  listRuleKeys,
  listRulesPage,
} from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../parts.ts'
import { categoryField, ruleCategoryField, searchField, sortField, typeField } from './schemas.ts'
import { shownRule } from './shown-rule.ts'
import { pageOf, readPage } from '../paging.ts'

/** A page of the organisation's rules. */
export function listRules({ database }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const category = ruleCategoryField.read(query)
  const selection = {
    search: searchField.read(query) ?? '',
    type: typeField.read(query),
    category: category === 'all' ? ('' as const) : category,
    sort: sortField.read(query) ?? ('from' as const),
  }
  const offset = (page - 1) * size
  const { rules, total } = listRulesPage(database.read, selection, { limit: size, offset })
  return { items: rules.map(shownRule), total, page, size }
}

/** A page of the labels that Daybook knows by itself. */
export function listBuiltInLabels(request: Request) {
  const query = queryOf(request)
  const rows = listBuiltIn(searchField.read(query) ?? '', categoryField.read(query))
  return pageOf(rows, query)
}

/** The fields that rules may name: built in, and of the organisation's own rules. */
export function listKeys({ database }: ConsoleDeps) {
  const own = listRuleKeys(database.read).all()
  return { keys: [...new Set([...builtInKeys(), ...own.map(({ key }) => key)])].toSorted() }
}
