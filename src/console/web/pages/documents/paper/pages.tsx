import { Loader, Text } from '@mantine/core'
import { useElementSize, useMergedRef, useSessionStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ErrorState } from '../../../components/loaded.tsx'
import { formatCount } from '../../../components/values.tsx'
import { pageAddress, pagesQuery, type Pages, type PageSize, type PaperOf } from './data.ts'
import { useFollowedSpot } from './follow-spot.ts'
import { usePaperKeys } from './keys.ts'
import { LockedPaper } from './locked-paper.tsx'
import { NoPaper } from './no-paper.tsx'
import { SpotMark } from './spot-mark.tsx'
import { useSpot } from './spot.tsx'
import { PaperTools } from './tools.tsx'
import { isSideways, nextTurn, type Turn } from './turn.ts'
import { useDragging, usePinching, useZoom } from './zoom.ts'
import { t } from '../../../language/language.ts'

/** The pages of a PDF, or a photo: one below the other, to be zoomed, turned and leafed through. */
export function PaperPages(paper: PaperOf) {
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

/** How the value that is looked at was read. */
function SpotSaid() {
  const spot = useSpot()
  if (spot === null) return null
  return (
    <Text size="xs" className="paper-said" data-doubtful={spot.isDoubtful || undefined}>
      {spot.says}
    </Text>
  )
}

/** One press of a button: three make it about twice as large. */
const zoomStep = 1.25

/** The page that takes up the middle of what is seen. */
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
