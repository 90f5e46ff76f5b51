import { readDay, wholeDays } from './components/days.ts'

type Search = Record<string, unknown>

/** What is to be different in the address; what is empty or no choice goes from it. */
export type SearchChange<Read> = { [Key in keyof Read]?: string | number | null | undefined }

/** Reads the address of a page by these. */
export function searchOf<Readers extends readonly ((search: Search) => object)[]>(
  ...readers: Readers
): (search: Search) => AllOf<{ [At in keyof Readers]: ReturnType<Readers[At]> }> {
  return (search) => Object.assign({}, ...readers.map((read) => read(search)))
}

type AllOf<Parts extends readonly unknown[]> = Parts extends readonly [infer First, ...infer Rest]
  ? First & AllOf<Rest>
  : unknown

/** The page of a list, from the address: absent means the first one. */
export function pageSearch(search: Search): { page?: number } {
  const page = search['page']
  return typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}
}

/** One of the choices, from the address; absent when it is none of them. */
export function choiceSearch<const Key extends string, const Choice extends string>(
  key: Key,
  choices: readonly Choice[],
): (search: Search) => { [K in Key]?: Choice } {
  return readerOf(key, (value) => choices.find((choice) => choice === value))
}

/** By which column a list is sorted and which way, from the address; absent means as the list is by itself. */
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

/** What the address narrows a list to, as the server takes it: neither its page nor its order. */
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

/** A text from the address, when there is one. */
export function textSearch<const Key extends string>(key: Key) {
  return readerOf(key, (value) => (typeof value === 'string' && value !== '' ? value : undefined))
}

/** A day such as `2027-03-31`, from the address; absent when it is none. */
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
