import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { choiceSearch, pageSearch, searchOf, textSearch } from '../../search.ts'
import { documentCategories, type DocumentCategory } from '../../words.ts'

/** Entries on a page. */
const pageSize = 50

/** How often a change that is under way is looked at, and whether there is one, in milliseconds. */
const underWayMs = 500
const idleMs = 10_000

export function rulesQuery(input: RuleSearch) {
  return queryOptions({
    queryKey: ['rules', 'own', input],
    queryFn: () => fetchRules(input),
    placeholderData: (before) => before,
  })
}

export function builtInQuery(input: RuleSearch) {
  return queryOptions({
    queryKey: ['rules', 'built in', input],
    queryFn: () => fetchBuiltIn(input),
    placeholderData: (before) => before,
    staleTime: Infinity,
  })
}

export function unknownQuery(input: RuleSearch) {
  return queryOptions({
    queryKey: ['rules', 'unknown', input],
    queryFn: () => fetchUnknown(input),
    placeholderData: (before) => before,
  })
}

export const ruleKeysQuery = queryOptions({
  queryKey: ['rules', 'keys'],
  queryFn: () => ask(api.rules.keys.get()),
})

/** What changes of rules are under way; asked for again and again. */
export const changesQuery = queryOptions({
  queryKey: ['changes of rules'],
  queryFn: () => fetchChanges(),
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? underWayMs : idleMs),
})

export function isUnderWay(changes: Changes | undefined): boolean {
  return changes !== undefined && (changes.items.length > 0 || changes.isElsewhere)
}

export function previewQuery(change: RuleChange) {
  return queryOptions({
    queryKey: ['rules', 'preview', change],
    queryFn: ({ signal }) => fetchPreview(change, signal),
    placeholderData: (before) => before,
  })
}

function fetchRules({ page = 1, type, category, search, sort }: RuleSearch) {
  const query = {
    page,
    size: pageSize,
    ...(type === undefined ? {} : { type }),
    ...(category === undefined ? {} : { category }),
    ...(search === undefined ? {} : { search }),
    ...(sort === undefined ? {} : { sort }),
  }
  return ask(api.rules.get({ query }))
}

function fetchBuiltIn(input: RuleSearch) {
  return ask(api.rules['built-in'].get({ query: documentQuery(input) }))
}

function fetchUnknown(input: RuleSearch) {
  const { kind = 'labels', show } = input
  const query = { ...documentQuery(input), kind, ...(show === undefined ? {} : { show }) }
  return ask(api.rules.unknown.get({ query }))
}

/** "All documents" is no choice where every entry is of some documents. */
function documentQuery({ page = 1, category, search }: RuleSearch) {
  return {
    page,
    size: pageSize,
    ...(category === undefined || category === 'all' ? {} : { category }),
    ...(search === undefined ? {} : { search }),
  }
}

function fetchChanges() {
  return ask(api.rules.changes.get())
}

function fetchPreview(change: RuleChange, signal: AbortSignal) {
  return ask(api.rules.preview.post(change, { fetch: { signal } }))
}

export type SentRule = Parameters<typeof api.rules.post>[0]
export type RuleChange = { put: SentRule[]; remove: string[] }
export type Rule = Awaited<ReturnType<typeof fetchRules>>['items'][number]
export type BuiltIn = Awaited<ReturnType<typeof fetchBuiltIn>>['items'][number]
type UnknownPage = Awaited<ReturnType<typeof fetchUnknown>>
export type UnknownLabel = Extract<UnknownPage, { kind: 'labels' }>['items'][number]
export type UnknownValue = Extract<UnknownPage, { kind: 'values' }>['items'][number]
export type Changes = Awaited<ReturnType<typeof fetchChanges>>
export type Preview = Awaited<ReturnType<typeof fetchPreview>>

/** What the page of rules keeps in its address. Without a view it is the organisation's own rules. */
export const ruleSearch = searchOf(
  pageSearch,
  choiceSearch('view', ['unknown', 'built-in']),
  choiceSearch('type', ['label', 'value']),
  choiceSearch('category', ['all', ...documentCategories]),
  choiceSearch('sort', ['newest']),
  choiceSearch('kind', ['values']),
  choiceSearch('show', ['dismissed']),
  textSearch('search'),
)

export type RuleSearch = ReturnType<typeof ruleSearch>

/** The documents of a category, as a rule counts for all of them. */
const documentsNames: Readonly<Record<DocumentCategory, string>> = {
  vendor_invoice: 'Vendor bills',
  purchase_order: 'Purchase orders',
  bank_entry: 'Bank statements',
}

export const categoryChoices = Object.entries(documentsNames).map(([value, label]) => ({
  value,
  label,
}))

export const allDocuments = 'All documents'

export function documentsOf(category: DocumentCategory | null): string {
  return category === null ? allDocuments : documentsNames[category]
}
