import { useQuery } from '@tanstack/react-query'
import { booksQuery } from './data.ts'
import { filesSystem, programOf } from './words.ts'

/** Whether some accounts get files. Their content is unknown, because no bridge reads them. */
export function useAreFiles(books: number | null): boolean {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  const own = bridges.filter((bridge) => books === null || bridge.books === books)
  return own.length > 0 && own.every(({ system }) => system === filesSystem)
}

/** The names of the bridges' accounts, by number. */
export function useCompanies(): ReadonlyMap<number, string> {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  return new Map(
    bridges.flatMap(({ books, booksName, name }) =>
      books === null ? [] : [[books, booksName === '' ? name : booksName] as const],
    ),
  )
}

/** The name of the program behind some accounts. */
export function useProgram(books: number | null): string {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  return programOf(bridges, books)
}
