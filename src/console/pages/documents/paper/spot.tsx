import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'

/** A spot on the paper: left, top, right and bottom as fractions of its page. Pages count from 1. */
export type Spot = {
  page: number | null
  box: readonly [number, number, number, number] | null
  /** The text over the paper. */
  says: string
  isDoubtful: boolean
}

const Shown = createContext<Spot | null>(null)
const Show = createContext<(spot: Spot | null) => void>(() => undefined)

/** Lets content beside a paper mark a spot on it. */
export function Spots({ children }: { children: ReactNode }) {
  const [spot, show] = useState<Spot | null>(null)
  return (
    <Show value={show}>
      <Shown value={spot}>{children}</Shown>
    </Show>
  )
}

export function useSpot(): Spot | null {
  return useContext(Shown)
}

/** Shows a spot. Does nothing without a paper. */
export function useShowSpot(): (spot: Spot | null) => void {
  return useContext(Show)
}

/** The spot on a page. Undefined if it is on another page. */
export function useSpotOn(page: number) {
  const spot = useSpot()
  return useMemo(
    () => (spot?.page === page && spot.box !== null ? { ...spot, box: spot.box } : undefined),
    [spot, page],
  )
}
