import { useRef, type KeyboardEvent, type RefObject } from 'react'
import { useKeys } from './keys.tsx'
import { t } from '../language/language.ts'

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
    { keys: 'x', does: t('Choose the row, or not'), run: () => choose(ref.current) },
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
    ' ': () => choose(list),
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

function choose(list: HTMLElement | null): void {
  const row = document.activeElement?.closest(rows) ?? null
  if (list?.contains(row) !== true) return
  row?.querySelector<HTMLElement>('[data-check] input')?.click()
}

function search(list: HTMLElement | null): void {
  list?.querySelector<HTMLElement>(searchField)?.focus()
}
