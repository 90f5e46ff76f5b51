import type { Key } from '../../../components/keys.tsx'
import { useEffect, useEffectEvent, type RefObject } from 'react'
import { t } from '../../../language/language.ts'

export type PaperCommands = {
  zoomIn(): void
  zoomOut(): void
  fit(): void
  rotate(): void
  previous(): void
  next(): void
}

/** By the key's position, because Alt types other characters on some keyboards. */
const keys: Record<string, keyof PaperCommands> = {
  Equal: 'zoomIn',
  NumpadAdd: 'zoomIn',
  Minus: 'zoomOut',
  NumpadSubtract: 'zoomOut',
  Digit0: 'fit',
  Numpad0: 'fit',
  KeyR: 'rotate',
}

/** With Alt the keys also work while somebody types beside the paper. */
const keysWithAlt: Record<string, keyof PaperCommands> = {
  ...keys,
  PageUp: 'previous',
  PageDown: 'next',
}

/** The keys for the list of keys. The paper handles them itself, because two papers may be side by side. */
export const listedKeys: readonly Key[] = [
  { keys: 'alt+=', does: t('Larger') },
  { keys: 'alt+−', does: t('Smaller') },
  { keys: 'alt+0', does: t('Fit to the width') },
  { keys: 'alt+R', does: t('Turn') },
  { keys: 'alt+PageDown', does: t('Next page') },
  { keys: 'alt+PageUp', does: t('Page before') },
]

/** The keys of the paper: inside it alone, and with Alt anywhere on the page. */
export function usePaperKeys(view: RefObject<HTMLElement | null>, commands: PaperCommands): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const isInside = document.activeElement === view.current
    const name = event.altKey ? keysWithAlt[event.code] : isInside ? keys[event.code] : undefined
    if (name === undefined) return
    event.preventDefault()
    commands[name]()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}
