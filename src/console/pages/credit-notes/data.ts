import { api, type AnswerOf } from '../../client.ts'
import { daySearch, listQuery, pageSearch, searchOf, sortSearch, textSearch } from '../../search.ts'

/** The list's values in the address. */
export const creditNotesSearch = searchOf(
  pageSearch,
  sortSearch(['made', 'total']),
  textSearch('search'),
  daySearch('from'),
  daySearch('until'),
)

export const creditNotesQuery = listQuery(['credit-notes'], creditNotesSearch, (query) =>
  api['credit-notes'].get({ query }),
)

export type CreditNote = AnswerOf<typeof creditNotesQuery>['items'][number]
