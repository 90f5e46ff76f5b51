import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { wholeDays } from '../../components/days.ts'
import { daySearch, pageSearch, searchOf, sortSearch, textSearch } from '../../search.ts'

/** The list's values in the address. */
export const creditNotesSearch = searchOf(
  pageSearch,
  sortSearch(['made', 'total']),
  textSearch('search'),
  daySearch('from'),
  daySearch('until'),
)

/** Credit notes on a page. */
const pageSize = 50

export function creditNotesQuery(search: ReturnType<typeof creditNotesSearch>, size = pageSize) {
  const { page = 1, from, until, ...chosen } = search
  const query = { page, size, ...chosen, ...wholeDays({ from, until }) }
  return queryOptions({
    queryKey: ['credit-notes', query],
    queryFn: () => ask(api['credit-notes'].get({ query })),
    placeholderData: (before) => before,
  })
}

export type CreditNote = AnswerOf<typeof creditNotesQuery>['items'][number]
