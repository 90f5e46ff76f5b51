import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../../client.ts'
import { searchOf, textSearch } from '../../../search.ts'

/** What the address of the desk says: a document whose pairs come first. */
export const duplicatesSearch = searchOf(textSearch('document'))

/** The first pairs that somebody should look at, and how many there are. */
export function pairsQuery(document: string | undefined) {
  return queryOptions({
    queryKey: ['documents', 'pairs', document ?? ''],
    queryFn: () =>
      ask(api.documents.pairs.get({ query: document === undefined ? {} : { document } })),
  })
}

export type Pair = AnswerOf<typeof pairsQuery>['pairs'][number]
export type PairPaper = Pair['kept']

/** What somebody says of a pair: `kept` is delivered in any case. */
export type Decision = { kept: string; other: string; verdict: 'same' | 'different' }

export function keyOf({ kept, other }: Pick<Pair, 'kept' | 'other'>): string {
  return `${kept.id} ${other.id}`
}
