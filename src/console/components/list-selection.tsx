import {
  useMemo,
  useState,
  type ReactNode,
  useRef,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { Button, Menu } from '@mantine/core'
import { IconArrowBackUp, IconChevronDown } from '@tabler/icons-react'
import type { Selection } from './table.tsx'
import { IconButton } from './buttons.tsx'
import { useConfirm } from './commands.tsx'
import { t } from '../language/language.ts'
import { useKeys } from './keys.tsx'

/** The filter of a list in the form of the server's query. */
export type ListFilter = Readonly<Record<string, string>>

/** The rows of a command in the server's form: some rows, or all that match a filter. */
export type Which = { ids: string[] } | { fit: ListFilter; atMost: number }

/** The selected rows of a list. */
export type Chosen<Row> = {
  /** The number of selected rows, including other pages. */
  count: number
  /** Whether all matching rows of every page are selected. Then `rows` is empty. */
  isAll: boolean
  /** The individually selected rows. */
  rows: readonly Row[]
  which: Which
  clear(): void
}

type Choice<Row> = { rows: ReadonlyMap<string, Row>; allOf: string | null }

const none = { rows: new Map<string, never>(), allOf: null }

type ChosenRows<Row> = {
  chosen: Chosen<Row>
  selection: Selection<Row>
  chooseAll(): void
}

/**
 * A selection stays on other pages and in other sort orders. "All matching" ends when the filter changes. Deselecting
 * one row then keeps the other rows of the page.
 */
export function useChosen<Row extends { id: string }>(input: {
  filter: ListFilter
  shown: readonly Row[]
  total: number
  nameOf(row: Row): string
}): ChosenRows<Row> {
  const { filter, shown, total, nameOf } = input
  const [choice, setChoice] = useState<Choice<Row>>(none)
  const key = JSON.stringify(filter)
  const isAll = choice.allOf === key
  return useMemo(() => {
    const choose = (rows: readonly Row[], isChosen: boolean) =>
      setChoice({
        rows: changed(isAll ? shown : choice.rows.values(), rows, isChosen),
        allOf: null,
      })
    const rows = isAll ? [] : [...choice.rows.values()]
    return {
      chosen: {
        count: isAll ? total : rows.length,
        isAll,
        rows,
        which: isAll ? { fit: filter, atMost: total } : { ids: [...choice.rows.keys()] },
        clear: () => setChoice(none),
      },
      selection: { has: (id) => isAll || choice.rows.has(id), choose, nameOf },
      chooseAll: () => setChoice({ rows: none.rows, allOf: key }),
    }
  }, [choice, isAll, key, filter, shown, total, nameOf])
}

function changed<Row extends { id: string }>(
  before: Iterable<Row>,
  rows: readonly Row[],
  isChosen: boolean,
): ReadonlyMap<string, Row> {
  const after = new Map([...before].map((row) => [row.id, row]))
  for (const row of rows) {
    if (isChosen) after.set(row.id, row)
    else after.delete(row.id)
  }
  return after
}

type ChosenMenuProps = { label: string; isPending: boolean; children: ReactNode }

/** A menu of changes for the selected rows. */
export function ChosenMenu({ label, isPending, children }: ChosenMenuProps) {
  return (
    <Menu position="bottom-start" width={200}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          loading={isPending}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

type PutBackChosenProps = {
  /** The number and kind: "12 orders". */
  what: string
  /** The consequence. */
  warning: string
  run(): Promise<void>
}

/** A button that puts the selected rows back, so that they wait for delivery again. */
export function PutBackChosen({ what, warning, run }: PutBackChosenProps) {
  const confirm = useConfirm()
  const putBack = () =>
    confirm({
      title: t('Put {{what}} back?', { what }),
      children: warning,
      action: t('Put them back'),
      done: t('What was delivered of them waits again.'),
      run,
    })
  return (
    <IconButton icon={IconArrowBackUp} variant="default" size="xs" onClick={putBack}>
      {t('Put back…')}
    </IconButton>
  )
}

const title = t('This list')

/** Rows can take the focus. Lists store the row's id here. */
const rows = '[data-row]'

const searchField = 'input[type=search]'

/** The name of a row, which opens it. */
const opener = ':is([data-main] a, [data-main] button)'

/** Keyboard control of a list. Give `ref` and `onKeyDown` to the element around its filters and rows. */
export function useListKeys(): {
  ref: RefObject<HTMLDivElement | null>
  onKeyDown(event: KeyboardEvent): void
} {
  const ref = useRef<HTMLDivElement>(null)
  useKeys(title, [
    { keys: 'j', does: t('Next row'), run: () => go(ref.current, 1) },
    { keys: 'k', does: t('Row before'), run: () => go(ref.current, -1) },
    { keys: 'ArrowDown', does: t('Next row, from a row or the search') },
    { keys: 'ArrowUp', does: t('Row before, from a row') },
    { keys: 'Enter', does: t('Open the row') },
    { keys: 'x', does: t('Choose the row, or not'), run: () => pressRow(ref.current) },
    { keys: '/', does: t('Search this list'), run: () => search(ref.current) },
  ])
  return { ref, onKeyDown: onRowKey }
}

/** Links and buttons in a row keep their usual keys. The down arrow goes from the search to the results. */
function onRowKey(event: KeyboardEvent): void {
  const { currentTarget: list, target, key } = event
  if (!(list instanceof HTMLElement) || !(target instanceof Element)) return
  if (key === 'ArrowDown' && target.matches(searchField)) go(list, 1)
  if (!target.matches(rows)) return
  const work = {
    ArrowDown: () => go(list, 1),
    ArrowUp: () => go(list, -1),
    ' ': () => pressRow(list),
    Enter: () => target.querySelector<HTMLElement>(opener)?.click(),
  }[key]
  if (work === undefined) return
  event.preventDefault()
  work()
}

function go(list: HTMLElement | null, step: number): void {
  const all = [...(list?.querySelectorAll<HTMLElement>(rows) ?? [])]
  const at = all.findIndex((row) => row.contains(document.activeElement))
  all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)]?.focus()
}

function pressRow(list: HTMLElement | null): void {
  const row = document.activeElement?.closest(rows) ?? null
  if (list?.contains(row) !== true) return
  row?.querySelector<HTMLElement>('[data-check] input')?.click()
}

function search(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>(searchField)?.focus()
}
