import type { CSSProperties } from 'react'
import { isSideways, type Turn } from './turn.ts'
import { useSpotOn } from './spot.tsx'

/** Room around the print, as a fraction of the page. */
const roomAround = 0.004

/** Marks what is looked at, on the page as it is turned. */
export function SpotMark({ page, turn }: { page: number; turn: Turn }) {
  const spot = useSpotOn(page)
  if (spot === undefined) return null
  const [left, top, right, bottom] = spot.box
  const place: CSSProperties = {
    insetInlineStart: percent(left - roomAround),
    insetBlockStart: percent(top - roomAround),
    width: percent(right - left + 2 * roomAround),
    height: percent(bottom - top + 2 * roomAround),
  }
  return (
    <div
      className="paper-turned"
      data-sideways={isSideways(turn)}
      style={{ rotate: `${turn}deg` }}
      aria-hidden
    >
      <div className="paper-spot" data-doubtful={spot.isDoubtful || undefined} style={place} />
    </div>
  )
}

function percent(fraction: number): string {
  return `${fraction * 100}%`
}
