import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf, answerQuery } from '../../client.ts'
import { choiceSearch, listQuery, pageSearch, searchOf, sortSearch } from '../../search.ts'

/** The list's values in the address. */
export const keySearch = searchOf(
  pageSearch,
  choiceSearch('state', ['active', 'ended']),
  sortSearch(['name', 'service', 'created', 'used']),
)

/** Without a state, only working keys. */
export const keysQuery = listQuery(['keys'], keySearch, (query) =>
  api.keys.get({ query: { state: 'active', ...query } }),
)

export const keyOptionsQuery = answerQuery(['key options'], () => api.keys.options.get())

export function keySeesQuery(id: string) {
  return answerQuery(['keys', id, 'sees'], () => api.keys({ id }).sees.get())
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
