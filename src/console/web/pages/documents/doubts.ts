import { useDebouncedValue } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { api, ask } from '../../client.ts'
import type { DocumentCategory } from '../../words.ts'
import { keyOf, typedValues, type Draft, type TypedValue } from './draft.ts'

/** How long nobody types before what was typed is looked at, in milliseconds. */
const pauseMs = 400

/** What to say of a value under its field; undefined when it looks right. */
export type DoubtOf = (value: TypedValue) => string | undefined

const sentences = {
  date: 'This does not look like a date.',
  gstin: 'This is not a valid GSTIN.',
  number: 'This does not look like a number.',
}

/**
 * Which of the typed values do not look like what their label stands for. `findUnseen` looks again before a draft is
 * sent: whether there are some that nobody could have seen yet.
 */
export function useDoubts(draft: Draft, category: DocumentCategory) {
  const client = useQueryClient()
  const [settled] = useDebouncedValue(draft, pauseMs)
  // A statement has thousands of lines: they are gone through once a pause.
  const typed = useMemo(() => typedValues(settled), [settled])
  const { data } = useQuery(doubtsQuery(category, typed))
  const seen = useRef(new Set<string>())
  const doubts = new Map(data?.map((value) => [keyOf(value), sentences[value.doubt]]))
  return {
    doubtOf: (value: TypedValue) => doubts.get(keyOf(value)),
    async findUnseen(): Promise<boolean> {
      const found = await client.ensureQueryData(doubtsQuery(category, typedValues(draft)))
      const unseen = found.map(keyOf).filter((key) => !doubts.has(key) && !seen.current.has(key))
      for (const key of unseen) seen.current.add(key)
      return unseen.length > 0
    },
  }
}

function doubtsQuery(category: DocumentCategory, typed: TypedValue[]) {
  return queryOptions({
    queryKey: ['documents', 'typed', category, typed],
    queryFn: async () =>
      typed.length === 0 ? [] : (await ask(api.documents.typed.post({ category, typed }))).doubts,
    placeholderData: (before) => before,
    gcTime: 0,
  })
}
