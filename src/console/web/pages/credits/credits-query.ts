import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'

export type CreditSearch = { page?: number; show?: 'given' }

/** Entries on a page. */
const pageSize = 25

export const allCredits = ['credits']

export function creditsQuery({ page = 1, show }: CreditSearch) {
  const filter = show === undefined ? {} : { show }
  return queryOptions({
    queryKey: [...allCredits, { page, show }],
    queryFn: () => ask(api.credits.get({ query: { page, size: pageSize, ...filter } })),
    placeholderData: (before) => before,
  })
}

type CreditPage = Awaited<ReturnType<NonNullable<ReturnType<typeof creditsQuery>['queryFn']>>>
/** A line of the ledger. */
export type CreditEntry = CreditPage['items'][number]
