import type { HistoryKind } from '../../api/history.ts'
import { api, type AnswerOf, answerQuery, pagedQuery } from '../../client.ts'
import { wholeDays } from '../../components/days.ts'
import {
  choiceSearch,
  daySearch,
  pageSearch,
  searchOf,
  sortSearch,
  textSearch,
} from '../../search.ts'

/** The kinds of entries in account history, in the order of the filter. */
export const kindNames: Readonly<Record<HistoryKind, string>> = {
  deliveries: 'Deliveries',
  documents: 'Documents',
  orders: 'Orders',
  'sign-ins': 'Signing in',
  keys: 'API keys',
  users: 'Users',
  rules: 'Rename rules',
  names: 'Vendors and product names',
  books: 'Books',
  catalogue: 'Catalogue',
  settings: 'Settings and upkeep',
}

/** The list's values in the address. `person` is the id of a user. */
export const activitySearch = searchOf(
  pageSearch,
  choiceSearch('kind', Object.keys(kindNames)),
  textSearch('person'),
  daySearch('from'),
  daySearch('to'),
  sortSearch(['at']),
)

export type ActivitySearch = ReturnType<typeof activitySearch>

/** Entries on a page. */
const pageSize = 50

export function activityQuery({ page = 1, from, to, ...search }: ActivitySearch, size = pageSize) {
  const query = { page, size, ...search, ...wholeDays({ from, until: to }) }
  return pagedQuery(['activity', query], () => api.activity.get({ query }))
}

export const peopleQuery = answerQuery(['activity', 'people'], () => api.activity.people.get())

type ActivityAnswer = AnswerOf<typeof activityQuery>
/** An entry of the account history. */
export type Entry = ActivityAnswer['items'][number]
