import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'
import { wholeDays } from '../../components/days.ts'
import type { ActivitySearch } from './activity-search.ts'

/** Entries on a page. */
const pageSize = 50

export function activityQuery({ page = 1, from, to, ...search }: ActivitySearch) {
  const query = { page, size: pageSize, ...search, ...wholeDays({ from, until: to }) }
  return queryOptions({
    queryKey: ['activity', query],
    queryFn: () => ask(api.activity.get({ query })),
    placeholderData: (before) => before,
  })
}

export const peopleQuery = queryOptions({
  queryKey: ['activity', 'people'],
  queryFn: () => ask(api.activity.people.get()),
})

type ActivityPage = AnswerOf<typeof activityQuery>
/** An entry of the account history. */
export type Entry = ActivityPage['items'][number]
