import { isChanged, isNested, type Cell, type Draft } from './draft.ts'

/** Values that are looked at together (source: the server's limit), and characters of one that is worth it. */
const valuesMax = 200
const charactersMax = 200

/** Something that was typed, and under which label it stands. */
export type TypedValue = { place: 'metadata' | 'line'; label: string; text: string }

/** What was changed in a draft, each value once; what stands as it was read is no news. */
export function typedValues({ head, columns, lines }: Draft): TypedValue[] {
  const inHead = head
    .filter(isTyped)
    .map(({ label, text }): TypedValue => ({ place: 'metadata', label: label.trim(), text }))
  const inLines = lines.flatMap(({ cells }) =>
    columns.flatMap(({ id, label }): TypedValue[] => {
      const cell = cells[id]
      return cell === undefined || !isTyped(cell)
        ? []
        : [{ place: 'line', label: label.trim(), text: cell.text }]
    }),
  )
  const distinct = new Map([...inHead, ...inLines].map((value) => [keyOf(value), value]))
  return [...distinct.values()]
    .filter(({ label, text }) => label !== '' && label.length + text.length <= charactersMax)
    .slice(-valuesMax)
}

export function keyOf({ place, label, text }: TypedValue): string {
  return JSON.stringify([place, label, text])
}

function isTyped(cell: Cell): boolean {
  return cell.text.trim() !== '' && isChanged(cell) && !isNested(cell)
}
