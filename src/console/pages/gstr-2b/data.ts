import { api, ask, type AnswerOf, answerQuery, pagedQuery } from '../../client.ts'
import { choiceSearch, pageSearch, searchOf, sortSearch, textSearch } from '../../search.ts'

export const states = [
  'matched',
  'look',
  'no_bill',
  'not_in_2b',
  'none_needed',
  'replaced',
] as const

export type State = (typeof states)[number]

/** The page's values in the address. Without a month, the latest imported month. */
export const gstr2bSearch = searchOf(
  choiceSearch('tab', ['sellers']),
  textSearch('month'),
  choiceSearch('state', states),
  choiceSearch('itc', ['yes', 'no']),
  choiceSearch('mark', ['asked', 'ignored']),
  textSearch('search'),
  sortSearch(['seller', 'day', 'total', 'tax']),
  pageSearch,
)

export type Gstr2bSearch = ReturnType<typeof gstr2bSearch>

/** Lines on a page. */
const pageSize = 50

export const monthsQuery = answerQuery(['gstr-2b', 'months'], () => api['gstr-2b'].months.get())

export function entriesQuery({ page = 1, tab: _tab, ...chosen }: Gstr2bSearch) {
  const query = { page, size: pageSize, ...chosen }
  return pagedQuery(['gstr-2b', 'entries', query], () => api['gstr-2b'].entries.get({ query }))
}

export function sellersQuery({ page = 1, month, search }: Gstr2bSearch, size = pageSize) {
  const query = {
    page,
    size,
    ...(month === undefined ? {} : { month }),
    ...(search === undefined ? {} : { search }),
  }
  return pagedQuery(['gstr-2b', 'sellers', query], () => api['gstr-2b'].sellers.get({ query }))
}

export type Month = AnswerOf<typeof monthsQuery>['items'][number]
export type Entry = AnswerOf<typeof entriesQuery>['items'][number]
export type Seller = AnswerOf<typeof sellersQuery>['items'][number]

type MonthBody = Parameters<(typeof api)['gstr-2b']['months']['post']>[0]

/** Imports a month and replaces its earlier import. */
export function bringIn(month: MonthBody['month'], replacesNewer: boolean) {
  return ask(api['gstr-2b'].months.post({ month, replacesNewer }))
}

type Decision = Parameters<(typeof api)['gstr-2b']['decisions']['post']>[0]['decisions'][number]

export function decide(decisions: readonly Decision[]) {
  return ask(api['gstr-2b'].decisions.post({ decisions: [...decisions] }))
}
