import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { withPassword } from '../../components/with-password.tsx'
import { choiceSearch, pageSearch, searchOf, textSearch } from '../../search.ts'

/** The parts of the page; without one it is what waits. */
export const bookTabs = ['entered', 'known', 'settings'] as const

export const knownKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type KnownKind = (typeof knownKinds)[number]

/** What the address says. */
export const booksSearch = searchOf(
  choiceSearch('tab', bookTabs),
  choiceSearch('kind', knownKinds),
  textSearch('search'),
  pageSearch,
)

export type BooksSearch = ReturnType<typeof booksSearch>

/** How often the page looks how the books are, in milliseconds. */
const lookAgainMs = 15_000

export const booksQuery = queryOptions({
  queryKey: ['books'],
  queryFn: () => ask(api.books.get()),
  refetchInterval: lookAgainMs,
})

export const causesQuery = queryOptions({
  queryKey: ['books', 'causes'],
  queryFn: () => ask(api.books.causes.get()),
  refetchInterval: lookAgainMs,
})

export function waitingQuery({
  kind,
  books,
  code,
  field,
}: Pick<Cause, 'kind' | 'books' | 'code' | 'field'>) {
  const query = { kind, code, field, ...inBooks(books) }
  return queryOptions({
    queryKey: ['books', 'waiting', query],
    queryFn: () => ask(api.books.causes.waiting.get({ query })),
  })
}

/** Lines on a page of what went in, and of what is known. */
const pageSize = 50

export function enteredQuery({ page = 1 }: BooksSearch, size = pageSize) {
  const query = { page, size }
  return queryOptions({
    queryKey: ['books', 'entered', query],
    queryFn: () => ask(api.books.entered.get({ query })),
    placeholderData: (before) => before,
  })
}

export function knownQuery(
  { page = 1, kind = 'party', search }: BooksSearch,
  books: number | null,
  size = pageSize,
) {
  const query = { page, size, kind, ...inBooks(books), ...(search === undefined ? {} : { search }) }
  return queryOptions({
    queryKey: ['books', 'known', query],
    queryFn: () => ask(api.books.mappings.get({ query })),
    placeholderData: (before) => before,
  })
}

/** What some books have, by some letters of a name or a GSTIN. */
export function mastersQuery(books: number | null, kind: MasterKind, search: string) {
  const query = { kind, search, ...inBooks(books) }
  return queryOptions({
    queryKey: ['books', 'masters', query],
    queryFn: () => ask(api.books.masters.get({ query })),
    placeholderData: (before) => before,
  })
}

/** Without a number those that were heard of last. */
function inBooks(books: number | null) {
  return books === null ? {} : { books }
}

export type MasterKind = Exclude<KnownKind, 'party'>

export type Books = AnswerOf<typeof booksQuery>
export type Bridge = Books['bridges'][number]
export type Cause = AnswerOf<typeof causesQuery>['items'][number]
export type Proposal = Cause['proposals'][number]
export type Entered = AnswerOf<typeof enteredQuery>['items'][number]
export type Known = AnswerOf<typeof knownQuery>['items'][number]

/** The commands that connect a bridge, with the code that the first of them asks for. */
export function beginPairing() {
  return withPassword(() => ask(api.books.pair.post()))
}

/** The same by a name alone, for books that no bridge can read. */
export function nameAs(given: { books: number | null; field: string; name: string }) {
  return ask(api.books.names.post(given))
}

/** Says of a file that it was imported, or that it is to be written again. */
export function settleFile(given: { bridge: string; file: string; as: 'imported' | 'again' }) {
  return ask(api.books.files.post(given))
}

/** Says what something of ours is in some books. */
export function mapTo(given: {
  books: number | null
  field: string
  master: string
  reason?: string
}) {
  return ask(api.books.mappings.post(given))
}

/** Says of what waits for one cause that it was entered by hand, or stays out of the books. */
export function settleCause({ kind, books, code, field }: Cause, as: 'by_hand' | 'dropped') {
  return ask(api.books.causes.settle.post({ kind, books, code, field, as }))
}

type Said = { isAnother?: boolean; isDeleted?: boolean }

/**
 * Has what waits for one cause tried again; `isAnother` where the books seem to have it and it is another paper, `isDeleted` where what
 * they kept as an exception is deleted there.
 */
export function tryAgain({ kind, books, code, field }: Cause, said: Said) {
  return ask(api.books.causes.again.post({ kind, books, code, field, ...said }))
}
