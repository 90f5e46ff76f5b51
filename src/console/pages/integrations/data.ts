import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { choiceSearch, pageSearch, searchOf } from '../../search.ts'
import { languageNames, taskNames } from './samples/tasks.ts'

/** The values of an integration's page in the address: the calls, or the code and its language. */
export const integrationSearch = searchOf(
  pageSearch,
  choiceSearch('result', ['failed']),
  choiceSearch('tab', ['code']),
  choiceSearch('task', taskNames),
  choiceSearch('language', languageNames),
)

/** Rows on a page. */
const pageSize = 50

/** How often the list is reloaded, in milliseconds. */
const refreshMs = 15_000

/** How often a key's calls are reloaded, in milliseconds, for somebody who tries a program. */
const callsRefreshMs = 3_000

/** The list's address has only the page. */
export function integrationsQuery({ page = 1 }: { page?: number }, size = pageSize) {
  return queryOptions({
    queryKey: ['integrations', { page, size }],
    queryFn: () => ask(api.integrations.get({ query: { page, size } })),
    placeholderData: (before) => before,
    refetchInterval: refreshMs,
  })
}

export function integrationQuery(id: string) {
  return queryOptions({
    queryKey: ['integrations', id],
    queryFn: () => ask(api.integrations({ id }).get()),
    refetchInterval: refreshMs,
  })
}

export function callsQuery(
  id: string,
  { page = 1, result }: ReturnType<typeof integrationSearch>,
  size = pageSize,
) {
  const query = { page, size, ...(result === undefined ? {} : { result }) }
  return queryOptions({
    queryKey: ['integrations', id, 'calls', query],
    queryFn: () => ask(api.integrations({ id }).calls.get({ query })),
    placeholderData: (before) => before,
    staleTime: 0,
    refetchInterval: callsRefreshMs,
  })
}

type IntegrationPage = AnswerOf<typeof integrationsQuery>
type CallPage = AnswerOf<typeof callsQuery>

/** A key in the list of integrations. */
export type Integration = IntegrationPage['items'][number]
/** A call of a key. */
export type Call = CallPage['items'][number]
