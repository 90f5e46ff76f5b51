import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { choiceSearch, pageSearch, searchOf } from '../../search.ts'
import { languageNames, taskNames } from './samples/tasks.ts'

/** What the address of one integration says: the calls, or the code and in which language. */
export const integrationSearch = searchOf(
  pageSearch,
  choiceSearch('result', ['failed']),
  choiceSearch('tab', ['code']),
  choiceSearch('task', taskNames),
  choiceSearch('language', languageNames),
)

/** Rows on a page. */
const pageSize = 50

/** What programs ask for changes while one looks: it is asked for anew this often, in milliseconds. */
const refreshMs = 15_000

/** Somebody who tries a program looks at its calls: they are asked for anew this often, in milliseconds. */
const callsRefreshMs = 3_000

/** The address of the list has only its page. */
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

/** A key as a program's way in, as the list has it. */
export type Integration = IntegrationPage['items'][number]
/** A call of a key. */
export type Call = CallPage['items'][number]
