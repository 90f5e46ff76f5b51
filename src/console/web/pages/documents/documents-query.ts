import { queryOptions, skipToken } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { endOfDay, startOfDay } from '../../parts/days.ts'
import type { categories, DocumentSearch } from './document-search.ts'

export type Category = (typeof categories)[number]

/** Documents on a page. */
const pageSize = 50

/** Every query of documents begins with this, so that a change makes all of them ask again. */
export const allDocuments = ['documents']

export function documentsQuery({ page = 1, from, until, ...filters }: DocumentSearch) {
  // Days are those of whoever looks, not of the computer that Daybook runs on.
  const days = {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(until === undefined ? {} : { until: endOfDay(until) }),
  }
  return queryOptions({
    queryKey: [...allDocuments, 'list', { page, ...days, ...filters }],
    queryFn: () => ask(api.documents.get({ query: { page, size: pageSize, ...days, ...filters } })),
    placeholderData: (before) => before,
  })
}

/** `lines` is the page of its lines. */
export function documentQuery(id: string, lines: number) {
  return queryOptions({
    queryKey: [...allDocuments, 'one', id, lines],
    queryFn: () => ask(api.documents({ id }).get({ query: { lines } })),
    // The next lines of the same document; never another document.
    placeholderData: (before) => (before?.id === id ? before : undefined),
  })
}

/** What was read, whole, to be corrected. */
export function readQuery(id: string) {
  return queryOptions({
    queryKey: [...allDocuments, 'read', id],
    queryFn: () => ask(api.documents({ id }).read.get()),
    // What is being typed must not be replaced while it is typed.
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** How many documents were delivered on these days; asked once both are known. */
export function syncedCountQuery(from: string | null, until: string | null) {
  return queryOptions({
    queryKey: [...allDocuments, 'synced', from, until],
    queryFn:
      from === null || until === null
        ? skipToken
        : () => ask(api.documents['synced-count'].get({ query: wholeDays(from, until) })),
  })
}

/** From the first moment of a day to the last of another, where the browser is. */
export function wholeDays(from: string, until: string) {
  return { from: startOfDay(from), until: endOfDay(until) }
}

/** Where the file of a document is. */
export function fileAddress(id: string): string {
  return `/console/api/documents/${encodeURIComponent(id)}/file`
}

type AnswerOf<Query extends { queryFn?: unknown }> = Query['queryFn'] extends
  ((...given: never[]) => infer Result) | undefined
  ? Awaited<Result>
  : never

/** A document as the list has it. */
export type ListedDocument = AnswerOf<ReturnType<typeof documentsQuery>>['items'][number]
/** A document with everything. */
export type ShownDocument = AnswerOf<ReturnType<typeof documentQuery>>
export type ReadDocument = AnswerOf<ReturnType<typeof readQuery>>
/** A field before and after. */
export type ExplainedField = NonNullable<ShownDocument['head']>[number]
export type JsonValue = ExplainedField['value']
