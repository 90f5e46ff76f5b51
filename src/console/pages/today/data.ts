import { api, type AnswerOf, answerQuery } from '../../client.ts'
import { searchOf, textSearch } from '../../search.ts'

/** How often the page is reloaded, in milliseconds, because new work arrives. */
const refreshMs = 60_000

/** How often the questions are asked for, in milliseconds. This also keeps those on the page for this person. */
const questionsMs = 20_000

/** The page's value in the address: a document whose questions come first. */
export const todaySearch = searchOf(textSearch('about'))

export function todayQuery(about: string | undefined) {
  return answerQuery(
    ['today', 'questions', about ?? ''],
    () => api.today.get({ query: about === undefined ? {} : { about } }),
    { refetchInterval: questionsMs },
  )
}

export const figuresQuery = answerQuery(['today', 'figures'], () => api.today.figures.get(), {
  refetchInterval: refreshMs,
})

export const homeQuery = answerQuery(['home'], () => api.home.get(), {
  refetchInterval: refreshMs,
})

/** A separate request, because right after a start it checks all waiting documents. */
export const doubtfulQuery = answerQuery(['home', 'doubtful'], () => api.home.doubtful.get(), {
  refetchInterval: refreshMs,
})

export type HomeState = AnswerOf<typeof homeQuery>
type Today = AnswerOf<typeof todayQuery>
export type Card = Today['cards'][number]
export type Done = Today['done'][number]
export type Proposal = Card['proposals'][number]
type Evidence = Card['evidence']
export type Pair = Extract<Evidence, { type: 'pair' }>['pair']
export type PairPaper = Pair['kept']
export type PaperEvidence = Extract<Evidence, { type: 'paper' }>
export type FiledEvidence = Extract<Evidence, { type: 'filed' }>
export type NamesEvidence = Extract<Evidence, { type: 'names' }>
export type WaitingEvidence = Extract<Evidence, { type: 'waiting' }>
