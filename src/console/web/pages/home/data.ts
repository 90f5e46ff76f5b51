import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../client.ts'

/** Work comes in while one looks: it is asked for anew this often, in milliseconds. */
const refreshMs = 60_000

export const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: () => ask(api.home.get()),
  refetchInterval: refreshMs,
})

/** By itself: right after a start all that waits is checked for it. */
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
