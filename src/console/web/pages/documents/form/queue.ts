import { queryOptions, useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, ask } from '../../../client.ts'
import { placeInQueue, type InQueue } from './place-in-queue.ts'

export const queueQuery = queryOptions({
  queryKey: ['documents', 'queue'],
  queryFn: () => ask(api.documents.queue.get()),
})

// Outside of React: the form of each document is another one.
let passed: readonly string[] = []
const listeners = new Set<() => void>()

/** Somebody sits down to it: what was saved before is no part of it. */
export function startQueue(): void {
  replace([])
}

/** A document was saved: it keeps its place, and is not come back to. */
export function passInQueue(id: string): void {
  if (!passed.includes(id)) replace([...passed, id])
}

/** Null for a document that does not wait to be typed. */
export function useQueue(id: string): InQueue | null {
  const done = useSyncExternalStore(subscribe, () => passed)
  const { data } = useQuery(queueQuery)
  return data === undefined ? null : placeInQueue(id, done, data.ids)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function replace(ids: readonly string[]): void {
  passed = ids
  for (const listener of listeners) listener()
}
