import { pagedQuery, type Answer } from './client.ts'
import { readDay, wholeDays, type DayRange } from './components/days.ts'

type Search = Record<string, unknown>

/** Changes to the values in the address. An empty value, or one that is no choice, is removed. */
export type SearchChange<Read> = { [Key in keyof Read]?: string | number | null | undefined }

/** Joins these readers to one that reads the address of a page. */
export function searchOf<Readers extends readonly ((search: Search) => object)[]>(
  ...readers: Readers
): (search: Search) => AllOf<{ [At in keyof Readers]: ReturnType<Readers[At]> }> {
  return (search) => Object.assign({}, ...readers.map((read) => read(search)))
}

type AllOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? First & AllOf<Rest>
  : unknown

/** The page of a list, from the address. Absent means the first page. */
export function pageSearch(search: Search): { page?: number } {
  const page = search['page']
  return typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}
}

/** One of the choices, from the address. Absent if the value is no choice. */
export function choiceSearch<const Key extends string, const Choice extends string>(
  key: Key,
  choices: readonly Choice[],
): (search: Search) => { [K in Key]?: Choice } {
  return readerOf(key, (value) => choices.find((choice) => choice === value))
}

/** The column and direction of a list's sorting, from the address. Absent means the list's own order. */
export function sortSearch<const Sort extends string>(columns: readonly Sort[]) {
  const column = choiceSearch('sort', columns)
  const direction = choiceSearch('direction', ['up', 'down'])
  return (search: Search): ReturnType<typeof column> & ReturnType<typeof direction> => {
    const found = column(search)
    return found.sort === undefined ? {} : { ...found, ...direction(search) }
  }
}

type ListSearch = {
  page?: number
  sort?: string
  direction?: string
  from?: string
  until?: string
}

/** Rows on a page of most lists. */
const pageSize = 50

/**
 * The query of a list for a page's address. `read` takes the list's own values from the address, and `call` sends them
 * to the server.
 */
export function listQuery<Asked extends ListSearch, Data>(
  key: readonly string[],
  read: (search: Asked) => Asked,
  call: (query: ListCall<Asked>) => Promise<Answer<Data>>,
  rows = pageSize,
) {
  return (search: Asked, size = rows) => {
    const { page = 1, from, until, ...chosen } = read(search)
    const query = { page, size, ...chosen, ...wholeDays({ from, until }) }
    return pagedQuery([...key, query], () => call(query))
  }
}

type ListCall<Asked> = { page: number; size: number } & Omit<Asked, 'page' | 'from' | 'until'> &
  Partial<DayRange>

/** The filters of a list from the address, in the server's form, without page and order. */
export function filterOf<Asked extends ListSearch>({
  page: _page,
  sort: _sort,
  direction: _direction,
  from,
  until,
  ...chosen
}: Asked) {
  return { ...chosen, ...wholeDays({ from, until }) }
}

/** A text from the address, if there is one. */
export function textSearch<const Key extends string>(key: Key) {
  return readerOf(key, (value) => (typeof value === 'string' && value !== '' ? value : undefined))
}

/** A day such as `2027-03-31` from the address. Absent if the value is no day. */
export function daySearch<const Key extends string>(key: Key) {
  return readerOf(key, (value) =>
    typeof value === 'string' && readDay(value) === value ? value : undefined,
  )
}

function readerOf<Key extends string, Value>(
  key: Key,
  read: (value: unknown) => Value | undefined,
) {
  return (search: Search): { [K in Key]?: Value } => {
    const found: { [K in Key]?: Value } = {}
    const value = read(search[key])
    if (value !== undefined) found[key] = value
    return found
  }
}
