import { useMemo, useRef, useState } from 'react'
import type { Draft } from '../draft.ts'
import type { Place } from '../places.ts'
import type { Finding } from '../sums.ts'
import {
  doubtsAmong,
  isSamePlace,
  nextDoubt,
  openDoubts,
  sentencesOf,
  type Doubt,
} from './doubts.ts'

type Doubting = {
  /** What was accepted before. */
  accepted: readonly Finding[]
  draft: Draft
  latest: Readonly<{ current: Draft }>
  goTo: (place: Place) => void
}

/** What of a document is doubtful while it is typed, and what somebody said to stand so on the paper. */
export function useDoubts(begin: () => Doubt[], { draft, latest, goTo, ...before }: Doubting) {
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
