import { Group, Select, type SelectProps } from '@mantine/core'
import { useElementSize, useLocalStorage } from '@mantine/hooks'
import { IconPrinter } from '@tabler/icons-react'
import { getNonce } from 'get-nonce'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from '../components/buttons.tsx'
import { PageHeader } from '../components/page-header.tsx'
import type { Which } from '../components/list-selection.tsx'
import { formatCount } from '../components/values.tsx'

/** Sheets, and rolls of receipt printers by their width in millimetres. */
const papers = [
  { value: 'a4', label: 'A4' },
  { value: '80', label: 'Roll, 80 mm' },
  { value: '58', label: 'Roll, 58 mm' },
] as const

export type PaperName = (typeof papers)[number]['value']

/** The white margin around a sheet, in millimetres. Printers of rolls leave a margin of their own. */
const marginMm = 12

const mmPerPixel = 25.4 / 96

/** The width of a sheet with the line around it, in pixels. */
const sheetWidth = 210 / mmPerPixel + 2

type PrintPageProps = {
  title: string
  trail: Parameters<typeof PageHeader>[0]['trail']
  lead?: ReactNode
  /** Choices before printing. */
  tools?: ReactNode
  /** Actions beside the print button. */
  actions?: ReactNode
  paper: PaperName
  /** The CSS size and margin of a page, if the paper does not decide them. */
  page?: string
  children: ReactNode
}

/** A preview of the printed paper, below its choices. The browser prints only the paper. */
export function PrintPage({ title, trail, lead, tools, actions, paper, ...sheet }: PrintPageProps) {
  const { page, children } = sheet
  const shown = usePageSize(paper, page)
  const frame = useElementSize()
  const fits = paper !== 'a4' || frame.width === 0
  // A phone shows the whole sheet, and two fingers enlarge it. The printed size stays the same (papers.css).
  const zoom = fits ? 1 : Math.min(1, frame.width / sheetWidth)
  return (
    <>
      <div className="screen-only">
        <PageHeader
          title={title}
          {...(trail === undefined ? {} : { trail })}
          actions={
            <>
              {actions}
              <IconButton icon={IconPrinter} onClick={() => window.print()}>
                Print
              </IconButton>
            </>
          }
        >
          {lead}
        </PageHeader>
        <Group gap="md" mb="lg" align="flex-end">
          {tools}
        </Group>
      </div>
      <div className="papers" tabIndex={0} role="region" aria-label={title} ref={frame.ref}>
        <div className={`paper paper-${paper}`} ref={shown} style={{ zoom }}>
          {children}
        </div>
      </div>
    </>
  )
}

/** The chosen paper. The browser remembers the last choice for this kind of paper. */
export function usePaper(kind: string) {
  const [paper, setPaper] = useLocalStorage<PaperName>({
    key: `daybook-paper-${kind}`,
    defaultValue: 'a4',
    getInitialValueInEffect: false,
  })
  // Another version may have stored the value.
  const known = papers.find(({ value }) => value === paper)?.value ?? 'a4'
  return { paper: known, setPaper }
}

type PaperSelectProps = { paper: PaperName; onChange(paper: PaperName): void } & Pick<
  SelectProps,
  'description'
>

export function PaperSelect({ paper, onChange, ...props }: PaperSelectProps) {
  return (
    <Select
      label="Paper"
      w={160}
      data={papers}
      allowDeselect={false}
      value={paper}
      onChange={(chosen) => {
        const known = papers.find(({ value }) => value === chosen)
        if (known !== undefined) onChange(known.value)
      }}
      {...props}
    />
  )
}

/**
 * Tells the browser the size of the paper. A roll gets the length of its content. Otherwise the printer would feed paper to the end of a
 * sheet.
 */
function usePageSize(paper: PaperName, page?: string) {
  const shown = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const style = document.createElement('style')
    style.nonce = getNonce() ?? ''
    document.head.append(style)
    const tell = () => {
      const height = Math.ceil((shown.current?.offsetHeight ?? 0) * mmPerPixel) + 1
      const own =
        paper === 'a4'
          ? `size: A4; margin: ${marginMm}mm`
          : `size: ${paper}mm ${height}mm; margin: 0`
      style.textContent = `@page { ${page ?? own} }`
    }
    tell()
    const sizes = new ResizeObserver(tell)
    if (shown.current !== null) sizes.observe(shown.current)
    return () => {
      sizes.disconnect()
      style.remove()
    }
  }, [paper, page])
  return shown
}

/*
 * The rows that were chosen in a list, on a page that prints them. They stand behind the # of the address: the server never gets so long an
 * address, and a reload keeps them.
 */

export function hashOf(which: Which): string {
  return encodeURIComponent(JSON.stringify(which))
}

/** The chosen rows in the address of this page. Null if no rows were chosen. */
export function chosenHere(): Which | null {
  try {
    const said: unknown = JSON.parse(decodeURIComponent(window.location.hash.slice(1)))
    return isWhich(said) ? said : null
  } catch {
    // If the address was typed or cut off, nothing is chosen.
    return null
  }
}

function isWhich(said: unknown): said is Which {
  if (typeof said !== 'object' || said === null) return false
  if ('ids' in said)
    return Array.isArray(said.ids) && said.ids.every((id) => typeof id === 'string')
  return 'fit' in said && 'atMost' in said && typeof said.atMost === 'number'
}

type PartSelectProps = {
  part: number
  /** `size` is the number in one part, `total` is the number in all parts. */
  size: number
  total: number
  onChange(part: number): void
}

/** Selects the part to print, if more was chosen than one print job takes. */
export function PartSelect({ part, size, total, onChange }: PartSelectProps) {
  const parts = Math.ceil(total / size)
  if (parts <= 1) return null
  return (
    <Select
      label="Part"
      description={`A print job has ${formatCount(size)} at most.`}
      w={220}
      allowDeselect={false}
      value={String(part)}
      data={Array.from({ length: parts }, (_, at) => ({
        value: String(at),
        label: `${formatCount(at * size + 1)} to ${formatCount(Math.min(total, (at + 1) * size))} of ${formatCount(total)}`,
      }))}
      onChange={(value) => onChange(Number(value ?? 0))}
    />
  )
}

const amounts = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** "1,23,456.50". On paper, the currency is in the title of the column. */
export function printedAmount(paise: number): string {
  return amounts.format(paise / 100)
}

const days = new Intl.DateTimeFormat('en-IN', { day: '2-digit', month: 'short', year: 'numeric' })

/** 22 Nov 2026 */
export function printedDay(at: string): string {
  return days.format(new Date(at))
}
