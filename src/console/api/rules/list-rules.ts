import { queryOf } from '../../../platform/http/fields.ts'
import { foldText } from '../../../platform/text.ts'
import {
  builtInKeys,
  findUnknown,
  likelyKey,
  listBuiltIn,
  listRuleKeys,
  listRulesPage,
} from '../../../services/scan-export/service.ts'
import type { ConsoleParts } from '../parts.ts'
import {
  categoryField,
  kindField,
  pageField,
  ruleCategoryField,
  searchField,
  sizeField,
  sortField,
  typeField,
} from './schemas.ts'
import { shownRule } from './shown-rule.ts'

/** A page of the organisation's rules. */
export function listRules({ book }: ConsoleParts, request: Request) {
  const query = queryOf(request)
  const [page, size] = [pageField.read(query), sizeField.read(query)]
  const category = ruleCategoryField.read(query)
  const selection = {
    search: searchField.read(query) ?? '',
    type: typeField.read(query),
    category: category === 'all' ? ('' as const) : category,
    sort: sortField.read(query) ?? ('from' as const),
  }
  const offset = (page - 1) * size
  const { rules, total } = listRulesPage(book.read, selection, { limit: size, offset })
  return { items: rules.map(shownRule), total, page, size }
}

/** A page of the labels that Daybook knows by itself. */
export function listBuiltInLabels(request: Request) {
  const query = queryOf(request)
  const rows = listBuiltIn(searchField.read(query) ?? '', categoryField.read(query))
  return pageOf(rows, query)
}

/** A page of the labels or values in the newest scans that no rule knows, and how many there are of both. */
export async function listUnknown({ scanExport }: ConsoleParts, request: Request) {
  const query = queryOf(request)
  const kind = kindField.read(query) ?? 'labels'
  const category = categoryField.read(query)
  const search = foldText(searchField.read(query) ?? '')
  const isWanted = (scanCategory: string, texts: readonly string[]) =>
    (category === undefined || category === scanCategory) &&
    texts.some((text) => foldText(text).includes(search))
  const unknown = await findUnknown(scanExport)
  const counts = {
    scans: unknown.scans,
    labels: unknown.labels.length,
    values: unknown.values.length,
  }
  if (kind === 'labels') {
    const found = unknown.labels.filter((row) => isWanted(row.category, [row.label, row.example]))
    const { items, ...page } = pageOf(found, query)
    const shown = items.map((row) => ({
      ...row,
      likely: likelyKey(row.label, row.category, row.place),
    }))
    return { kind, ...counts, ...page, items: shown }
  }
  const found = unknown.values.filter((row) => isWanted(row.category, [row.key, row.value]))
  return { kind, ...counts, ...pageOf(found, query) }
}

/** The fields that rules may name: built in, and of the organisation's own rules. */
export function listKeys({ book }: ConsoleParts) {
  const own = listRuleKeys(book.read).all()
  return { keys: [...new Set([...builtInKeys(), ...own.map(({ key }) => key)])].toSorted() }
}

function pageOf<Row>(rows: readonly Row[], query: URLSearchParams) {
  const [page, size] = [pageField.read(query), sizeField.read(query)]
  return {
    items: rows.slice((page - 1) * size, page * size),
    total: rows.length,
    page,
    size,
  }
}
