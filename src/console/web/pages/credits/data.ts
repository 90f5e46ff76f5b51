import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { formatCount } from '../../components/values.tsx'
import { choiceSearch, pageSearch, searchOf } from '../../search.ts'

/** What the address of the list says. */
export const creditSearch = searchOf(pageSearch, choiceSearch('show', ['given']))

type CreditSearch = ReturnType<typeof creditSearch>

/** Entries on a page. */
const pageSize = 25

export function creditsQuery({ page = 1, show }: CreditSearch, size = pageSize) {
  const filter = show === undefined ? {} : { show }
  return queryOptions({
    queryKey: ['credits', { page, size, show }],
    queryFn: () => ask(api.credits.get({ query: { page, size, ...filter } })),
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
