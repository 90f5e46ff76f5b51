import { api, ask, type AnswerOf, answerQuery, pagedQuery } from '../../client.ts'
import { withPassword } from '../../components/with-password.tsx'
import { choiceSearch, pageSearch, searchOf, textSearch } from '../../search.ts'

/** The tabs of the page. Without one it shows waiting documents. */
export const bookTabs = ['entered', 'known', 'settings'] as const

export const knownKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type KnownKind = (typeof knownKinds)[number]

/** The page's values in the address. */
export const booksSearch = searchOf(
  choiceSearch('tab', bookTabs),
  choiceSearch('kind', knownKinds),
  textSearch('search'),
  pageSearch,
)

export type BooksSearch = ReturnType<typeof booksSearch>

/** How often the state of the accounts is loaded, in milliseconds. */
const lookAgainMs = 15_000

export const booksQuery = answerQuery(['books'], () => api.books.get(), {
  refetchInterval: lookAgainMs,
})

export const causesQuery = answerQuery(['books', 'causes'], () => api.books.causes.get(), {
  refetchInterval: lookAgainMs,
})

export function waitingQuery({
  kind,
  books,
  code,
  field,
}: Pick<Cause, 'kind' | 'books' | 'code' | 'field'>) {
  const query = { kind, code, field, ...inBooks(books) }
  return answerQuery(['books', 'waiting', query], () => api.books.causes.waiting.get({ query }))
}

/** The size of a page of entered documents, and of known mappings. */
const pageSize = 50

export function enteredQuery({ page = 1 }: BooksSearch, size = pageSize) {
  const query = { page, size }
  return pagedQuery(['books', 'entered', query], () => api.books.entered.get({ query }))
}

export function knownQuery(
  { page = 1, kind = 'party', search }: BooksSearch,
  books: number | null,
  size = pageSize,
) {
  const query = { page, size, kind, ...inBooks(books), ...(search === undefined ? {} : { search }) }
  return pagedQuery(['books', 'known', query], () => api.books.mappings.get({ query }))
}

/** Masters of some accounts by part of their name or GSTIN. */
export function mastersQuery(books: number | null, kind: MasterKind, search: string) {
  const query = { kind, search, ...inBooks(books) }
  return pagedQuery(['books', 'masters', query], () => api.books.masters.get({ query }))
}

/** Without a number, the most recently active accounts. */
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

/** The commands that connect a bridge, and the code for the first of them. */
export function beginPairing() {
  return withPassword(() => ask(api.books.pair.post()))
}

/** Maps by name alone, for accounts that no bridge can read. */
export function nameAs(given: { books: number | null; field: string; name: string }) {
  return ask(api.books.names.post(given))
}

/** Records that a file was imported, or that it should be written again. */
export function settleFile(given: { bridge: string; file: string; as: 'imported' | 'again' }) {
  return ask(api.books.files.post(given))
}

/** Maps a subject to a master of some accounts. */
export function mapTo(given: {
  books: number | null
  field: string
  master: string
  reason?: string
}) {
  return ask(api.books.mappings.post(given))
}

/** Settles everything that waits for one cause as entered by hand or left out. */
export function settleCause({ kind, books, code, field }: Cause, as: 'by_hand' | 'dropped') {
  return ask(api.books.causes.settle.post({ kind, books, code, field, as }))
}

type Said = { isAnother?: boolean; isDeleted?: boolean }

/**
 * Tries everything that waits for one cause again. `isAnother`: the accounts contain a different paper. `isDeleted`:
 * the exceptions in the accounts were deleted.
 */
export function tryAgain({ kind, books, code, field }: Cause, said: Said) {
  return ask(api.books.causes.again.post({ kind, books, code, field, ...said }))
}
