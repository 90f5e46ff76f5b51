import { useQuery } from '@tanstack/react-query'
import { booksQuery } from './data.ts'
import { filesSystem, programOf } from './words.ts'

/** Whether files are written for some books, which no bridge reads: what they hold is not known. */
export function useAreFiles(books: number | null): boolean {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  const own = bridges.filter((bridge) => books === null || bridge.books === books)
  return own.length > 0 && own.every(({ system }) => system === filesSystem)
}

/** What the books are called that bridges enter into, by their number; one where there is nothing to choose. */
export function useCompanies(): ReadonlyMap<number, string> {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  return new Map(
    bridges.flatMap(({ books, booksName, name }) =>
      books === null ? [] : [[books, booksName === '' ? name : booksName] as const],
    ),
  )
}

/** What the program is called that some books are kept in. */
export function useProgram(books: number | null): string {
  const { bridges = [] } = useQuery(booksQuery).data ?? {}
  return programOf(bridges, books)
}
