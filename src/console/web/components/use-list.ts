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

/** As the cards begin (list.css). */
const phone = '(max-width: 48em)'

/** Rows of one page on a phone: each is a card, and nobody scrolls through fifty. */
const phonePageSize = 25

/** What the server answers for one page of a list. */
export type ListAnswer<Row> = { items: readonly Row[]; size: number; total: number }

/** What an address says, and the way to change that; after a change a list begins at its first page. */
export type Address<Search> = {
  search: Search
  change(changed: SearchChange<Search> & AddressChange): void
  /** Goes to what a saved view says, and to nothing else. */
  show(saved: Readonly<Record<string, unknown>>): void
}

/** A list of the server as the address has it. */
export type List<Search, Data> = Address<Search> & {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** Asks for another page of the same, of another size. */
  fetchPage(page: number, size: number): Promise<Data>
  /** Under which what is shown is kept. */
  queryKey: QueryKey
}

type AddressChange = Record<string, string | number | null | undefined>

/** What a page asks for: `size` are the rows of a page, where it is not as many as always. */
type QueryOf<Search, Data, Key extends readonly unknown[]> = (
  search: Search,
  size?: number,
) => UseQueryOptions<Data, Error, Data, Key>

/** The list of a page: `read` reads the address, as the page's route does, and `queryOf` asks the server for it. */
export function useList<Search extends { page?: number }, Data, Key extends readonly unknown[]>(
  read: (address: Record<string, unknown>) => Search,
  queryOf: QueryOf<Search, Data, Key>,
): List<Search, Data> {
  return useListAt(useAddress(read), queryOf)
}

/** One of several lists of a page. */
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

/** What the address of a page says, and the way to change that. */
export function useAddress<Search extends object>(
  read: (address: Record<string, unknown>) => Search,
): Address<Search> {
  const search = read(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changed: AddressChange) =>
    void navigate({
      to: '.',
      search: (before: object) => read({ ...before, page: undefined, ...changed }),
      // The way back leads to where one came from, not through what was typed on the way.
      replace: 'search' in changed,
    })
  const show = (saved: Readonly<Record<string, unknown>>) =>
    void navigate({ to: '.', search: () => read({ ...saved }) })
  return { search, change, show }
}

/** What a table shows of a query for one page of a list. `page` counts from 1; none is the first. */
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
