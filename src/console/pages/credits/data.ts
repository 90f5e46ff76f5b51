import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { formatCount } from '../../components/values.tsx'
import { choiceSearch, pageSearch, searchOf, sortSearch } from '../../search.ts'

/** The list's values in the address. */
export const creditSearch = searchOf(
  pageSearch,
  choiceSearch('show', ['given']),
  sortSearch(['at', 'amount']),
)

type CreditSearch = ReturnType<typeof creditSearch>

/** Entries on a page. */
const pageSize = 25

export function creditsQuery(search: CreditSearch, size = pageSize) {
  const query = { page: 1, size, ...search }
  return queryOptions({
    queryKey: ['credits', query],
    queryFn: () => ask(api.credits.get({ query })),
    placeholderData: (before) => before,
  })
}

type CreditPage = AnswerOf<typeof creditsQuery>
/** An entry of the credit ledger. */
export type CreditEntry = CreditPage['items'][number]

/** With a minus sign instead of a hyphen. */
export function withMinus(amount: number): string {
  return amount < 0 ? `−${formatCount(-amount)}` : formatCount(amount)
}
