import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** Reloads all shown data, and other data when they are next shown: a change on one page also affects lists, counts and names on others. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries(), [client])
}

/** Whether the component is still on the page. An answer may arrive long after its dialogue was closed. */
export function useIsShown(): Readonly<RefObject<boolean>> {
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/** Calls `onEnded` when a job of the server ends, whoever began it. */
export function useWhenEnded(isRunning: boolean, onEnded: () => void): void {
  const before = useRef(isRunning)
  const end = useEffectEvent(onEnded)
  useEffect(() => {
    if (before.current && !isRunning) end()
    before.current = isRunning
  }, [isRunning])
}
