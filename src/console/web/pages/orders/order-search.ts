import { choiceSearch, daySearch, pageSearch, searchOf, textSearch } from '../../search.ts'
import { orderStatuses, syncStates } from './order-words.ts'

/** What the address of the list says. */
export const orderSearch = searchOf(
  pageSearch,
  choiceSearch('status', orderStatuses),
  choiceSearch('sync', syncStates),
  choiceSearch('sort', ['oldest']),
  textSearch('search'),
  daySearch('from'),
  daySearch('until'),
)

export type OrderSearch = ReturnType<typeof orderSearch>
