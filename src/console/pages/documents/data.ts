import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api, type AnswerOf, answerQuery } from '../../client.ts'
import {
  choiceSearch,
  daySearch,
  listQuery,
  pageSearch,
  searchOf,
  sortSearch,
  textSearch,
} from '../../search.ts'
import { documentCategories } from '../../words.ts'
import { useRefresh } from '../../components/commands.tsx'

/** The list's values in the address. */
export const documentsSearch = searchOf(
  pageSearch,
  sortSearch(['added', 'seller', 'number', 'date', 'total', 'state']),
  choiceSearch('state', ['pending', 'reading', 'successful', 'failed', 'check']),
  choiceSearch('doubtful', ['yes']),
  choiceSearch('books', ['no']),
  choiceSearch('category', documentCategories),
  choiceSearch('synced', ['yes', 'no', 'last-week']),
  choiceSearch('duplicate', ['yes', 'no']),
  daySearch('from'),
  daySearch('until'),
  textSearch('search'),
)

/** The values of a document's page in the address: the page of its lines, and whether the form is open. */
export function documentSearch(search: Record<string, unknown>): { lines?: number; edit?: true } {
  const { page: lines } = pageSearch({ page: search['lines'] })
  return {
    ...(lines === undefined ? {} : { lines }),
    ...(search['edit'] === true ? { edit: true } : {}),
  }
}

export const documentsQuery = listQuery(['documents', 'list'], documentsSearch, (query) =>
  api.documents.get({ query }),
)

/** `lines` is the page of its lines. */
export function documentQuery(id: string, lines: number) {
  return answerQuery(
    ['documents', 'one', id, lines],
    () => api.documents({ id }).get({ query: { lines } }),
    {
      // The earlier lines of the same document stay while others load, but never those of another document.
      placeholderData: (before) => (before?.id === id ? before : undefined),
    },
  )
}

/** Everything that was read, for the form. */
export function readQuery(id: string) {
  return answerQuery(['documents', 'read', id], () => api.documents({ id }).read.get(), {
    // Reloading must not replace values while somebody types.
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** The differences between the GSTR-2B and a document. */
export function claimsQuery(id: string) {
  return answerQuery(['documents', 'gstr-2b', id], () => api.documents({ id })['gstr-2b'].get())
}

export type Claim = AnswerOf<typeof claimsQuery>['claims'][number]

/** The address of a document's file. */
export function fileAddress(id: string): string {
  return `/console/api/documents/${encodeURIComponent(id)}/file`
}

/** A document in the list. */
export type ListedDocument = AnswerOf<typeof documentsQuery>['items'][number]
/** A document with everything. */
export type ShownDocument = AnswerOf<typeof documentQuery>
export type ReadDocument = AnswerOf<typeof readQuery>
/** A field before and after the rules. */
export type ExplainedField = NonNullable<ShownDocument['head']>[number]
export type JsonValue = ExplainedField['value']

/** How often the progress of reading is loaded, in milliseconds: while something is read, and otherwise. */
const followMs = 1_500
export const lookMs = 20_000

const readingQuery = answerQuery(['documents', 'reading'], () => api.documents.reading.get(), {
  refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? followMs : lookMs),
})

export type Reading = AnswerOf<typeof readingQuery>

/** The progress of reading. When a document is finished, all shown data are reloaded. */
export function useReading(isWanted = true): Reading | undefined {
  const { data } = useQuery({ ...readingQuery, enabled: isWanted })
  const refresh = useRefresh()
  const before = useRef<readonly string[]>([])
  const look = useEffectEvent((ids: readonly string[]) => {
    const isOneDone = before.current.some((id) => !ids.includes(id))
    before.current = ids
    if (isOneDone) void refresh()
  })
  useEffect(() => {
    if (data !== undefined) look(data.queue.map(({ id }) => id))
  }, [data])
  return data
}
