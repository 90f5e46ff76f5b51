import { useEffect, useEffectEvent, useRef } from 'react'

/** Calls `onEnded` when something that the server does, whoever began it, has come to its end. */
export function useWhenEnded(isRunning: boolean, onEnded: () => void): void {
  const before = useRef(isRunning)
  const end = useEffectEvent(onEnded)
  useEffect(() => {
    if (before.current && !isRunning) end()
    before.current = isRunning
  }, [isRunning])
}
