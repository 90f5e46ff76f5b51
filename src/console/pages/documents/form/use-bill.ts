import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import type { ReadDocument } from '../data.ts'
import { changed, type Change } from './changes.ts'
import type { Draft } from './draft.ts'
import { kindNamed } from './kinds.ts'
import { isSamePlace, sentencesAt, type Place } from './places.ts'
import { placedDoubts, doubtsAmong, nextDoubt, openDoubts, type Doubt } from './reading/doubts.ts'
import { checked, type Finding } from './sums.ts'

/** Lines shown at once: more fields would make typing slow. */
export const linesPerPage = 25

export type Bill = ReturnType<typeof useBill>

type Started = {
  /** The start: the reading, or a stored draft. */
  started: Draft
  /** The reading. */
  opened: Draft
  read: Pick<ReadDocument, 'today' | 'ownGstin'>
  /** The findings that hold the document. */
  findings: readonly Finding[]
  /** The doubts accepted earlier. */
  accepted: readonly Finding[]
}

/** A document in the form: its values, its sums, its doubts and the focus. */
export function useBill({ started, opened, read, findings, accepted }: Started) {
  const [draft, setDraft] = useState(started)
  // A key that follows at once must work on the latest change, rendered or not.
  const latest = useRef(draft)
  const change = useCallback((made: Change) => {
    latest.current = changed(latest.current, made)
    setDraft(latest.current)
  }, [])
  const kind = kindNamed(draft.kind)
  const { today, ownGstin } = read
  // A statement has thousands of lines, so typing does not wait for the checks.
  const settled = useDeferredValue(draft)
  const found = useMemo(
    () => checked(settled, kind.category, { today, ownGstin }),
    [settled, kind, today, ownGstin],
  )
  const focus = useFocus(latest)
  const beginning = () => placedDoubts(findings, { opened, draft: started, kind })
  const doubts = useDoubts(beginning, { accepted, draft, latest, goTo: focus.goTo })
  return { draft, kind, latest, change, found, doubts, against: { today, ownGstin }, ...focus }
}

/**
 * Focuses a place and turns to the page of its line. On a phone, `show` focuses the element around the field, so that
 * no keyboard opens. `seen` is the place in view, on a phone also without the focus.
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
  // Focuses a place that did not exist yet.
  useEffect(() => {
    if (wanted.current?.() === true) wanted.current = null
  })
  return { form, page, setPage, goTo, show, seen, lookAt }
}

/** Whether the device has a touch screen, where a focused field opens the keyboard. */
export function isTouched(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}

/** The element of a place: a field, or a button. Null if it is not shown. */
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

/** The element around a field and its name. */
const aroundField = 'td, .bill-head > *, .bill-foot > *, .bill-others > *'

function focusAround(form: HTMLFormElement | null, place: Place): boolean {
  const around = elementAt(form, place)?.closest<HTMLElement>(aroundField)
  if (around === undefined || around === null) return false
  around.tabIndex = -1
  around.focus()
  return true
}

/** The place of an input or of the element around it. Undefined for inputs that are no field of the document. */
export function placeOf(focused: EventTarget): Place | undefined {
  const isAround = focused instanceof HTMLElement && focused.matches(aroundField)
  const target = isAround ? focused.querySelector('input') : focused
  if (!(target instanceof HTMLInputElement)) return undefined
  const { line, key } = target.dataset
  if (key === undefined || line === undefined) return undefined
  return { line: line === '' ? null : line, key }
}

type Doubting = {
  /** Doubts accepted earlier. */
  accepted: readonly Finding[]
  draft: Draft
  latest: Readonly<{ current: Draft }>
  goTo: (place: Place) => void
}

/** The open and accepted doubts of a document in the form. */
function useDoubts(begin: () => Doubt[], { draft, latest, goTo, ...before }: Doubting) {
  const [all] = useState(begin)
  const [accepted, setAccepted] = useState(() => doubtsAmong(all, before.accepted))
  // A key that follows at once must work on the latest change, rendered or not.
  const agreed = useRef(accepted)
  const open = useMemo(() => openDoubts(all, accepted, draft), [all, accepted, draft])
  const sentences = useMemo(
    () => sentencesAt(open.map(({ place, finding }) => ({ ...place, message: finding.message }))),
    [open],
  )
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
    /** Accepts the doubts of a place and goes to the next doubt. False if the place had no doubts or none are left. */
    pass(place: Place, goOn = goTo): boolean {
      if (!all.some((doubt) => isSamePlace(doubt.place, place))) return false
      const here = openNow().filter((doubt) => isSamePlace(doubt.place, place))
      accept(here)
      const next = nextDoubt(all, openNow(), place)
      if (next !== undefined) goOn(next.place)
      return here.length > 0 || next !== undefined
    },
    /** The doubts confirmed by saving: the accepted ones, and all open ones if the user confirms everything. */
    confirmed: (isAll: boolean): Finding[] =>
      [...agreed.current, ...(isAll ? openNow() : [])].map(({ finding }) => finding),
  }
}
