import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Makes everything that is shown ask again, and everything else when it is shown next: what was changed on one page is
 * listed, counted or named on others too.
 */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries(), [client])
}

/** Whether what asks is still on the page: an answer may come when its dialogue was closed long ago. */
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

/** Calls `onEnded` when something that the server does, whoever began it, has come to its end. */
export function useWhenEnded(isRunning: boolean, onEnded: () => void): void {
  const before = useRef(isRunning)
  const end = useEffectEvent(onEnded)
  useEffect(() => {
    if (before.current && !isRunning) end()
    before.current = isRunning
  }, [isRunning])
}
