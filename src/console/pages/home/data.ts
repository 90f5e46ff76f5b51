import { api, type AnswerOf, answerQuery } from '../../client.ts'

/** How often Home is reloaded, in milliseconds, because new work arrives. */
const refreshMs = 60_000

export const homeQuery = answerQuery(['home'], () => api.home.get(), {
  refetchInterval: refreshMs,
})

/** A separate request, because right after a start it checks all waiting documents. */
export const doubtfulQuery = answerQuery(['home', 'doubtful'], () => api.home.doubtful.get(), {
  refetchInterval: refreshMs,
})

export const daysQuery = answerQuery(['home', 'days'], () => api.home.days.get(), {
  refetchInterval: refreshMs,
})

export type HomeState = AnswerOf<typeof homeQuery>
export type Day = AnswerOf<typeof daysQuery>['days'][number]
