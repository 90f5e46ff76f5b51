import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api, ask, type AnswerOf } from '../../../client.ts'
import { useRefresh } from '../../../components/hooks.ts'

/** How often the progress of reading is loaded, in milliseconds: while something is read, and otherwise. */
const followMs = 1_500
export const lookMs = 20_000

const readingQuery = queryOptions({
  queryKey: ['documents', 'reading'],
  queryFn: () => ask(api.documents.reading.get()),
  refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? followMs : lookMs),
})

export type Reading = AnswerOf<typeof readingQuery>

/** The progress of reading. When a document is finished, all shown data are reloaded. */
export function useReading(isWanted = true): Reading | undefined {
  const { data } = useQuery({ ...readingQuery, enabled: isWanted })
  const refresh = useRefresh()
  const before = useRef<readonly string[]>([])
  const look = useEffectEvent((ids: readonly string[]) => {
    const isOneDone = before.current.some((id) => !ids.includes(id))
    before.current = ids
    if (isOneDone) void refresh()
  })
  useEffect(() => {
    if (data !== undefined) look(data.queue.map(({ id }) => id))
  }, [data])
  return data
}
