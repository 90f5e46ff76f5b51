import { Button, EmptyState } from '@mantine/core'
import { IconSearchOff, type Icon } from '@tabler/icons-react'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SearchChange } from '../search.ts'
import { DataTable } from './data-table.tsx'
import { cleared, Filters, isFiltered, type Filter } from './filters.tsx'
import { PageHeader } from './page-header.tsx'
import type { DataTableProps } from './table.tsx'

/** What the server answers for one page of a list. */
type Answer<Row> = { items: readonly Row[]; size: number; total: number }

/** A list, what its address says, and the way to change that; after a change it begins at its first page. */
type List<Search, Data> = {
  search: Search
  change(changed: SearchChange<Search>): void
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
}

type AddressChange = Record<string, string | number | null | undefined>

/** The list of a page: `read` reads the address, as the page's route does, and `queryOf` asks the server for it. */
export function useList<Search extends object, Data, Key extends readonly unknown[]>(
  read: (address: Record<string, unknown>) => Search,
  queryOf: (search: Search) => UseQueryOptions<Data, Error, Data, Key>,
): List<Search, Data> {
  const address = useAddress(read)
  return { ...address, query: useQuery(queryOf(address.search)) }
}

/** What the address of a page with several lists says, and the way to change that. */
export function useAddress<Search extends object>(
  read: (address: Record<string, unknown>) => Search,
): Omit<List<Search, unknown>, 'query'> {
  const search = read(useSearch({ strict: false }))
  const navigate = useNavigate()
  const change = (changed: AddressChange) =>
    void navigate({
      to: '.',
      search: (before: object) => read({ ...before, page: undefined, ...changed }),
      // The way back leads to where one came from, not through what was typed on the way.
      replace: 'search' in changed,
    })
  return { search, change }
}

type ListPageProps<Row> = Pick<DataTableProps<Row>, 'columns' | 'sort' | 'onSort' | 'selection'> & {
  title: string
  /** What the page is for. */
  lead?: ReactNode
  actions?: ReactNode
  /** What the table lists, where the title does not say it. */
  label?: string
  list: List<{ page?: number }, Answer<Row>>
  filters?: readonly Filter[]
  /** What to do where there is nothing yet. */
  empty: Nothing
  /** What to do where nothing is like what is looked for. */
  noMatch?: Pick<Nothing, 'title' | 'description'>
  /** Below the header. */
  top?: ReactNode
  /** Right above the table. */
  above?: ReactNode
  /** Another way to show the rows. */
  table?(props: DataTableProps<Row>): ReactNode
  /** Its dialogues. */
  children?: ReactNode
}

/** A page that is one list: searched, narrowed and paged by its address, with what can be done where it is empty. */
export function ListPage<Row extends { id: string }>({
  title,
  lead,
  actions,
  label = title,
  list,
  filters = [],
  empty,
  noMatch,
  top,
  above,
  table = (props) => <DataTable {...props} />,
  children,
  ...shown
}: ListPageProps<Row>) {
  const isNarrowed = isFiltered(filters, list.search)
  return (
    <>
      <PageHeader title={title} actions={actions}>
        {lead}
      </PageHeader>
      {top}
      <Filters label={label} filters={filters} list={list} />
      {above}
      {table({
        ...shown,
        ...listed(list.query, list.search.page, (page) => list.change({ page })),
        label,
        idOf: ({ id }) => id,
        empty:
          isNarrowed && noMatch !== undefined ? (
            <Nothing
              {...noMatch}
              icon={IconSearchOff}
              action={
                <Button variant="default" onClick={() => list.change(cleared(filters))}>
                  Show all {label.toLowerCase()}
                </Button>
              }
            />
          ) : (
            <Nothing {...empty} />
          ),
      })}
      {children}
    </>
  )
}

/** What a table shows of a query for one page of a list. `page` counts from 1; none is the first. */
export function listed<Row>(
  { data, error, refetch }: Pick<UseQueryResult<Answer<Row>>, 'data' | 'error' | 'refetch'>,
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

type Nothing = { icon: Icon; title: string; description: string; action?: ReactNode }

function Nothing({ icon: Icon, title, description, action }: Nothing) {
  return (
    <EmptyState icon={<Icon aria-hidden />} title={title} description={description}>
      {action !== undefined && <EmptyState.Actions>{action}</EmptyState.Actions>}
    </EmptyState>
  )
}
