import { queryOf } from '../../../platform/http/fields.ts'
import {
  builtInKeys,
  listBuiltIn,
  listRuleKeys,
  listRulesPage,
  type RenameRule,
  type StoredRule,
  type ChangedScan,
} from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { categoryField, ruleCategoryField, searchField, sortField, typeField } from './schemas.ts'
import { pageOf, readPage } from '../fields.ts'

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

type SentRule = {
  type: 'label' | 'value'
  category?: RenameRule['category'] | undefined
  key?: string | null | undefined
  from: string
  to: string
}

/** A rule as the page shows it; `category` null for every document, `key` only of a value rule. */
function shownRule(rule: StoredRule) {
  const { id, type, category, key, from, to } = rule
  return {
    id,
    type,
    category: category === '' ? null : category,
    key: type === 'value' ? key : null,
    from,
    to,
    updatedAt: new Date(rule.updatedAt).toISOString(),
  }
}

/** A rule as it was sent. */
export function sentRule({ type, category = null, key, from, to }: SentRule): RenameRule {
  return type === 'label'
    ? { type, from, to, category }
    : { type, key: key ?? '', from, to, category }
}

/** Changed scans that a preview shows; it counts all of them. */
export const scansShown = 20

type Preview = { waiting: number; changed: number; scans: ChangedScan[] }

/** A preview as the page shows it. */
export function shownPreview({ waiting, changed, scans }: Preview) {
  return {
    waiting,
    changed,
    scans: scans.map(({ createdAt, ...scan }) => ({
      ...scan,
      createdAt: new Date(createdAt).toISOString(),
    })),
  }
}
