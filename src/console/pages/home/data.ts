import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'

/** How often Home is reloaded, in milliseconds, because new work arrives. */
const refreshMs = 60_000

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: () => ask(api.home.get()),
  refetchInterval: refreshMs,
})

/** A separate request, because right after a start it checks all waiting documents. */
export const doubtfulQuery = queryOptions({
  queryKey: ['home', 'doubtful'],
  queryFn: () => ask(api.home.doubtful.get()),
  refetchInterval: refreshMs,
})

export const daysQuery = queryOptions({
  queryKey: ['home', 'days'],
  queryFn: () => ask(api.home.days.get()),
  refetchInterval: refreshMs,
})

export type HomeState = AnswerOf<typeof homeQuery>
export type Day = AnswerOf<typeof daysQuery>['days'][number]
