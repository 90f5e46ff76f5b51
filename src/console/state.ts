import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { api, ask } from './client.ts'
import { Refusal } from './refusal.ts'

/** Whether Daybook is set up, and which user is signed in. */
export const stateQuery = queryOptions({
  queryKey: ['state'],
  queryFn: () => ask(api.state.get()),
  staleTime: Infinity,
})

const shell = getRouteApi('/shell')

/** The signed-in user and the organisation. Only for pages inside the shell, because only signed-in users reach these. */
export function useSignedIn() {
  return shell.useRouteContext({ select: (context) => context.signedIn })
}

/** Forgets all fetched data, which may belong to another user. The router then decides which page may be shown. */
export function useFreshStart() {
  const client = useQueryClient()
  const router = useRouter()
  return async () => {
    client.clear()
    await router.invalidate()
  }
}

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
