import type { UseQueryResult } from '@tanstack/react-query'

type ListPage<Row> = { items: readonly Row[]; size: number; total: number }

/** What a table shows of a query for one page of a list. `page` counts from 1; none is the first. */
export function listed<Row>(
  { data, error, refetch }: Pick<UseQueryResult<ListPage<Row>>, 'data' | 'error' | 'refetch'>,
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
