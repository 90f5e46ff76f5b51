import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { pageSearch, searchOf, textSearch } from '../../search.ts'

/** The list's values in the address. */
export const customerSearch = searchOf(pageSearch, textSearch('search'))

/** Customers on a page. */
const pageSize = 50

export function customersQuery(
  { page = 1, ...search }: ReturnType<typeof customerSearch>,
  size = pageSize,
) {
  const query = { page, size, ...search }
  return queryOptions({
    queryKey: ['customers', query],
    queryFn: () => ask(api.customers.get({ query })),
    placeholderData: (before) => before,
  })
}

/** Customers who match a typed part of their phone number or name. */
export function proposalsQuery(search: string) {
  return queryOptions({
    queryKey: ['customers', 'proposals', search],
    queryFn: () => ask(api.customers.proposals.get({ query: { search } })),
  })
}

export type Customer = AnswerOf<typeof customersQuery>['items'][number]
