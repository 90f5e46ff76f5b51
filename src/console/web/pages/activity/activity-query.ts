import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { endOfDay, startOfDay } from '../../parts/days.ts'
import type { activityKinds } from './kinds.ts'

export type ActivitySearch = {
  page?: number
  kind?: (typeof activityKinds)[number]
  /** The id of a user. */
  person?: string
  /** Days such as `2027-03-31`, both with all of them. */
  from?: string
  to?: string
}

/** Entries on a page. */
const pageSize = 50

export function activityQuery({ page = 1, kind, person, from, to }: ActivitySearch) {
  const query = {
    page,
    size: pageSize,
    ...(kind === undefined ? {} : { kind }),
    ...(person === undefined ? {} : { person }),
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(to === undefined ? {} : { until: endOfDay(to) }),
  }
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

type ActivityPage = Awaited<ReturnType<NonNullable<ReturnType<typeof activityQuery>['queryFn']>>>
/** An entry of the account history. */
export type Entry = ActivityPage['items'][number]
