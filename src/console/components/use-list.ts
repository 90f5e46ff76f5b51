import { useMediaQuery } from '@mantine/hooks'
import {
  useQuery,
  useQueryClient,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { SearchChange } from '../search.ts'

/** The width at which cards begin (list.css). */
const phone = '(max-width: 48em)'

/** Rows on one page on a phone: each is a card, and nobody scrolls through fifty. */
const phonePageSize = 25

/** The server's answer for one page of a list. */
export type ListAnswer<Row> = { items: readonly Row[]; size: number; total: number }

/** The values in an address, and a function to change them. A change returns the list to its first page. */
export type Address<Search> = {
  search: Search
  change(changed: SearchChange<Search> & AddressChange): void
  /** Goes to the values of a saved view, and nothing else. */
  show(saved: Readonly<Record<string, unknown>>): void
}

/** A list from the server for the values in the address. */
export type List<Search, Data> = Address<Search> & {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** Loads another page of the same list, with another size. */
  fetchPage(page: number, size: number): Promise<Data>
  /** The cache key of the shown data. */
  queryKey: QueryKey
}

type AddressChange = Record<string, string | number | null | undefined>

/** Builds the request of a page. `size` is the number of rows, if it differs from the default. */
type QueryOf<Search, Data, Key extends readonly unknown[]> = (
  search: Search,
  size?: number,
) => UseQueryOptions<Data, Error, Data, Key>

/** The list of a page. `read` reads the address, like the page's route, and `queryOf` builds the request. */
export function useList<Search extends { page?: number }, Data, Key extends readonly unknown[]>(
  read: (address: Record<string, unknown>) => Search,
  queryOf: QueryOf<Search, Data, Key>,
): List<Search, Data> {
  return useListAt(useAddress(read), queryOf)
}

/** One of several lists on a page. */
export function useListAt<Search extends { page?: number }, Data, Key extends readonly unknown[]>(
  address: Address<Search>,
  queryOf: QueryOf<Search, Data, Key>,
): List<Search, Data> {
  const client = useQueryClient()
  const isPhone = useMediaQuery(phone, undefined, { getInitialValueInEffect: false })
  const { search } = address
  const options = isPhone ? queryOf(search, phonePageSize) : queryOf(search)
  const query = useQuery(options)
  const fetchPage = (page: number, size: number) =>
    client.fetchQuery({ ...queryOf({ ...search, page }, size), staleTime: 0, gcTime: 0 })
  return { ...address, query, fetchPage, queryKey: options.queryKey }
}

/** The values in a page's address, and a function to change them. */
export function useAddress<Search extends object>(
  read: (address: Record<string, unknown>) => Search,
): Address<Search> {
  const search = read(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changed: AddressChange) =>
    void navigate({
      to: '.',
      search: (before: object) => read({ ...before, page: undefined, ...changed }),
      // The back button leads to the previous page, not through every typed search.
      replace: 'search' in changed,
    })
  const show = (saved: Readonly<Record<string, unknown>>) =>
    void navigate({ to: '.', search: () => read({ ...saved }) })
  return { search, change, show }
}

/** The props of a table for one page of a list. `page` counts from 1. Undefined is the first page. */
export function listed<Row>(
  { data, error, refetch }: Pick<UseQueryResult<ListAnswer<Row>>, 'data' | 'error' | 'refetch'>,
  page: number | undefined,
  onPage: (page: number) => void,
) {
  return {
    rows: data?.items,
    error,
    onRetry: () => void refetch(),
    paging:
      data === undefined
        ? undefined
        : { page: page ?? 1, size: data.size, total: data.total, onChange: onPage },
  }
}
