import { Anchor, Button, Code, Group, Loader, Paper, Text, VisuallyHidden } from '@mantine/core'
import { useElementSize, useMergedRef, useSessionStorage } from '@mantine/hooks'
import { IconDownload, IconExternalLink, IconFileText } from '@tabler/icons-react'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { useQuery } from '@tanstack/react-query'
import { useKeys } from '../../../components/keys.tsx'
import { formatBytes, formatCount } from '../../../components/values.tsx'
import { fileAddress } from '../data.ts'
import { t } from '../../../language/language.ts'
import { ErrorState } from '../../../components/loaded.tsx'
import { api, ask } from '../../../client.ts'
import { useCommand } from '../../../components/commands.tsx'
import { PasswordForm } from '../reading-notes.tsx'
import {
  pageAddress,
  type Pages,
  type PageSize,
  pagesQuery,
  type PaperOf,
  textBytesMax,
  textQuery,
} from './data.ts'
import {
  listedKeys,
  NoPaper,
  PaperTools,
  Spots,
  useDragging,
  usePaperKeys,
  usePinching,
  useSpot,
  useSpotOn,
  useZoom,
} from './tools.tsx'

/**
 * The paper with the content beside it, or below it on a phone. Scrolling the content does not move the paper. Putting
 * the paper aside applies to all documents until the browser is closed.
 */
export function BesidePaper({ children, ...paper }: PaperOf & { children: ReactNode }) {
  useKeys(t('The paper'), listedKeys)
  const [isAside, setAside] = useSessionStorage({ key: 'paper-aside', defaultValue: false })
  return (
    <Spots>
      <div className="beside-paper" data-aside={isAside}>
        <div className="beside-paper-side">
          {isAside ? (
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFileText size={14} aria-hidden />}
              onClick={() => setAside(false)}
            >
              {t('Show the paper')}
            </Button>
          ) : (
            <DocumentPaper {...paper} onAside={() => setAside(true)} />
          )}
        </div>
        <div className="beside-paper-main">{children}</div>
      </div>
    </Spots>
  )
}

/** The paper of a document, in the available room. */
export function DocumentPaper({ onAside, ...paper }: PaperOf & { onAside?: () => void }) {
  const { id, filename, file } = paper
  return (
    <Paper
      withBorder
      className="paper-frame"
      component="section"
      aria-label={t('The paper {{filename}}', { filename })}
    >
      <View {...paper} />
      <Group gap="md" px="xs" py={4} className="paper-foot">
        <FileLink href={fileAddress(id)} icon={IconExternalLink} isNewTab>
          {file.shownAs === 'pdf' || file.shownAs === 'image' ? t('Original') : null}
        </FileLink>
        <FileLink href={`${fileAddress(id)}?download`} icon={IconDownload}>
          {t('Download')}
        </FileLink>
        <Text size="xs" c="dimmed">
          {formatBytes(file.bytes)}
        </Text>
        {onAside !== undefined && (
          <Button variant="subtle" size="compact-xs" ms="auto" onClick={onAside}>
            {t('Hide')}
            <VisuallyHidden> {t('the paper')}</VisuallyHidden>
          </Button>
        )}
      </Group>
    </Paper>
  )
}

function View(paper: PaperOf) {
  switch (paper.file.shownAs) {
    case 'pdf':
    case 'image':
    case 'pages':
      return <PaperPages key={paper.id} {...paper} />
    case 'text':
      return <TextFile key={paper.id} {...paper} />
    case 'nothing':
      return (
        <NoPaper>{t('A file of this kind is not shown here: download it to open it.')}</NoPaper>
      )
    default:
      return paper.file.shownAs satisfies never
  }
}

type FileLinkProps = {
  href: string
  icon: typeof IconDownload
  isNewTab?: boolean
  /** Null: there is no link. */
  children: string | null
}

function FileLink({ href, icon: Icon, isNewTab = false, children }: FileLinkProps) {
  if (children === null) return null
  return (
    <Anchor href={href} fz="xs" rel="noreferrer" {...(isNewTab ? { target: '_blank' } : {})}>
      <Group gap={4} component="span" display="inline-flex">
        <Icon size={14} aria-hidden />
        {children}
      </Group>
    </Anchor>
  )
}

