import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { api, ask } from './client.ts'
import { Refusal } from './refusal.ts'

/** How often a server that does not answer is asked whether it is back, in milliseconds. */
const askAgainMs = 2000

/** Whether something failed because the server did not answer. */
export function isUnreached(error: unknown): boolean {
  return error instanceof Refusal && error.status === 0
}

/** Calls `onBack` once a server that did not answer answers again. */
export function useWhenBack(isLost: boolean, onBack: () => void): void {
  const tell = useEffectEvent(onBack)
  useEffect(() => {
    if (!isLost) return undefined
    const timer = setInterval(() => void ask(api.state.get()).then(tell, stillLost), askAgainMs)
    return () => clearInterval(timer)
  }, [isLost])
}

/** It is asked again soon. */
function stillLost(): void {}

/** What is shown and could not be asked for is asked for again as soon as the server answers. */
export function useRecovery(): void {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache])
  const isLost = useSyncExternalStore(subscribe, () =>
    cache.findAll({ type: 'active' }).some(({ state }) => isUnreached(state.error)),
  )
  useWhenBack(isLost, () => void client.invalidateQueries())
}
