import { useMemo, useState } from 'react'
import type { Selection } from './table.tsx'

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
