import { api, type AnswerOf, answerQuery } from '../../client.ts'
import { listQuery, pageSearch, searchOf, textSearch } from '../../search.ts'

/** The list's values in the address. */
export const customerSearch = searchOf(pageSearch, textSearch('search'))

export const customersQuery = listQuery(['customers'], customerSearch, (query) =>
  api.customers.get({ query }),
)

/** Customers who match a typed part of their phone number or name. */
export function proposalsQuery(search: string) {
  return answerQuery(['customers', 'proposals', search], () =>
    api.customers.proposals.get({ query: { search } }),
  )
}

export type Customer = AnswerOf<typeof customersQuery>['items'][number]
