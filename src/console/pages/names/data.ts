import { api, ask, type AnswerOf, answerQuery, pagedQuery } from '../../client.ts'
import type { Address } from '../../components/use-list.ts'
import { counted } from '../../components/values.tsx'
import { choiceSearch, pageSearch, searchOf, sortSearch, textSearch } from '../../search.ts'

export type NameKind = 'vendor' | 'product'

/** The list's values in the address. */
export const nameSearch = searchOf(
  pageSearch,
  choiceSearch('show', ['unknown', 'dismissed', 'learnt']),
  textSearch('search'),
  sortSearch(['name', 'changed']),
)

type NameSearch = ReturnType<typeof nameSearch>

/** The props of the page's lists. */
export type NamesProps = Address<NameSearch> & {
  kind: NameKind
  isOwner: boolean
  onDo(doing: Doing): void
}

/** A chosen entry. */
export type Chosen = { id: string; name: string }

/** The open dialogue. */
export type Doing =
  | { what: 'add'; first?: { name: string; aliases: string[] } }
  | { what: 'rename' | 'add aliases'; entry: Entry }
  | { what: 'merge'; entry: Entry; with: Chosen | null }
  | { what: 'move alias'; entry: Entry; alias: Alias }
  /** Makes a read name an alias. */
  | { what: 'place'; name: string }
  /** Shows aliases that were not added. */
  | { what: 'conflicts'; to: Chosen; conflicts: readonly Conflict[] }
  | { what: 'import' }

/** Entries on a page. */
const pageSize = 50

/** The most entries that a field proposes. */
const offeredMax = 20

export function namesQuery(kind: NameKind, asked: NameSearch, size = pageSize) {
  const { search = '', page = 1, sort, direction } = asked
  const order =
    sort === undefined ? {} : { sort, ...(direction === undefined ? {} : { direction }) }
  const query = { kind, search, page: `${page}`, size: `${size}`, ...order }
  return pagedQuery(['names', query], () => api.names.get({ query }))
}

export function offeredQuery(kind: NameKind, search: string) {
  return pagedQuery(['names', kind, 'offered', search], () =>
    api.names.get({ query: { kind, search, size: `${offeredMax}` } }),
  )
}

/** Names that the list does not have. `isDismissed`: only dismissed names. */
export function unknownQuery(kind: NameKind, page: number, isDismissed = false) {
  const query = { kind, page: `${page}`, size: `${pageSize}` }
  return pagedQuery(['names', kind, 'unknown', page, isDismissed], () =>
    api.names.unknown.get({ query: isDismissed ? { ...query, show: 'dismissed' } : query }),
  )
}

/** An entry with all its aliases. The list shows only the first ones. */
export function entryQuery(id: string) {
  return answerQuery(['names', 'entry', id], () => api.names({ id }).get())
}

/** Sellers whose bills taught Daybook something. */
export function sellersQuery({ search = '', page = 1 }: NameSearch, size = pageSize) {
  const query = { search, page: `${page}`, size: `${size}` }
  return pagedQuery(['sellers', query], () => api.sellers.get({ query }))
}

/** What Daybook learnt from a vendor's bills. A seller outside the list has its own id. */
export function sellerQuery(id: string) {
  return answerQuery(['sellers', 'one', id], () => api.sellers({ id }).get())
}

export type LearntSeller = AnswerOf<typeof sellersQuery>['items'][number]
export type Learnt = AnswerOf<typeof sellerQuery>['sellers'][number]

type NamePage = AnswerOf<typeof namesQuery>
type UnknownPage = AnswerOf<typeof unknownQuery>
export type Entry = NamePage['items'][number]
export type Alias = Entry['aliases'][number]
export type UnknownName = UnknownPage['items'][number]
/** Why an alias was not added. */
export type Conflict = Awaited<ReturnType<typeof addAliases>>['conflicts'][number]

export function addAliases(id: string, aliases: string[]) {
  return ask(api.names({ id }).aliases.post({ aliases }))
}

/** The longest name or alias in characters: the server's limit. */
export const nameLengthMax = 200

/** The words for the entries of each list. */
export const words = {
  vendor: {
    title: 'Vendors',
    one: 'vendor',
    many: 'vendors',
    lead: 'The suppliers as your books call them, and the other spellings that bills and bank statements use. What Daybook delivers has the name from here.',
    unknownLead:
      'Sellers on waiting documents, and payees on bank statements, that no vendor here is called. Add each as a vendor of its own, or as another spelling of one.',
    example: 'Acme Traders',
  },
  product: {
    title: 'Product names',
    one: 'product name',
    many: 'product names',
    lead: 'The goods as your books call them, and the other spellings that bills use. What Daybook delivers has the name from here.',
    unknownLead:
      'Goods on waiting documents that no entry here is called. Add each as a product name of its own, or as another spelling of one.',
    example: 'Basmati Rice 1 kg',
  },
} as const satisfies Record<NameKind, Record<string, string>>

export function productsOf(count: number): string {
  if (count === 0) return '–'
  return counted(count, 'product')
}
