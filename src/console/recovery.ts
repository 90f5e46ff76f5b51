import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { api, ask } from './client.ts'
import { Refusal } from './refusal.ts'

/** The pause between two attempts to reach a lost server, in milliseconds. */
const askAgainMs = 2000

/** Whether the error says that the server did not answer. */
export function isUnreached(error: unknown): boolean {
  return error instanceof Refusal && error.status === 0
}

/** Calls `onBack` as soon as a lost server answers again. */
export function useWhenBack(isLost: boolean, onBack: () => void): void {
  const tell = useEffectEvent(onBack)
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setInterval(() => void ask(api.state.get()).then(tell, stillLost), askAgainMs)
    return () => clearInterval(timer)
  }, [isLost])
}

/** The next attempt follows soon. */
function stillLost(): void {}

/** Fetches shown data again as soon as the server answers, if it could not be fetched before. */
export function useRecovery(): void {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  const isLost = useSyncExternalStore(subscribe, () =>
    cache.findAll({ type: 'active' }).some(({ state }) => isUnreached(state.error)),
  )
  useWhenBack(isLost, () => void client.invalidateQueries())
}
