import { useEffect, useEffectEvent, type RefObject } from 'react'
import { useSpot } from './spot.tsx'

/** How near to the edge of what is seen a spot may be, in pixels. */
const marginPx = 24

/** Print that is lower than the first on the screen is hard to read, and is made as high as the second, in pixels. */
const smallPx = 12
const readablePx = 16

type View = RefObject<HTMLElement | null>

/** Brings a spot that is looked at into sight, larger where its print would be too small to be read. */
export function useFollowedSpot(view: View, zoom: number, zoomTo: (zoom: number) => void): void {
  const spot = useSpot()
  const enlarge = useEffectEvent(() => {
    const height = rectOf(view)?.spot.height ?? readablePx
    if (height < smallPx && zoom === 1) zoomTo(Math.min(enlargedMax, readablePx / height))
  })
  useEffect(() => enlarge(), [spot])
  // After the pages have grown, too.
  useEffect(() => scrollTo(view), [view, spot, zoom])
}

/** Larger, a line of print is wider than a phone. */
const enlargedMax = 2.5

function scrollTo(view: View): void {
  const found = rectOf(view)
  if (found === undefined || view.current === null) return
  const { spot, seen } = found
  const isSeen =
    spot.top > seen.top + marginPx &&
    spot.bottom < seen.bottom - marginPx &&
    spot.left > seen.left &&
    spot.right < seen.right
  if (isSeen) return
  view.current.scrollBy({
    top: (spot.top + spot.bottom - seen.top - seen.bottom) / 2,
    left: (spot.left + spot.right - seen.left - seen.right) / 2,
    behavior: 'instant',
  })
}

function rectOf(view: View) {
  const mark = view.current?.querySelector('.paper-spot')
  if (view.current === null || mark == null) return undefined
  return { spot: mark.getBoundingClientRect(), seen: view.current.getBoundingClientRect() }
}
