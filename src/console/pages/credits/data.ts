import { api, type AnswerOf } from '../../client.ts'
import { formatCount } from '../../components/values.tsx'
import { choiceSearch, listQuery, pageSearch, searchOf, sortSearch } from '../../search.ts'

/** The list's values in the address. */
export const creditSearch = searchOf(
  pageSearch,
  choiceSearch('show', ['given']),
  sortSearch(['at', 'amount']),
)

/** Entries on a page. */
const pageSize = 25

export const creditsQuery = listQuery(
  ['credits'],
  creditSearch,
  (query) => api.credits.get({ query }),
  pageSize,
)

type CreditPage = AnswerOf<typeof creditsQuery>
/** An entry of the credit ledger. */
export type CreditEntry = CreditPage['items'][number]

/** With a minus sign instead of a hyphen. */
export function withMinus(amount: number): string {
  return amount < 0 ? `−${formatCount(-amount)}` : formatCount(amount)
}
