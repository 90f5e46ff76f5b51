import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignedIn } from '../../../state.ts'
import type { Draft } from './draft.ts'
import { kinds } from './kinds.ts'
import type { Finding } from './sums.ts'

/** What was typed or checked and not saved, kept in the browser of the one who typed it. */
export type KeptDraft = {
  /** When, in milliseconds since the epoch. */
  at: number
  /** The version of the document that it started from. */
  version: string
  /** Null when nothing was typed. */
  draft: Draft | null
  /** The doubts of which somebody said that it stands so on the paper. */
  accepted: readonly Finding[]
}

/** Documents are deleted after so many days: what was typed of them goes too. */
const keptMs = 30 * 24 * 60 * 60 * 1000

/** How often what is typed is kept, in milliseconds. */
const keepEveryMs = 2_000

const prefix = 'daybook-draft:'

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
  /** What there is to keep now. */
  begun: () => Begun
}

type Begun = Pick<KeptDraft, 'draft' | 'accepted'>

/**
 * Keeps what is typed every few seconds, and when the page is left. `stop` when it is saved: then nothing is to be kept.
 * `hasRoom` is false where the browser keeps nothing.
 */
export function useKeeping({ documentId, version, begun }: Keeping) {
  const whose = { userId: useSignedIn().user.id, documentId }
  const [hasRoom, setRoom] = useState(true)
  const [first] = useState(begun)
  const last = useRef(first)
  const isOver = useRef(false)
  const flush = useEffectEvent(() => {
    const now = begun()
    if (isOver.current || isSame(now, last.current)) return
    last.current = now
    setRoom(keep(whose, { at: Date.now(), version, ...now }))
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

/** What was accepted only grows. */
function isSame(a: Begun, b: Begun): boolean {
  return a.draft === b.draft && a.accepted.length === b.accepted.length
}

type Whose = { userId: string; documentId: string }

function readKept(whose: Whose): KeptDraft | null {
  const text = window.localStorage.getItem(nameOf(whose))
  return text === null ? null : keptOf(text)
}

/** Whether there was room for it. */
function keep(whose: Whose, kept: KeptDraft): boolean {
  dropOld(kept.at)
  try {
    window.localStorage.setItem(nameOf(whose), JSON.stringify(kept))
    return true
  } catch {
    // The browser keeps some megabytes, and nothing in a private window of some.
    return false
  }
}

function drop(whose: Whose): void {
  window.localStorage.removeItem(nameOf(whose))
}

function nameOf({ userId, documentId }: Whose): string {
  return `${prefix}${userId}:${documentId}`
}

/** Null for what another version of Daybook kept in another form. */
function keptOf(text: string): KeptDraft | null {
  try {
    const kept: unknown = JSON.parse(text)
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

function isKept(kept: unknown): kept is KeptDraft {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'at' in kept &&
    typeof kept.at === 'number' &&
    'version' in kept &&
    typeof kept.version === 'string' &&
    'draft' in kept &&
    (kept.draft === null || isDraft(kept.draft)) &&
    'accepted' in kept &&
    Array.isArray(kept.accepted)
  )
}

function isDraft(draft: unknown): boolean {
  return (
    typeof draft === 'object' &&
    draft !== null &&
    'kind' in draft &&
    kinds.some(({ name }) => name === draft.kind) &&
    'head' in draft &&
    'lines' in draft &&
    Array.isArray(draft.lines) &&
    'others' in draft &&
    Array.isArray(draft.others) &&
    'columns' in draft &&
    Array.isArray(draft.columns)
  )
}

function dropOld(now: number): void {
  const names = Object.keys(window.localStorage).filter((name) => name.startsWith(prefix))
  for (const name of names) {
    const kept = keptOf(window.localStorage.getItem(name) ?? '')
    if (kept === null || kept.at < now - keptMs) window.localStorage.removeItem(name)
  }
}
