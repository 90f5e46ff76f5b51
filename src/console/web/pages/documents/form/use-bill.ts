import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ReadDocument } from '../data.ts'
import { changed, type Change } from './changes.ts'
import type { Draft } from './draft.ts'
import { kindNamed } from './kinds.ts'
import type { Place } from './places.ts'
import {
  placedDoubts,
  doubtsAmong,
  isSamePlace,
  nextDoubt,
  openDoubts,
  sentencesOf,
  type Doubt,
} from './reading/doubts.ts'
import { checked, type Finding } from './sums.ts'

/** Lines that are shown at once: more fields than these make typing slow. */
export const linesPerPage = 25

export type Bill = ReturnType<typeof useBill>

type Started = {
  /** What is typed on: what was read, or a draft that was kept. */
  started: Draft
  /** What was read. */
  opened: Draft
  read: ReadDocument
  /** What holds it. */
  findings: readonly Finding[]
  /** Which of the doubts were accepted before. */
  accepted: readonly Finding[]
}

/** A document while it is typed: what stands in it, what it comes to, what is doubtful, and where the focus is. */
export function useBill({ started, opened, read, findings, accepted }: Started) {
  const [draft, setDraft] = useState(started)
  // A key that follows at once works on what the one before it left, drawn or not.
  const latest = useRef(draft)
  const change = useCallback((made: Change) => {
    latest.current = changed(latest.current, made)
    setDraft(latest.current)
  }, [])
  const kind = kindNamed(draft.kind)
  const { today, ownGstin } = read
  // A statement has thousands of lines: typing does not wait for them.
  const settled = useDeferredValue(draft)
  const found = useMemo(
    () => checked(settled, kind.category, { today, ownGstin }),
    [settled, kind, today, ownGstin],
  )
  const focus = useFocus(latest)
  const placing = { opened, draft: started, kind, keys: read.keys }
  const beginning = () => placedDoubts(findings, placing)
  const doubts = useDoubts(beginning, { accepted, draft, latest, goTo: focus.goTo })
  return { draft, kind, latest, change, found, doubts, against: { today, ownGstin }, ...focus }
}

/**
 * Brings the focus to a place, turning to the page of its line; `show` on a phone to what is around its field, so that no
 * keyboard comes up before somebody wants to type. `seen` is where one looks, on a phone also without the focus.
 */
function useFocus(latest: Readonly<{ current: Draft }>) {
  const form = useRef<HTMLFormElement>(null)
  const [page, setPage] = useState(1)
  const [seen, lookAt] = useState<Place>()
  const wanted = useRef<(() => boolean) | null>(null)
  const bring = useCallback(
    (place: Place, focus: (form: HTMLFormElement | null, place: Place) => boolean) => {
      const at = latest.current.lines.findIndex(({ id }) => id === place.line)
      if (at !== -1) setPage(Math.floor(at / linesPerPage) + 1)
      const isThere = focus(form.current, place)
      wanted.current = isThere ? null : () => focus(form.current, place)
    },
    [latest],
  )
  const goTo = useCallback((place: Place) => bring(place, focusOn), [bring])
  const show = useCallback(
    (place: Place) => {
      if (!isTouched()) return goTo(place)
      bring(place, focusAround)
      lookAt(place)
    },
    [bring, goTo],
  )
  // What was not there yet when it was asked for.
  useEffect(() => {
    if (wanted.current?.() === true) wanted.current = null
  })
  return { form, page, setPage, goTo, show, seen, lookAt }
}

/** Whether fingers are used: what gets the focus then brings up the keyboard of the screen. */
export function isTouched(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

/** What stands in a place: a field, or the button of what has none. Null where nothing is shown of it. */
export function elementAt(form: HTMLFormElement | null, { line, key }: Place): HTMLElement | null {
  const name = `[data-line="${CSS.escape(line ?? '')}"][data-key="${CSS.escape(key)}"]`
  return form?.querySelector<HTMLElement>(name) ?? null
}

function focusOn(form: HTMLFormElement | null, place: Place): boolean {
  const input = elementAt(form, place)
  if (input === null) return false
  input.focus()
  if (input instanceof HTMLInputElement) input.select()
  return true
}

/** What holds a field together with its name. */
const aroundField = 'td, .bill-head > *, .bill-foot > *, .bill-others > *'

function focusAround(form: HTMLFormElement | null, place: Place): boolean {
  const around = elementAt(form, place)?.closest<HTMLElement>(aroundField)
  if (around === undefined || around === null) return false
  around.tabIndex = -1
  around.focus()
  return true
}

/** Where an input stands, or the one that is around; undefined for one that is no field of the document. */
export function placeOf(focused: EventTarget): Place | undefined {
  const isAround = focused instanceof HTMLElement && focused.matches(aroundField)
  const target = isAround ? focused.querySelector('input') : focused
  if (!(target instanceof HTMLInputElement)) return undefined
  const { line, key } = target.dataset
  if (key === undefined || line === undefined) return undefined
  return { line: line === '' ? null : line, key }
}

type Doubting = {
  /** What was accepted before. */
  accepted: readonly Finding[]
  draft: Draft
  latest: Readonly<{ current: Draft }>
  goTo: (place: Place) => void
}

/** What of a document is doubtful while it is typed, and what somebody said to stand so on the paper. */
function useDoubts(begin: () => Doubt[], { draft, latest, goTo, ...before }: Doubting) {
  const [all] = useState(begin)
  const [accepted, setAccepted] = useState(() => doubtsAmong(all, before.accepted))
  // A key that follows at once works on what the one before it left, drawn or not.
  const agreed = useRef(accepted)
  const open = useMemo(() => openDoubts(all, accepted, draft), [all, accepted, draft])
  const sentences = useMemo(() => sentencesOf(open), [open])
  const openNow = () => openDoubts(all, agreed.current, latest.current)
  const accept = (some: readonly Doubt[]) => {
    agreed.current = new Set([...agreed.current, ...some])
    setAccepted(agreed.current)
  }
  return {
    count: all.length,
    open,
    ...sentences,
    isAnyAccepted: accepted.size > 0,
    first: (): Place | undefined => openNow()[0]?.place,
    /** It stands so on the paper: the focus, or a look, goes to the next. False where nothing was doubtful, or nothing is left. */
    pass(place: Place, goOn = goTo): boolean {
      if (!all.some((doubt) => isSamePlace(doubt.place, place))) return false
      const here = openNow().filter((doubt) => isSamePlace(doubt.place, place))
      accept(here)
      const next = nextDoubt(all, openNow(), place)
      if (next !== undefined) goOn(next.place)
      return here.length > 0 || next !== undefined
    },
    /** What is confirmed when it is saved; with all that is still open, when somebody says so of the whole. */
    confirmed: (isAll: boolean): Finding[] =>
      [...agreed.current, ...(isAll ? openNow() : [])].map(({ finding }) => finding),
  }
}
