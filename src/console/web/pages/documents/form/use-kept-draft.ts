import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignedIn } from '../../../state.ts'
import type { Draft } from './draft.ts'
import { drop, keep, readKept } from './kept-drafts.ts'

/** How often what is typed is kept, in milliseconds. */
const keepEveryMs = 2_000

/** What the user typed of a document before, and did not save. */
export function useKeptDraft(documentId: string) {
  const whose = { userId: useSignedIn().user.id, documentId }
  const [kept, setKept] = useState(() => readKept(whose))
  const dropKept = () => {
    drop(whose)
    setKept(null)
  }
  return { kept, drop: dropKept }
}

type Keeping = {
  documentId: string
  /** Of what was read when it was begun. */
  version: string
  latest: Readonly<{ current: Draft }>
}

/**
 * Keeps what is typed every few seconds, and when the page is left. `stop` when it is saved: then nothing is to be kept.
 * `hasRoom` is false where the browser keeps nothing.
 */
export function useKeeping({ documentId, version, latest }: Keeping) {
  const whose = { userId: useSignedIn().user.id, documentId }
  const [hasRoom, setRoom] = useState(true)
  const last = useRef(latest.current)
  const isOver = useRef(false)
  const flush = useEffectEvent(() => {
    if (isOver.current || last.current === latest.current) return
    last.current = latest.current
    setRoom(keep(whose, { at: Date.now(), version, draft: latest.current }))
  })
  useEffect(() => {
    const keepNow = () => flush()
    const timer = window.setInterval(keepNow, keepEveryMs)
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [])
  const stop = () => {
    isOver.current = true
    drop(whose)
  }
  return { hasRoom, stop }
}
