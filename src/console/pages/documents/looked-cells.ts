import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent, TdHTMLAttributes } from 'react'
import { readQuery, type ExplainedField, type ShownDocument } from './data.ts'
import { explanationOfField, explanationText } from './form/reading/explained.ts'
import { useKeyName } from './key-names.tsx'
import { useShowSpot } from './paper/spot.tsx'
import { t } from '../../language/language.ts'

/** The props of a cell that shows its spot on the paper and how it was read. Nothing if the reader gave no place. */
export type LookedCell = TdHTMLAttributes<HTMLTableCellElement> & { 'data-explained'?: true }

/** The props for the cells of a document's lines. `line` counts all lines, from 0. */
export function useLookedCells(shown: ShownDocument) {
  const { data: read } = useQuery({ ...readQuery(shown.id), enabled: shown.reader !== null })
  const show = useShowSpot()
  const nameOf = useKeyName('line')
  let isFirst = true
  return (field: ExplainedField | undefined, line: number): LookedCell => {
    if (read === undefined || field === undefined) return {}
    const explanation = explanationOfField(read, field, line)
    if (explanation === undefined) return {}
    const { page, box } = explanation
    const text = explanationText(explanation)
    const says = t('{{field}} of line {{line}}: {{text}}', {
      field: nameOf(field.key ?? field.label ?? ''),
      line: line + 1,
      text,
    })
    const look = () => show({ page, box, says, isDoubtful: false })
    // Tab stops once. The arrow keys go on from there.
    const tabIndex = isFirst ? 0 : -1
    isFirst = false
    return {
      'data-explained': true,
      'aria-description': text,
      tabIndex,
      onFocus: look,
      onMouseEnter: look,
      onClick: look,
    }
  }
}

const steps: Readonly<Record<string, readonly [down: number, across: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Moves the focus with an arrow key to the next cell with a known place. */
export function goBeside(event: KeyboardEvent<HTMLElement>): void {
  const [down, across] = steps[event.key] ?? [0, 0]
  const { target, currentTarget } = event
  if (!(target instanceof HTMLTableCellElement) || down === across) return
  const rows = [...currentTarget.children].filter((row) => row instanceof HTMLTableRowElement)
  let row = rows.findIndex((each) => each.contains(target)) + down
  let column = target.cellIndex + across
  for (let cell = rows[row]?.cells[column]; cell !== undefined; cell = rows[row]?.cells[column]) {
    if (cell.dataset['explained'] !== undefined) {
      event.preventDefault()
      return cell.focus()
    }
    row += down
    column += across
  }
}
