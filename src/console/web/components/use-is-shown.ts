import { useEffect, useRef, type RefObject } from 'react'

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
