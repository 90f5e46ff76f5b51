import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../../../client.ts'
import { searchOf, textSearch } from '../../../search.ts'

/** The page's value in the address: a document whose pairs come first. */
export const duplicatesSearch = searchOf(textSearch('document'))

/** The first open pairs, and the number of all. */
export function pairsQuery(document: string | undefined) {
  return queryOptions({
    queryKey: ['documents', 'pairs', document ?? ''],
    queryFn: () =>
      ask(api.documents.pairs.get({ query: document === undefined ? {} : { document } })),
  })
}

export type Pair = AnswerOf<typeof pairsQuery>['pairs'][number]
export type PairPaper = Pair['kept']

/** A person's decision about a pair. `kept` is delivered in any case. */
export type Decision = { kept: string; other: string; verdict: 'same' | 'different' }

export function keyOf({ kept, other }: Pick<Pair, 'kept' | 'other'>): string {
  return `${kept.id} ${other.id}`
}
