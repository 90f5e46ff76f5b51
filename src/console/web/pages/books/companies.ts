import { useQuery } from '@tanstack/react-query'
import { booksQuery } from './data.ts'

/** What the books are called that bridges enter into, by their number; one where there is nothing to choose. */
export function useCompanies(): ReadonlyMap<number, string> {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  return new Map(
    bridges.flatMap(({ books, company, name }) =>
      books === null ? [] : [[books, company?.name ?? name] as const],
    ),
  )
}
