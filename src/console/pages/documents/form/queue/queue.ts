import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { api, ask } from '../../../../client.ts'
import type { Outcome } from './outcome.ts'
import { inOrder, placeInQueue, type InQueue } from './place-in-queue.ts'

/** The outcome of a document, shown above the form of the document `next`. */
type Said = Outcome & { next: string }

export const queueQuery = queryOptions({
  queryKey: ['documents', 'queue'],
  queryFn: () => ask(api.documents.queue.get()),
})

// Outside React, because each document has its own form.
let passed: readonly string[] = []
let listed: readonly string[] = []
let said: Said | null = null
const listeners = new Set<() => void>()

/** Starts a new queue without earlier documents. `ids` are documents of a list that come first. */
export function startQueue(ids: readonly string[] = []): void {
  listed = ids
  replace([], null)
}

/** A document was saved: it keeps its place, and is not come back to. `next` is what is typed now, if anything. */
export function passInQueue(id: string, outcome: Outcome, next: string | null): void {
  const told = next === null ? null : { ...outcome, next }
  replace(passed.includes(id) ? passed : [...passed, id], told)
}

/** What became of the document before this one; null once it was put away. */
export function useSaid(id: string): Said | null {
  const last = useSyncExternalStore(subscribe, () => said)
  return last?.next === id ? last : null
}

export function putAwaySaid(): void {
  replace(passed, null)
}

/** Null for a document that does not wait to be typed. */
export function useQueue(id: string): InQueue | null {
  const done = useSyncExternalStore(subscribe, () => passed)
  const { data } = useQuery(queueQuery)
  return data === undefined ? null : placeInQueue(id, done, inOrder(data, listed))
}

/**
 * The same for a document that was saved before the queue was known; null also where it cannot be asked. `waited`: it
 * was to be typed. The queue may be without it by now: it is as one in front of all others then.
 */
export async function placeOnceKnown(
  client: QueryClient,
  { id, waited }: { id: string; waited: boolean },
): Promise<InQueue | null> {
  const data = await client.ensureQueryData(queueQuery).catch(() => null)
  if (data === null) return null
  const waiting = inOrder(data, listed)
  const place = placeInQueue(id, passed, waiting)
  return place === null && waited ? placeInQueue(id, [...passed, id], waiting) : place
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function replace(ids: readonly string[], told: Said | null): void {
  passed = ids
  said = told
  for (const listener of listeners) listener()
}
