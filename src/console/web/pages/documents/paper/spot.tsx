import { createContext, useContext, useMemo, useState, type ReactNode } from 'react'

/** A place on the paper that is looked at: left, top, right and bottom as fractions of its page, which is from 1. */
export type Spot = {
  page: number | null
  box: readonly [number, number, number, number] | null
  /** What is said of it over the paper. */
  says: string
  isDoubtful: boolean
}

const Shown = createContext<Spot | null>(null)
const Show = createContext<(spot: Spot | null) => void>(() => undefined)

/** What is beside a paper says which spot of it is meant. */
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

/** Shows a spot; does nothing where there is no paper. */
export function useShowSpot(): (spot: Spot | null) => void {
  return useContext(Show)
}

/** The spot on one page; undefined where it is on another one. */
export function useSpotOn(page: number) {
  const spot = useSpot()
  return useMemo(
    () => (spot?.page === page && spot.box !== null ? { ...spot, box: spot.box } : undefined),
    [spot, page],
  )
}
