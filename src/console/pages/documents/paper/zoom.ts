import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type RefObject,
} from 'react'

/** At 1 the page is as wide as the view. */
const zoomMin = 0.5
const zoomMax = 6

/** The zoom for each pixel of a wheel's turn. One notch of a mouse is a hundred pixels. */
const wheelSpeed = 0.003

/** A point of the window, from the left and from the top, in pixels. */
type Point = { x: number; y: number }

type View = RefObject<HTMLDivElement | null>

/** The size of the pages. The point given, else the middle of the view, stays in place. */
export function useZoom(view: View) {
  const [zoom, setZoom] = useState(1)
  const held = useRef<{ point: Point; zoom: number }>(undefined)
  const zoomTo = useCallback(
    (wanted: number, point?: Point) =>
      setZoom((before) => {
        held.current = { point: point ?? middleOf(view.current), zoom: before }
        return Math.min(zoomMax, Math.max(zoomMin, wanted))
      }),
    [view],
  )
  useLayoutEffect(() => {
    const { current } = view
    if (current === null || held.current === undefined) return
    const growth = zoom / held.current.zoom
    const { left, top } = current.getBoundingClientRect()
    const [x, y] = [held.current.point.x - left, held.current.point.y - top]
    current.scrollTo({
      left: (current.scrollLeft + x) * growth - x,
      top: (current.scrollTop + y) * growth - y,
      behavior: 'instant',
    })
    held.current = undefined
  }, [view, zoom])
  return { zoom, zoomTo, zoomBy: (factor: number) => zoomTo(zoom * factor) }
}

function middleOf(view: HTMLElement | null): Point {
  const { left, top, width, height } = view?.getBoundingClientRect() ?? new DOMRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Zooms with two fingers, and with the wheel and Ctrl, which is also a trackpad's pinch. */
export function usePinching(
  view: View,
  zoom: number,
  zoomTo: (zoom: number, point: Point) => void,
): void {
  const begun = useRef<{ distance: number; zoom: number }>(undefined)
  const turn = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey && !event.metaKey) return
    event.preventDefault()
    zoomTo(zoom * Math.exp(-event.deltaY * wheelSpeed), { x: event.clientX, y: event.clientY })
  })
  const touch = useEffectEvent((event: TouchEvent) => {
    const fingers = fingersOf(event)
    if (fingers === undefined) {
      begun.current = undefined
      return
    }
    event.preventDefault()
    begun.current ??= { distance: fingers.distance, zoom }
    zoomTo((begun.current.zoom * fingers.distance) / begun.current.distance, fingers.middle)
  })
  useEffect(() => {
    const { current } = view
    if (current === null) return undefined
    const listening = new AbortController()
    // React's listeners cannot stop the browser from zooming the whole page.
    const options = { passive: false, signal: listening.signal }
    current.addEventListener('wheel', (event) => turn(event), options)
    for (const name of ['touchstart', 'touchmove', 'touchend'] as const) {
      current.addEventListener(name, (event) => touch(event), options)
    }
    return () => listening.abort()
  }, [view])
}

function fingersOf({ touches }: TouchEvent) {
  const [first, second] = [...touches]
  if (first === undefined || second === undefined) return undefined
  return {
    distance: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
    middle: { x: (first.clientX + second.clientX) / 2, y: (first.clientY + second.clientY) / 2 },
  }
}

/** Moves the paper with the mouse. */
export function useDragging(view: View) {
  const last = useRef<Point>(undefined)
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      last.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (last.current === undefined) return
      view.current?.scrollBy(last.current.x - clientX, last.current.y - clientY)
      last.current = { x: clientX, y: clientY }
    },
    onPointerUp() {
      last.current = undefined
    },
    onPointerCancel() {
      last.current = undefined
    },
  }
}
