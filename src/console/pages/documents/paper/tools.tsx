import { ActionIcon, Button, Group, Text, Tooltip } from '@mantine/core'
import {
  IconChevronDown,
  IconChevronUp,
  IconRotateClockwise,
  IconZoomIn,
  IconZoomOut,
  type Icon,
  IconFileOff,
} from '@tabler/icons-react'
import {
  useEffect,
  useEffectEvent,
  type RefObject,
  type ReactNode,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  createContext,
  useContext,
  useMemo,
} from 'react'
import { t } from '../../../language/language.ts'
import type { Key } from '../../../components/keys.tsx'

type PaperToolsProps = PaperCommands & {
  zoom: number
  /** The page in view, from 1. */
  page: number
  pages: number
}

/** Buttons for the paper's actions. Each action also has a key. */
export function PaperTools({ zoom, page, pages, ...commands }: PaperToolsProps) {
  return (
    <Group gap={2} px={4} py={2} wrap="nowrap" className="paper-tools">
      {pages > 1 && (
        <>
          <Tool
            icon={IconChevronUp}
            name={t('Page before')}
            keys="Alt+Page Up"
            onClick={commands.previous}
          />
          <Text
            size="xs"
            aria-label={t('Page {{page}} of {{pages}}', { page, pages })}
            style={{ whiteSpace: 'nowrap' }}
          >
            {page} / {pages}
          </Text>
          <Tool
            icon={IconChevronDown}
            name={t('Next page')}
            keys="Alt+Page Down"
            onClick={commands.next}
          />
        </>
      )}
      <Group gap={2} ms="auto" wrap="nowrap">
        <Tool icon={IconZoomOut} name={t('Smaller')} keys="Alt+−" onClick={commands.zoomOut} />
        <Tooltip label={t('Fit to the width (Alt+0)')}>
          <Button variant="subtle" size="compact-xs" miw="3.2rem" onClick={commands.fit}>
            {Math.round(zoom * 100)}%
          </Button>
        </Tooltip>
        <Tool icon={IconZoomIn} name={t('Larger')} keys="Alt++" onClick={commands.zoomIn} />
        <Tool icon={IconRotateClockwise} name={t('Turn')} keys="Alt+R" onClick={commands.rotate} />
      </Group>
    </Group>
  )
}

type ToolProps = { icon: Icon; name: string; keys: string; onClick: () => void }

function Tool({ icon: Icon, name, keys, onClick }: ToolProps) {
  return (
    <Tooltip label={`${name} (${keys})`}>
      <ActionIcon aria-label={name} onClick={onClick}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}

type PaperCommands = {
  zoomIn(): void
  zoomOut(): void
  fit(): void
  rotate(): void
  previous(): void
  next(): void
}

/** By the key's position, because Alt types other characters on some keyboards. */
const keys: Record<string, keyof PaperCommands> = {
  Equal: 'zoomIn',
  NumpadAdd: 'zoomIn',
  Minus: 'zoomOut',
  NumpadSubtract: 'zoomOut',
  Digit0: 'fit',
  Numpad0: 'fit',
  KeyR: 'rotate',
}

/** With Alt the keys also work while somebody types beside the paper. */
const keysWithAlt: Record<string, keyof PaperCommands> = {
  ...keys,
  PageUp: 'previous',
  PageDown: 'next',
}

/** The keys for the list of keys. The paper handles them itself, because two papers may be side by side. */
export const listedKeys: readonly Key[] = [
  { keys: 'alt+=', does: t('Larger') },
  { keys: 'alt+−', does: t('Smaller') },
  { keys: 'alt+0', does: t('Fit to the width') },
  { keys: 'alt+R', does: t('Turn') },
  { keys: 'alt+PageDown', does: t('Next page') },
  { keys: 'alt+PageUp', does: t('Page before') },
]

/** The keys of the paper: inside it alone, and with Alt anywhere on the page. */
export function usePaperKeys(view: RefObject<HTMLElement | null>, commands: PaperCommands): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) return
    const isInside = document.activeElement === view.current
    const name = event.altKey ? keysWithAlt[event.code] : isInside ? keys[event.code] : undefined
    if (name === undefined) return
    event.preventDefault()
    commands[name]()
  })
  useEffect(() => {
    const listening = new AbortController()
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal })
    return () => listening.abort()
  }, [])
}

/** Why nothing is shown, and what to do. */
export function NoPaper({ children, below }: { children: string; below?: ReactNode }) {
  return (
    <div className="paper-empty">
      <IconFileOff size={32} stroke={1.4} aria-hidden />
      <Text size="sm" c="dimmed" ta="center">
        {children}
      </Text>
      {below}
    </div>
  )
}

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

/** A spot on the paper: left, top, right and bottom as fractions of its page. Pages count from 1. */
type Spot = {
  page: number | null
  box: readonly [number, number, number, number] | null
  /** The text over the paper. */
  says: string
  /** How high its print is to be at least, in pixels. The usual height if left out. */
  printPx?: number
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
