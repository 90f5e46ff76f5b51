import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, ask, type AnswerOf, answerQuery, pagedQuery } from '../../client.ts'
import type { Filter } from '../../components/filters.tsx'
import type { Address } from '../../components/use-list.ts'
import {
  choiceSearch,
  listQuery,
  pageSearch,
  searchOf,
  sortSearch,
  textSearch,
} from '../../search.ts'
import { categoryPlurals, documentCategories, type DocumentCategory } from '../../words.ts'

const ownSearch = searchOf(
  pageSearch,
  choiceSearch('type', ['label', 'value']),
  choiceSearch('category', ['all', ...documentCategories]),
  sortSearch(['from', 'updated']),
  textSearch('search'),
)

/** The values in the address of the page of rules. Without a view, the page shows the organisation's own rules. */
export const ruleSearch = searchOf(
  ownSearch,
  choiceSearch('view', ['unknown', 'built-in']),
  choiceSearch('kind', ['values']),
  choiceSearch('show', ['dismissed']),
)

type RuleSearch = ReturnType<typeof ruleSearch>

/** The properties of the tabs: the values in the address, the way to change them, and the way to begin a rule. */
export type RulesProps = Address<RuleSearch> & {
  onDraft(draft: RuleDraft): void
}

/** The number of entries on a page. */
const pageSize = 50

/** The pause between two questions about a change that runs, and about whether one runs, in milliseconds. */
const underWayMs = 500
const idleMs = 10_000

export const rulesQuery = listQuery(['rules', 'own'], ownSearch, (query) =>
  api.rules.get({ query }),
)

export function builtInQuery(search: RuleSearch) {
  const query = documentQuery(search)
  return answerQuery(['rules', 'built in', query], () => api.rules['built-in'].get({ query }), {
    placeholderData: (before) => before,
    staleTime: Infinity,
  })
}

export function unknownQuery(search: RuleSearch) {
  const { kind = 'labels', show } = search
  const query = { ...documentQuery(search), kind, ...(show === undefined ? {} : { show }) }
  return pagedQuery(['rules', 'unknown', query], () => api.rules.unknown.get({ query }))
}

/** "All documents" is no filter here, because every entry belongs to some documents. */
function documentQuery({ page = 1, category, search }: RuleSearch) {
  return {
    page,
    size: pageSize,
    ...(category === undefined || category === 'all' ? {} : { category }),
    ...(search === undefined ? {} : { search }),
  }
}

export const ruleKeysQuery = answerQuery(['rules', 'keys'], () => api.rules.keys.get())

/** The running changes of rules. Fetched again and again. */
export const changesQuery = queryOptions({
  queryKey: ['changes of rules'],
  queryFn: fetchChanges,
  staleTime: 0,
  refetchInterval: ({ state: { data } }) => (isUnderWay(data) ? underWayMs : idleMs),
})

function fetchChanges() {
  return ask(api.rules.changes.get())
}

export function isUnderWay(changes: Changes | undefined): boolean {
  return changes !== undefined && (changes.items.length > 0 || changes.isElsewhere)
}

/** Sends a change of the rules and follows it, because it may wait long for its turn. */
export function useRuleChange() {
  const client = useQueryClient()
  return <Result>(sending: Promise<Result>): Promise<Result> => {
    void client.invalidateQueries({ queryKey: changesQuery.queryKey })
    return sending
  }
}

export function previewQuery(change: RuleChange) {
  return queryOptions({
    queryKey: ['rules', 'preview', change],
    queryFn: ({ signal }) => ask(api.rules.preview.post(change, { fetch: { signal } })),
    placeholderData: (before) => before,
  })
}

export type SentRule = Parameters<typeof api.rules.post>[0]
/** The rule with which the form begins. A rule with an id already exists. */
export type RuleDraft = SentRule & { id?: string }
export type RuleChange = { put: SentRule[]; remove: string[] }
export type Rule = AnswerOf<typeof rulesQuery>['items'][number]
export type BuiltIn = AnswerOf<typeof builtInQuery>['items'][number]
type UnknownPage = AnswerOf<typeof unknownQuery>
export type UnknownLabel = Extract<UnknownPage, { kind: 'labels' }>['items'][number]
export type UnknownValue = Extract<UnknownPage, { kind: 'values' }>['items'][number]
export type Changes = Awaited<ReturnType<typeof fetchChanges>>
export type Preview = AnswerOf<typeof previewQuery>

export const allDocuments = 'All documents'

export const categoryChoices = Object.entries(categoryPlurals).map(([value, label]) => ({
  value,
  label,
}))

export function documentsOf(category: DocumentCategory | null): string {
  return category === null ? allDocuments : categoryPlurals[category]
}

/** Narrows a list to one kind of document. */
export const documentsFilter = {
  by: 'choice',
  key: 'category',
  label: 'Any documents',
  choices: categoryChoices,
} as const satisfies Filter
