import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSignedIn } from '../../../state.ts'
import type { Draft } from './draft.ts'
import { kinds } from './kinds.ts'
import type { Finding } from './sums.ts'

/** An unsaved draft, stored in the user's browser. */
export type KeptDraft = {
  /** When it was stored, in milliseconds since the epoch. */
  at: number
  /** The document's version at the start. */
  version: string
  /** Null if nothing was typed. */
  draft: Draft | null
  /** The doubts for which the user confirmed the paper. */
  accepted: readonly Finding[]
}

/** Drafts are deleted like documents, after this many days. */
const keptMs = 30 * 24 * 60 * 60 * 1000

/** How often a draft is stored, in milliseconds. */
const keepEveryMs = 2_000

const prefix = 'daybook-draft:'

/** The user's unsaved draft of a document. */
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
  /** The version of the reading at the start. */
  version: string
  /** Returns the current draft. */
  begun: () => Begun
}

type Begun = Pick<KeptDraft, 'draft' | 'accepted'>

/**
 * Stores the draft every few seconds and when the page is left. Call `stop` after saving. `hasRoom` is false if the
 * browser stores nothing.
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

/** The list of accepted doubts only grows, so comparing lengths is enough. */
function isSame(a: Begun, b: Begun): boolean {
  return a.draft === b.draft && a.accepted.length === b.accepted.length
}

type Whose = { userId: string; documentId: string }

function readKept(whose: Whose): KeptDraft | null {
  const text = window.localStorage.getItem(nameOf(whose))
  return text === null ? null : keptOf(text)
}

/** Stores a draft. Returns whether the browser had room. */
function keep(whose: Whose, kept: KeptDraft): boolean {
  dropOld(kept.at)
  try {
    window.localStorage.setItem(nameOf(whose), JSON.stringify(kept))
    return true
  } catch {
    // Browsers store some megabytes, and some store nothing in a private window.
    return false
  }
}

function drop(whose: Whose): void {
  window.localStorage.removeItem(nameOf(whose))
}

function nameOf({ userId, documentId }: Whose): string {
  return `${prefix}${userId}:${documentId}`
}

/** Null for a draft in another Daybook version's format. */
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
