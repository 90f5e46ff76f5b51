import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { formatCount } from '../../components/values.tsx'

export type CreditSearch = { page?: number; show?: 'given' }

/** Entries on a page. */
const pageSize = 25

export function creditsQuery({ page = 1, show }: CreditSearch) {
  const filter = show === undefined ? {} : { show }
  return queryOptions({
    queryKey: ['credits', { page, show }],
    queryFn: () => ask(api.credits.get({ query: { page, size: pageSize, ...filter } })),
    placeholderData: (before) => before,
  })
}

type CreditPage = AnswerOf<typeof creditsQuery>
/** A line of the ledger. */
export type CreditEntry = CreditPage['items'][number]

/** With a minus sign and not a hyphen. */
export function withMinus(amount: number): string {
  return amount < 0 ? `−${formatCount(-amount)}` : formatCount(amount)
}
