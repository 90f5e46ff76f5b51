import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { choiceSearch, pageSearch, searchOf, sortSearch } from '../../search.ts'

/** The list's values in the address. */
export const keySearch = searchOf(
  pageSearch,
  choiceSearch('state', ['active', 'ended']),
  sortSearch(['name', 'service', 'created', 'used']),
)

type KeySearch = ReturnType<typeof keySearch>

/** Keys on a page. */
const pageSize = 50

/** Without a state, only working keys. */
export function keysQuery(search: KeySearch, size = pageSize) {
  const query = { page: 1, size, state: 'active', ...search }
  return queryOptions({
    queryKey: ['keys', query],
    queryFn: () => ask(api.keys.get({ query })),
    placeholderData: (before) => before,
  })
}

export const keyOptionsQuery = queryOptions({
  queryKey: ['key options'],
  queryFn: () => ask(api.keys.options.get()),
})

export function keySeesQuery(id: string) {
  return queryOptions({
    queryKey: ['keys', id, 'sees'],
    queryFn: () => ask(api.keys({ id }).sees.get()),
  })
}

/** How often the page loads the state of the test copy, in milliseconds. */
const copyRefreshMs = 60_000

export const testCopyQuery = queryOptions({
  queryKey: ['test copy'],
  queryFn: () => ask(api['test-copy'].get()),
  refetchInterval: copyRefreshMs,
})

type KeyPage = AnswerOf<typeof keysQuery>
/** A key as the list has it. */
export type Key = KeyPage['items'][number]
/** A new key, with the key itself. */
export type NewKey = Key & {
  key: string
  baseAddress: string
  networkAddress: string | null
  curl: string | null
}