/** A text file, unchanged. */
function TextFile({ id, filename, file }: PaperOf) {
  const text = useQuery(textQuery(id))
  if (text.data === undefined && text.isError) {
    return <ErrorState error={text.error} onRetry={() => void text.refetch()} />
  }
  return (
    <div className="paper-view" tabIndex={0} role="region" aria-label={filename}>
      {/* The element around it scrolls, so the keyboard stops once. */}
      <Code block style={{ overflow: 'visible', minWidth: 'max-content' }}>
        {text.data ?? t('Loading…')}
      </Code>
      {file.bytes > textBytesMax && (
        <Text size="xs" c="dimmed" p="xs">
          {t('The first {{size}} of it. Download it to see the rest.', {
            size: formatBytes(textBytesMax),
          })}
        </Text>
      )}
    </div>
  )
}

/** The least distance between a spot and the edge of the view, in pixels. */
const marginPx = 24

/** Print lower than the first value is hard to read on the screen and is enlarged to the second, in pixels. */
const smallPx = 12
const readablePx = 16

/** Beyond this zoom, a line of print is wider than a phone. */
const enlargedMax = 2.5

const following: Record<Turn, Turn> = { 0: 90, 90: 180, 180: 270, 270: 0 }

/** Room around the print, as a fraction of the page. */
const roomAround = 0.004

/** The pages of a PDF or a photo, one below another, with zoom, turning and page buttons. */
function PaperPages(paper: PaperOf) {
  const pages = useQuery(pagesQuery(paper.id))
  if (pages.data !== undefined) {
    const { problem } = pages.data
    if (problem === 'password' && paper.needsPassword !== true) return <LockedPaper {...paper} />
    if (problem !== null) return <NoPaper>{problemTexts[problem]}</NoPaper>
    return <ShownPages {...paper} {...pages.data} />
  }
  if (pages.isError) {
    return <ErrorState error={pages.error} onRetry={() => void pages.refetch()} />
  }
  return (
    <div className="paper-empty">
      <Loader role="status" aria-label={t('Loading the paper')} />
    </div>
  )
}

const problemTexts: Record<NonNullable<Pages['problem']>, string> = {
  password: t('This PDF is locked by a password. Its pages are shown here as soon as it is known.'),
  broken: t('This file is damaged and cannot be shown here. Download it, or scan the paper again.'),
  'rare TIFF': t(
    'A TIFF of this kind is not shown here: download it, or let the scanner save a PDF or JPEG.',
  ),
  'too large': t('This picture is too large to be shown here: download it to open it.'),
  'too slow': t('This file takes too long to be shown here: download it to open it.'),
}

function ShownPages({ id, filename, total, pages }: PaperOf & Pages) {
  const [turn, setTurn] = useSessionStorage<Turn>({ key: `paper-turn-${id}`, defaultValue: 0 })
  const view = useRef<HTMLDivElement>(null)
  const size = useElementSize()
  const { zoom, zoomTo, zoomBy } = useZoom(view)
  const [current, setCurrent] = useState(1)
  const goTo = (page: number) => {
    const shown = view.current?.querySelectorAll<HTMLElement>('.paper-page')[page - 1]
    view.current?.scrollTo({ top: shown?.offsetTop ?? 0 })
  }
  const commands = {
    zoomIn: () => zoomBy(zoomStep),
    zoomOut: () => zoomBy(1 / zoomStep),
    fit: () => zoomTo(1),
    rotate: () => setTurn(nextTurn),
    previous: () => goTo(Math.max(1, current - 1)),
    next: () => goTo(Math.min(pages.length, current + 1)),
  }
  usePaperKeys(view, commands)
  usePinching(view, zoom, zoomTo)
  useFollowedSpot(view, zoom, zoomTo)
  const dragging = useDragging(view)
  return (
    <>
      <PaperTools {...commands} zoom={zoom} page={current} pages={pages.length} />
      <SpotSaid />
      <div
        className="paper-view"
        ref={useMergedRef(view, size.ref)}
        tabIndex={0}
        role="region"
        aria-label={filename}
        onScroll={({ currentTarget }) => setCurrent(pageInSight(currentTarget))}
        {...dragging}
      >
        <div className="paper-pages" style={{ width: `${zoom * 100}%` }}>
          {pages.map((pageSize, index) => (
            <Page
              key={index}
              address={pageAddress(id, index + 1, size.width * zoom)}
              name={
                pages.length === 1
                  ? filename
                  : t('Page {{page}} of {{filename}}', { page: index + 1, filename })
              }
              number={index + 1}
              size={pageSize}
              turn={turn}
            />
          ))}
        </div>
        {total > pages.length && (
          <Text size="xs" c="dimmed" p="xs">
            {t('The first {{pages}} of {{total}} pages. Download the file to see the rest.', {
              pages: formatCount(pages.length),
              total: formatCount(total),
            })}
          </Text>
        )}
      </div>
    </>
  )
}

