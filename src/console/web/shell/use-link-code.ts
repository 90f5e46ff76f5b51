import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Hands over the code behind `#` of a link, also of one that is followed while the page is open. It then goes from the
 * address, so that nobody reads it off the screen or the history.
 */
export function useLinkCode(onCode: (code: string) => void): void {
  const hash = useLocation({ select: (location) => location.hash })
  const pathname = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    if (hash === '') return
    onCode(hash)
    window.history.replaceState(window.history.state, '', pathname)
  }, [hash, pathname, onCode])
}