/** How the marked value was read. */
function SpotSaid() {
  const spot = useSpot()
  if (spot === null) return null
  return (
    <Text size="xs" className="paper-said" data-doubtful={spot.isDoubtful || undefined}>
      {spot.says}
    </Text>
  )
}

/** The zoom of one button press. Three presses double the size. */
const zoomStep = 1.25

/** The page in the middle of the view. */
function pageInSight(view: HTMLElement): number {
  const middle = view.scrollTop + view.clientHeight / 2
  const shown = [...view.querySelectorAll<HTMLElement>('.paper-page')]
  const below = shown.findIndex(({ offsetTop }) => offsetTop > middle)
  return below === -1 ? shown.length : Math.max(1, below)
}

type PageProps = { address: string; name: string; number: number; size: PageSize; turn: Turn }

function Page({ address, name, number, size, turn }: PageProps) {
  const [failed, setFailed] = useState<string>()
  const [isDrawn, setDrawn] = useState(false)
  const { width, height } = size
  const aspectRatio = isSideways(turn) ? `${height} / ${width}` : `${width} / ${height}`
  return (
    <div className="paper-page" style={{ aspectRatio }}>
      {!isDrawn && failed === undefined && (
        <Loader
          role="status"
          className="paper-loader"
          aria-label={t('Drawing {{name}}', { name })}
        />
      )}
      {failed === address ? (
        <NoPaper>{t('This page could not be drawn. Download the file to see it.')}</NoPaper>
      ) : (
        <img
          src={address}
          alt={name}
          loading="lazy"
          draggable={false}
          className="paper-turned"
          data-sideways={isSideways(turn)}
          style={{ rotate: `${turn}deg` }}
          onLoad={() => setDrawn(true)}
          onError={() => setFailed(address)}
        />
      )}
      <SpotMark page={number} turn={turn} />
    </div>
  )
}

/** Asks for the password of a PDF to show its pages. It neither reads the document nor keeps the password. */
function LockedPaper({ id }: PaperOf) {
  const open = useCommand({
    run: (password: string) => ask(api.documents({ id }).pages.post({ password })),
    refused: t('Its pages are not shown'),
  })
  return (
    <NoPaper
      below={
        <PasswordForm
          label={t('Password, to look at it')}
          action={t('Show its pages')}
          isPending={open.isPending}
          onSubmit={open.mutate}
        />
      }
    >
      {t('This PDF is locked by a password.')}
    </NoPaper>
  )
}

/** Marks the spot on the turned page. */
function SpotMark({ page, turn }: { page: number; turn: Turn }) {
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

/** The clockwise turn of a page in degrees. */
type Turn = 0 | 90 | 180 | 270

function nextTurn(turn: Turn): Turn {
  return following[turn]
}

function isSideways(turn: Turn): boolean {
  return turn === 90 || turn === 270
}

type SheetView = RefObject<HTMLElement | null>

/** Scrolls to a spot, and zooms in if its print would be too small. */
function useFollowedSpot(view: SheetView, zoom: number, zoomTo: (zoom: number) => void): void {
  const spot = useSpot()
  const enlarge = useEffectEvent(() => {
    const [small, wanted] = [spot?.printPx ?? smallPx, spot?.printPx ?? readablePx]
    const height = rectOf(view)?.spot.height ?? wanted
    if (height < small && zoom === 1) zoomTo(Math.min(enlargedMax, wanted / height))
  })
  useEffect(() => enlarge(), [spot])
  // Also after a zoom.
  useEffect(() => scrollTo(view), [view, spot, zoom])
}

function scrollTo(view: SheetView): void {
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

function rectOf(view: SheetView) {
  const mark = view.current?.querySelector('.paper-spot')
  if (view.current === null || mark == null) return undefined
  return { spot: mark.getBoundingClientRect(), seen: view.current.getBoundingClientRect() }
}
